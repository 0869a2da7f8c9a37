import { GrammyError } from 'grammy'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Connections } from './http/connections.ts'
import { createDeadline, createPost } from './http/post.ts'
import { NO_ANSWER, SENT, type SendResult, sendResultOf } from './send-result.ts'

export interface SendOptions {
  readonly token: string
  readonly apiRoot: string
  readonly connections: Connections
  /** Time limit of a call, connecting included. */
  readonly timeoutMs: number
  /** Pay Stars for each message; Telegram then accepts up to 1,000 a second. */
  readonly isPaid: boolean
}

/** Rows of buttons under a message. Chats that are sent the same text share one, so that its JSON is written once. */
export interface Keyboard {
  readonly inline_keyboard: readonly (readonly { readonly text: string; readonly callback_data: string }[])[]
}

/** One message: HTML, its topic, and the buttons under it. */
export interface Message {
  readonly text: string
  readonly thread?: number | undefined
  readonly keyboard?: Keyboard | undefined
}

const REMEMBERED_MAX = 500

/** Parameters of every message. */
const parse_mode = 'HTML'
const link_preview_options = { is_disabled: true }

/**
 * Sends a message to a chat, and resolves with the SendResult; never throws. Every chat of a fan-out
 * costs one such call, so it bypasses grammY's client, which would double its cost. A call without an answer is tried again:
 * a message lost is worse than one sent twice.
 */
export function createSend({ token, apiRoot, connections, timeoutMs, isPaid }: SendOptions) {
  const url = `${apiRoot}/bot${token}/sendMessage`
  const call = createCall(url, { connections, timeoutMs })
  const common = { parse_mode, link_preview_options, allow_paid_broadcast: isPaid || undefined }
  const endOf = cacheEnds((text, reply_markup) => ({ text, ...common, reply_markup }))
  return (chat: string, { text, thread, keyboard }: Message): Promise<SendResult> => {
    const payload = { chat_id: chat }
    return thread === undefined
      ? call(payload, joined(payload, endOf(text, keyboard)))
      : call({ ...payload, text, ...common, reply_markup: keyboard, message_thread_id: thread })
  }
}

export type Send = ReturnType<typeof createSend>

/** Replaces the text of a message by HTML, and resolves with the SendResult; never throws. */
export function createEdit({ token, apiRoot, connections, timeoutMs }: Omit<SendOptions, 'isPaid'>) {
  const url = `${apiRoot}/bot${token}/editMessageText`
  const call = createCall(url, { connections, timeoutMs })
  return (chat: string, message: number, text: string): Promise<SendResult> =>
    call({ chat_id: chat, message_id: message, text, parse_mode, link_preview_options })
}

export type Edit = ReturnType<typeof createEdit>

/** The end of a JSON body, after `chat_id`. A fan-out sends the same text to many chats: its JSON is written once for all. */
export function cacheEnds(payloadOf: (text: string, keyboard: Keyboard | undefined) => object) {
  const known = { bare: createEnds(), withButtons: createEnds() }
  return (text: string, keyboard: Keyboard | undefined): Buffer => {
    const ends = keyboard ? known.withButtons : known.bare
    const remembered = ends.get(text)
    if (remembered && remembered.keyboard === keyboard) return remembered.end
    const end = ownBytes(`,${JSON.stringify(payloadOf(text, keyboard)).slice(1)}`)
    ends.set(text, { keyboard, end })
    return end
  }
}

/** Bytes in memory of their own: those of `Buffer.from` keep alive the 64 KiB that they share with others. */
function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** The last end of each text, with the keyboard that is in it. */
const createEnds = () =>
  new LRUCache<string, { readonly keyboard: Keyboard | undefined; readonly end: Buffer }>({
    max: REMEMBERED_MAX,
  })

/** A JSON body from its start and its cached end. */
function joined(payload: { readonly chat_id: string }, end: Buffer): Buffer {
  const start = `{"chat_id":${JSON.stringify(payload.chat_id)}`
  const length = Buffer.byteLength(start)
  const body = Buffer.allocUnsafe(length + end.length)
  body.write(start)
  end.copy(body, length)
  return body
}

function createCall(url: string, { connections, timeoutMs }: Pick<SendOptions, 'connections' | 'timeoutMs'>) {
  const post = createPost(url, { connections, deadline: createDeadline(timeoutMs), reading: 'refusals' })
  const method = url.slice(url.lastIndexOf('/') + 1)
  return (
    payload: Record<string, unknown>,
    body: string | Buffer = JSON.stringify(payload),
  ): Promise<SendResult> =>
    post(body, (answer) => {
      if (answer === undefined) return NO_ANSWER
      return answer.status === 200 ? SENT : refusalOf(answer.text, method, payload)
    })
}

/** A body that is not Telegram's JSON comes from a proxy in between, and counts as no answer. */
function refusalOf(text: string, method: string, payload: Record<string, unknown>): SendResult {
  try {
    const answer = REFUSAL.parse(JSON.parse(text))
    return sendResultOf(new GrammyError(`${method} was refused`, answer as ApiError, method, payload))
  } catch {
    return NO_ANSWER // an error page
  }
}

type ApiError = ConstructorParameters<typeof GrammyError>[1]
const REFUSAL = z.looseObject({
  ok: z.literal(false).catch(false),
  error_code: z.number(),
  description: z.string(),
  parameters: z.object({ retry_after: z.number(), migrate_to_chat_id: z.number() }).partial().optional(),
})
