import type { LinkPreviewOptions, MessageEntity } from 'grammy/types'
import { z } from 'zod'
import type { Call } from '../call.ts'
import { badRequest } from '../errors.ts'
import type { Content, FormattedText } from '../post.ts'
import { formatText } from './entities.ts'

const TEXT_LENGTH_MAX = 4_096
const CAPTION_LENGTH_MAX = 1_024
const SOURCE_BYTES_MAX = 32 * 1_024

/** Errors for a new message that is too long; an edited one gets an error code instead. */
export const NEW_TEXT_TOO_LONG = 'message is too long'
export const NEW_CAPTION_TOO_LONG = 'message caption is too long'

const ENTITIES = z.array(
  z.looseObject({ type: z.string(), offset: z.number().int().min(0), length: z.number().int().min(1) }),
)

const LINKS = ['url', 'text_link']
const PREVIEW = z.looseObject({ is_disabled: z.boolean().optional() })

/** The text of a message before it is parsed. */
export interface Words {
  readonly text: string
  readonly parseMode: string | undefined
  readonly entities: readonly MessageEntity[] | undefined
}

/** The `text` of a call as content: 1 to 4096 UTF-16 units once parsed; preview options count where there is a link. */
export function readText(call: Call, tooLong?: string): Content {
  const preview = call.json('link_preview_options', PREVIEW) as LinkPreviewOptions | undefined
  const words = {
    text: call.text('text') ?? '',
    parseMode: call.text('parse_mode'),
    entities: entitiesIn(call, 'entities'),
  }
  const content = textOf(words, tooLong)
  const hasLink = content.entities?.some(({ type }) => LINKS.includes(type)) ?? false
  return { ...content, ...(preview && hasLink && { link_preview_options: preview }) }
}

/** The `caption` of a call as content: at most 1024 UTF-16 units once parsed; empty means none. */
export function readCaption(call: Call, tooLong?: string): Content {
  const words = {
    text: call.text('caption') ?? '',
    parseMode: call.text('parse_mode'),
    entities: entitiesIn(call, 'caption_entities'),
  }
  return captionOf(words, tooLong)
}

/** Formats the text of a message. Throws a 400 for empty or too long text. */
export function textOf(words: Words, tooLong = 'MESSAGE_TOO_LONG'): Content {
  if (words.text === '') throw badRequest('message text is empty')
  const { text, entities } = format(words)
  if (text === '') throw badRequest('text must be non-empty')
  if (text.length > TEXT_LENGTH_MAX) throw badRequest(tooLong)
  return { text, ...(entities.length > 0 && { entities }) }
}

/** Formats a caption. Throws a 400 for one that is too long. */
export function captionOf(words: Words, tooLong = 'MEDIA_CAPTION_TOO_LONG'): Content {
  const { text, entities } = format(words)
  if (text.length > CAPTION_LENGTH_MAX) throw badRequest(tooLong)
  if (text === '') return {}
  return { caption: text, ...(entities.length > 0 && { caption_entities: entities }) }
}

function format(words: Words): FormattedText {
  if (Buffer.byteLength(words.text) > SOURCE_BYTES_MAX) throw badRequest('text is too long')
  return formatText(words)
}

function entitiesIn(call: Call, name: string): readonly MessageEntity[] | undefined {
  return call.json(name, ENTITIES) as readonly MessageEntity[] | undefined
}
