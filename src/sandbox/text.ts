import type { LinkPreviewOptions, MessageEntity } from 'grammy/types'
import { z } from 'zod'
import { badRequest } from './bot-api-error.ts'
import type { Call } from './call.ts'
import { formatText } from './entities.ts'
import type { Content } from './post.ts'

const TEXT_LENGTH_MAX = 4_096
const CAPTION_LENGTH_MAX = 1_024

const ENTITIES = z.array(
  z.looseObject({ type: z.string(), offset: z.number().int().min(0), length: z.number().int().min(1) }),
)

const LINKS = ['url', 'text_link']
const PREVIEW = z.looseObject({ is_disabled: z.boolean().optional() })

/** What a message says before it is parsed. */
export interface Words {
  readonly text: string
  readonly parseMode: string | undefined
  readonly entities: readonly MessageEntity[] | undefined
}

/** The `text` of a call as content: 1 to 4096 UTF-16 units once parsed; preview options count where there is a link. */
export function readText(call: Call): Content {
  const preview = call.json('link_preview_options', PREVIEW) as LinkPreviewOptions | undefined
  const content = textOf({
    text: call.text('text') ?? '',
    parseMode: call.text('parse_mode'),
    entities: entitiesIn(call, 'entities'),
  })
  const hasLink = content.entities?.some(({ type }) => LINKS.includes(type)) ?? false
  return { ...content, ...(preview && hasLink && { link_preview_options: preview }) }
}

/** The `caption` of a call as content: at most 1024 UTF-16 units once parsed; empty means none. */
export function readCaption(call: Call): Content {
  return captionOf({
    text: call.text('caption') ?? '',
    parseMode: call.text('parse_mode'),
    entities: entitiesIn(call, 'caption_entities'),
  })
}

/** The words as the text of a message. Throws the 400 for none and for too many. */
export function textOf(words: Words): Content {
  const { text, entities } = formatText(words)
  if (text === '') throw badRequest('message text is empty')
  if (text.length > TEXT_LENGTH_MAX) throw badRequest('message is too long')
  return { text, ...(entities.length > 0 && { entities }) }
}

/** The words as a caption. Throws the 400 for too many. */
export function captionOf(words: Words): Content {
  const { text, entities } = formatText(words)
  if (text.length > CAPTION_LENGTH_MAX) throw badRequest('message caption is too long')
  if (text === '') return {}
  return { caption: text, ...(entities.length > 0 && { caption_entities: entities }) }
}

function entitiesIn(call: Call, name: string): readonly MessageEntity[] | undefined {
  return call.json(name, ENTITIES) as readonly MessageEntity[] | undefined
}
