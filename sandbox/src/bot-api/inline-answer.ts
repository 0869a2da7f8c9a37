import { z } from 'zod'
import type { Call } from '../call.ts'
import { badRequest } from '../errors.ts'
import type { InlineAnswer, InlineResult } from '../state.ts'
import { textOf } from '../text/text.ts'
import { checkInlineKeyboard } from '../world/keyboard.ts'

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
  reply_markup: z.unknown().optional(),
})
const BUTTON = z.object({ text: z.string(), start_parameter: z.string().default('') })

/** Reads the parameters of answerInlineQuery; articles are supported. */
export function readInlineAnswer(call: Call): InlineAnswer {
  const raw = call.json('results', z.array(RESULT)) ?? []
  if (raw.length > RESULTS_MAX) throw badRequest('RESULTS_TOO_MUCH')
  if (new Set(raw.map(({ id }) => id)).size < raw.length) throw badRequest('RESULT_ID_DUPLICATE')
  const nextOffset = call.text('next_offset') ?? ''
  if (Buffer.byteLength(nextOffset) > OFFSET_BYTES_MAX) throw badRequest('NEXT_OFFSET_INVALID')
  const button = call.json('button', BUTTON)
  return {
    results: raw.map(resultOf),
    next_offset: nextOffset,
    cache_seconds: call.number('cache_time') ?? CACHE_SECONDS,
    is_personal: call.flag('is_personal'),
    ...(button && { button }),
  }
}

/** Reads the one result of answerGuestQuery. */
export function readGuestAnswer(call: Call): InlineResult {
  const raw = call.json('result', RESULT)
  if (!raw) throw badRequest('result is not specified')
  return resultOf(raw)
}

function resultOf(raw: z.output<typeof RESULT>): InlineResult {
  const idBytes = Buffer.byteLength(raw.id)
  if (idBytes < 1 || idBytes > ID_BYTES_MAX) throw badRequest('RESULT_ID_INVALID')
  if (raw.type === 'article' && !raw.title)
    throw badRequest("can't parse inline query result: Title is empty")
  const words = raw.input_message_content
  if (!words) throw badRequest("can't parse inline query result: Input message content is not specified")
  const keyboard = raw.reply_markup === undefined ? undefined : checkInlineKeyboard(raw.reply_markup)
  return {
    id: raw.id,
    title: raw.title ?? '',
    ...(raw.description && { description: raw.description }),
    content: textOf(words.message_text, words.parse_mode),
    ...(keyboard && { reply_markup: keyboard }),
  }
}
