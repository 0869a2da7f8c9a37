import { GrammyError, HttpError } from 'grammy'
import { describe, expect, test } from 'vitest'
import { floodPauseMs, isTokenRefused, sendResultOf } from '../../../src/telegram/send-result.ts'

const refusal = (error_code: number, description: string, parameters = {}, payload = {}): GrammyError =>
  new GrammyError(
    "Call to 'sendMessage' failed!",
    { ok: false, error_code, description, parameters },
    'sendMessage',
    payload,
  )

describe('sendResultOf', () => {
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

  test('a 429 pauses for the time that Telegram gives', () => {
    const flood = refusal(429, 'Too Many Requests: retry after 7', { retry_after: 7 })
    expect(sendResultOf(flood)).toEqual({ kind: 'pause', reason: 'flood_limit', afterMs: 7_000 })
  })

  test('a 429 that gives the time in its text only is read too', () => {
    expect(sendResultOf(refusal(429, 'Too Many Requests: retry after 12'))).toEqual({
      kind: 'pause',
      reason: 'flood_limit',
      afterMs: 12_000,
    })
    expect(sendResultOf(refusal(429, 'Too Many Requests'))).toEqual({
      kind: 'pause',
      reason: 'flood_limit',
      afterMs: 3_000,
    })
  })

  test('a 429 that gives no time, or none to wait, pauses for three seconds', () => {
    const flood = { ok: false, error_code: 429, description: 'Too Many Requests' } as const
    expect(floodPauseMs(flood)).toBe(3_000)
    expect(floodPauseMs({ ...flood, parameters: { retry_after: 0 } })).toBe(3_000)
    expect(floodPauseMs({ ...flood, error_code: 400, parameters: { retry_after: 9 } })).toBe(0)
  })

  test('a group that became a supergroup has migrated', () => {
    const moved = refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
      migrate_to_chat_id: -1001234567890,
    })
    expect(sendResultOf(moved)).toEqual({ kind: 'migrated', toChatId: '-1001234567890' })
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

  test('a migration counts before any other refusal', () => {
    const moved = refusal(403, 'Forbidden: the group chat was deleted', { migrate_to_chat_id: -1001 })
    expect(sendResultOf(moved)).toEqual({ kind: 'migrated', toChatId: '-1001' })
  })

  test('an edit that changes nothing counts as sent', () => {
    const same =
      'Bad Request: message is not modified: specified new message content and reply markup are exactly the same'
    expect(sendResultOf(refusal(400, same))).toEqual({ kind: 'sent' })
  })

  test('a call without an answer is tried again', () => {
    const lost = new HttpError("Network request for 'sendMessage' failed!", new Error('ECONNRESET'))
    expect(sendResultOf(lost)).toEqual({ kind: 'retry', afterMs: 1_000 })
  })

  test('a refused token pauses every sender', () => {
    expect(sendResultOf(refusal(401, 'Unauthorized'))).toEqual({
      kind: 'pause',
      reason: 'token_refused',
      afterMs: 60_000,
    })
    expect(isTokenRefused(refusal(404, 'Not Found'))).toBe(true)
    expect(isTokenRefused(refusal(400, 'Bad Request: chat not found'))).toBe(false)
  })

  test('an empty balance of Stars pauses every sender, and parks no chat', () => {
    const poor = refusal(400, 'Bad Request: BALANCE_TOO_LOW')
    expect(sendResultOf(poor)).toEqual({ kind: 'pause', reason: 'no_stars', afterMs: 60_000 })
  })

  test('an error that is not from Telegram fails with its message', () => {
    expect(sendResultOf(new TypeError('x is undefined'))).toEqual({ kind: 'fail', reason: 'x is undefined' })
  })
})
