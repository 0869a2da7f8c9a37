import { z } from 'zod'
import type { Call } from '../call.ts'
import { badRequest } from '../errors.ts'
import type { Content } from '../post.ts'
import type { InlineAnswer, InlineResult } from '../state.ts'
import { captionOf, textOf } from '../text/text.ts'
import type { Files } from '../world/files.ts'
import { checkInlineKeyboard } from '../world/keyboard.ts'
import { photoContent } from './media.ts'

const RESULTS_MAX = 50
const ID_BYTES_MAX = 64
const OFFSET_BYTES_MAX = 64
const CACHE_SECONDS = 300

const WORDS = z.looseObject({ message_text: z.string(), parse_mode: z.string().optional() })
const RESULT = z.looseObject({
  type: z.string(),
  id: z.coerce.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  input_message_content: WORDS.optional(),
  photo_file_id: z.string().optional(),
  caption: z.string().optional(),
  parse_mode: z.string().optional(),
  reply_markup: z.unknown().optional(),
})
const BUTTON = z.looseObject({ text: z.string(), start_parameter: z.string().optional() })
type RawResult = z.output<typeof RESULT>

/** Reads the parameters of answerInlineQuery; articles and pictures sent before are supported. */
export function readInlineAnswer(call: Call, files: Files): InlineAnswer {
  const raw = call.json('results', z.array(RESULT)) ?? []
  if (raw.length > RESULTS_MAX) throw badRequest('RESULTS_TOO_MUCH')
  if (new Set(raw.map(({ id }) => id)).size < raw.length) throw badRequest('RESULT_ID_DUPLICATE')
  const nextOffset = call.text('next_offset') ?? ''
  if (Buffer.byteLength(nextOffset) > OFFSET_BYTES_MAX) throw badRequest('NEXT_OFFSET_INVALID')
  const button = call.json('button', BUTTON)
  return {
    results: raw.map((result) => resultOf(result, files)),
    next_offset: nextOffset,
    cache_seconds: call.number('cache_time') ?? CACHE_SECONDS,
    is_personal: call.flag('is_personal'),
    ...(button && { button: buttonOf(button) }),
  }
}

function buttonOf({ text, start_parameter }: z.output<typeof BUTTON>): NonNullable<InlineAnswer['button']> {
  return { text, ...(start_parameter && { start_parameter }) }
}

/** Reads the one result of answerGuestQuery. */
export function readGuestAnswer(call: Call, files: Files): InlineResult {
  const raw = call.json('result', RESULT)
  if (!raw) throw badRequest('result is not specified')
  return resultOf(raw, files)
}

function resultOf(raw: RawResult, files: Files): InlineResult {
  const idBytes = Buffer.byteLength(raw.id)
  if (idBytes < 1 || idBytes > ID_BYTES_MAX) throw badRequest('RESULT_ID_INVALID')
  if (raw.type === 'article' && !raw.title)
    throw badRequest("can't parse inline query result: Title is empty")
  const keyboard = raw.reply_markup === undefined ? undefined : checkInlineKeyboard(raw.reply_markup)
  return {
    id: raw.id,
    title: raw.title ?? raw.caption ?? '',
    ...(raw.description && { description: raw.description }),
    content: contentOf(raw, files),
    ...(keyboard && { reply_markup: keyboard }),
  }
}

function contentOf(raw: RawResult, files: Files): Content {
  const words = raw.input_message_content
  if (words) return textOf({ text: words.message_text, parseMode: words.parse_mode, entities: undefined })
  const photo = raw.type === 'photo' && raw.photo_file_id ? files.byId(raw.photo_file_id) : undefined
  if (photo?.kind !== 'photo')
    throw badRequest("can't parse inline query result: Input message content is not specified")
  const caption = captionOf({ text: raw.caption ?? '', parseMode: raw.parse_mode, entities: undefined })
  return { ...photoContent(photo), ...caption }
}
