import { z } from 'zod'
import type { Call, Methods } from '../../call.ts'
import { badRequest } from '../../errors.ts'
import { guestMessageId } from '../../people/say.ts'
import type { InlineResult, State } from '../../state.ts'
import { textOf } from '../../text.ts'
import { INLINE } from '../../world/keyboard.ts'

const TOAST_LENGTH_MAX = 200
const TOO_OLD = 'query is too old and response timeout expired or query ID is invalid'
const RESULTS_MAX = 50
const ID_BYTES_MAX = 64

const RESULT = z
  .looseObject({
    id: z.coerce
      .string()
      .refine((id) => id !== '' && Buffer.byteLength(id) <= ID_BYTES_MAX, 'RESULT_ID_INVALID'),
    title: z
      .string()
      .default('')
      .refine((title) => title !== '', "can't parse inline query result: Title is empty"),
    description: z.string().optional(),
    input_message_content: z.looseObject({ message_text: z.string(), parse_mode: z.string().optional() }),
    reply_markup: INLINE.optional(),
  })
  .transform(({ id, title, description, reply_markup, input_message_content: words }): InlineResult => {
    const content = textOf(words.message_text, words.parse_mode)
    return { id, title, description, content, ...(reply_markup && { reply_markup }) }
  })
const RESULTS = z
  .array(RESULT)
  .refine(({ length }) => length <= RESULTS_MAX, 'RESULTS_TOO_MUCH')
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'RESULT_ID_DUPLICATE')
const BUTTON = z.object({ text: z.string(), start_parameter: z.string().default('') })

/** Methods that answer pressed buttons, inline queries and guest queries; results are articles. */
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
    const answer = { results: call.json('results', RESULTS) ?? [], button: call.json('button', BUTTON) }
    if (!inlines.answer(call.text('inline_query_id') ?? '', answer)) throw badRequest(TOO_OLD)
    return true
  }

  function answerGuestQuery(call: Call): { inline_message_id: string } {
    const id = call.text('guest_query_id') ?? ''
    const result = call.json('result', RESULT)
    if (!result) throw badRequest('result is not specified')
    if (!guests.answer(id, result)) throw badRequest(TOO_OLD)
    return { inline_message_id: guestMessageId(id) }
  }

  return { answerCallbackQuery, answerInlineQuery, answerGuestQuery }
}
