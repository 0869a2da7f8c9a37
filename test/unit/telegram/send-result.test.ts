import { HttpError } from 'grammy'
import { expect, test } from 'vitest'
import { isTokenRefused, sendResultOf } from '../../../src/telegram/send-result.ts'
import { refusal } from './refusal.ts'

test.each([
  [403, 'Forbidden: bot was blocked by the user'],
  [403, 'Forbidden: user is deactivated'],
  [403, 'Forbidden: bot was kicked from the group chat'],
  [403, 'Forbidden: bot was kicked from the supergroup chat'],
  [403, 'Forbidden: bot was kicked from the channel chat'],
  [403, 'Forbidden: bot was kicked from the chat'],
  [403, 'Forbidden: bot is not a member of the supergroup chat'],
  [403, "Forbidden: bot can't send messages to bots"],
  [403, "Forbidden: bots can't send messages to bots"],
  [403, 'Forbidden: USER_IS_BLOCKED'],
  [403, 'Forbidden: USER_DELETED'],
  [400, 'Bad Request: CHANNEL_PRIVATE'],
  [403, 'Forbidden: bot is not a member of the channel chat'],
  [403, 'Forbidden: the group chat was deleted'],
  [403, "Forbidden: bot can't initiate conversation with a user"],
  [400, 'Bad Request: chat not found'],
  [400, 'Bad Request: user not found'],
  [400, 'Bad Request: group chat was deactivated'],
  [400, 'Bad Request: PEER_ID_INVALID'],
])('a chat that is gone is unreachable: %i %s', (code, description) => {
  expect(sendResultOf(refusal(code, description))).toEqual({ kind: 'unreachable', reason: description })
})

test.each([
  [403, "Forbidden: bot can't send messages to the user"],
  [403, 'Forbidden: ALLOW_PAYMENT_REQUIRED_5'],
  [403, 'Forbidden: words that Telegram has not used yet'],
  [400, 'Bad Request: not enough rights to send text messages to the chat'],
  [400, 'Bad Request: have no rights to send a message'],
  [400, 'Bad Request: need administrator rights in the channel chat'],
  [400, 'Bad Request: CHAT_FORBIDDEN'],
  [400, 'Bad Request: CHAT_WRITE_FORBIDDEN'],
  [400, 'Bad Request: CHAT_SEND_PLAIN_FORBIDDEN'],
  [400, 'Bad Request: CHAT_GUEST_SEND_FORBIDDEN'],
  [400, 'Bad Request: CHAT_RESTRICTED'],
  [400, 'Bad Request: CHAT_ADMIN_REQUIRED'],
  [400, 'Bad Request: USER_BANNED_IN_CHANNEL'],
  [400, 'Bad Request: TOPIC_CLOSED'],
])('a chat that may open again is tried again in ten minutes, as a soft refusal: %i %s', (code, text) => {
  const softRefusal = code === 403 ? 'person' : 'rights'
  expect(sendResultOf(refusal(code, text))).toEqual({ kind: 'retry', afterMs: 600_000, softRefusal })
})

test.each([
  [500, 'Internal Server Error'],
  [502, 'Bad Gateway'],
  [504, 'Gateway Timeout'],
  [409, 'Conflict: terminated by other getUpdates request'],
])("a failure of Telegram's own is tried again: %i %s", (code, description) => {
  expect(sendResultOf(refusal(code, description))).toEqual({ kind: 'retry', afterMs: 2_000 })
})

test.each([
  ['Bad Request: can\'t parse entities: Unsupported start tag "x" at byte offset 0'],
  ['Bad Request: message is too long'],
  ['Bad Request: message text is empty'],
  ['Bad Request: BUTTON_DATA_INVALID'],
  ['Bad Request: chat_id is empty'],
])('a message that Telegram cannot accept fails: %s', (description) => {
  expect(sendResultOf(refusal(400, description))).toEqual({ kind: 'fail', reason: description })
})

const flood = 'Too Many Requests'
const pause = (reason: string, afterMs: number) => ({ kind: 'pause', reason, afterMs })
const UPGRADED = refusal(403, 'Forbidden: the group chat was deleted', { migrate_to_chat_id: -1001234567890 })
const SAME = 'Bad Request: message is not modified: specified new message content is the same'
const UNANSWERED = new HttpError("Network request for 'sendMessage' failed!", new Error('ECONNRESET'))

test.each([
  ['a 429 pauses for its time', refusal(429, flood, { retry_after: 7 }), pause('flood_limit', 7_000)],
  ['a 429 may give its time as text', refusal(429, `${flood}: retry after 12`), pause('flood_limit', 12_000)],
  ['a 429 without a time', refusal(429, flood), pause('flood_limit', 3_000)],
  ['a supergroup, whatever else is said', UPGRADED, { kind: 'migrated', toChatId: '-1001234567890' }],
  ['an edit that changes nothing', refusal(400, SAME), { kind: 'sent' }],
  ['a call without an answer', UNANSWERED, { kind: 'retry', afterMs: 1_000 }],
  ['a refused token', refusal(401, 'Unauthorized'), pause('token_refused', 60_000)],
  ['no Stars left', refusal(400, 'Bad Request: BALANCE_TOO_LOW'), pause('no_stars', 60_000)],
])('%s', (_, error, sendResult) => {
  expect(sendResultOf(error)).toEqual(sendResult)
})

test.each([
  ['Bad Request: message thread not found'],
  ['Bad Request: TOPIC_CLOSED'],
  ['Bad Request: TOPIC_DELETED'],
  ['Bad Request: TOPIC_ID_INVALID'],
])('a topic that is gone is distinguished from a chat that is gone: %s', (reason) => {
  const payload = { message_thread_id: 7 }
  expect(sendResultOf(refusal(400, reason, {}, payload))).toEqual({ kind: 'topicless', reason })
})

test('a token in the wrong form is refused too', () => {
  expect(isTokenRefused(refusal(404, 'Not Found'))).toBe(true)
  expect(isTokenRefused(refusal(400, 'Bad Request: chat not found'))).toBe(false)
})

test('an error that is not from Telegram fails with its message', () => {
  expect(sendResultOf(new TypeError('x is undefined'))).toEqual({ kind: 'fail', reason: 'x is undefined' })
})
