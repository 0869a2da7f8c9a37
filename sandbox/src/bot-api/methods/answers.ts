import { z } from 'zod'
import type { Call, Methods } from '../../call.ts'
import { badRequest } from '../../errors.ts'
import { guestMessageId } from '../../people/say.ts'
import type { InlineAnswer, InlineResult, State } from '../../state.ts'
import { textOf } from '../../text.ts'
import { checkInlineKeyboard } from '../../world/keyboard.ts'

const TOAST_LENGTH_MAX = 200
const TOO_OLD = 'query is too old and response timeout expired or query ID is invalid'
const RESULTS_MAX = 50
const ID_BYTES_MAX = 64

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

/** Methods that answer pressed buttons, inline queries and guest queries. */
export function answerMethods({ callbacks, inlines, guests }: State): Methods {
  function answerCallbackQuery(call: Call): true {
    const text = call.text('text') ?? ''
    const url = call.text('url')
    if (text.length > TOAST_LENGTH_MAX) throw badRequest('MESSAGE_TOO_LONG')
    const answer = { show_alert: call.flag('show_alert'), ...(text && { text }), ...(url && { url }) }
    if (!callbacks.answer(call.text('callback_query_id') ?? '', answer)) throw badRequest(TOO_OLD)
    return true
  }

  function answerInlineQuery(call: Call): true {
    const answer = readInlineAnswer(call)
    if (!inlines.answer(call.text('inline_query_id') ?? '', answer)) throw badRequest(TOO_OLD)
    return true
  }

  function answerGuestQuery(call: Call): { inline_message_id: string } {
    const id = call.text('guest_query_id') ?? ''
    if (!guests.answer(id, readGuestAnswer(call))) throw badRequest(TOO_OLD)
    return { inline_message_id: guestMessageId(id) }
  }

  return { answerCallbackQuery, answerInlineQuery, answerGuestQuery }
}

/** Reads the parameters of answerInlineQuery; articles are supported. */
function readInlineAnswer(call: Call): InlineAnswer {
  const raw = call.json('results', z.array(RESULT)) ?? []
  if (raw.length > RESULTS_MAX) throw badRequest('RESULTS_TOO_MUCH')
  if (new Set(raw.map(({ id }) => id)).size < raw.length) throw badRequest('RESULT_ID_DUPLICATE')
  const button = call.json('button', BUTTON)
  return {
    results: raw.map(resultOf),
    ...(button && { button }),
  }
}

/** Reads the one result of answerGuestQuery. */
function readGuestAnswer(call: Call): InlineResult {
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
