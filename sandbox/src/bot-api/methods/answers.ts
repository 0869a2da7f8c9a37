import type { Call, Methods } from '../../call.ts'
import { badRequest } from '../../errors.ts'
import { BUTTON, RESULT, RESULTS } from '../../inline-results.ts'
import { guestMessageId } from '../../people/say.ts'
import type { State } from '../../state.ts'

const TOAST_LENGTH_MAX = 200
const TOO_OLD = 'query is too old and response timeout expired or query ID is invalid'
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
