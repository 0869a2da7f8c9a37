import { GrammyError } from 'grammy'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { createDeadline } from './deadline.ts'
import { type Fate, NO_ANSWER, outcomeOf, SENT } from './outcome.ts'
import { createPost } from './post.ts'

export interface SendOptions {
  readonly token: string
  readonly apiRoot: string
  readonly dispatcher: Dispatcher
  /** From the call to its answer, connecting included. */
  readonly timeoutMs: number
  /** Each message costs Stars, and Telegram takes up to 1,000 a second. */
  readonly isPaid: boolean
}

const REMEMBERED_MAX = 500

/** What a message is, beside its text. */
const parse_mode = 'HTML'
const link_preview_options = { is_disabled: true }

/**
 * Sends HTML to a chat, to its topic where it has one, and answers what became of it; never throws. The one call that
 * is made for every chat of a fan-out, so it goes straight to undici: grammY's client costs as much again as the call.
 * A call that breaks off may have been accepted: it is tried again, as a message lost is worse than one sent twice.
 */
export function createSend(options: SendOptions) {
  const call = createCall('sendMessage', options)
  const common = { parse_mode, link_preview_options, allow_paid_broadcast: options.isPaid || undefined }
  const endOf = rememberEnds((text) => ({ text, ...common }))
  return (chat: string, text: string, thread: number | undefined): Promise<Fate> => {
    const payload = { chat_id: chat }
    return thread === undefined
      ? call(payload, joined(payload, endOf(text)))
      : call({ ...payload, text, ...common, message_thread_id: thread })
  }
}

/** Puts HTML in the place of a message's text, and answers what became of it; never throws. */
export function createEdit(options: SendOptions) {
  const call = createCall('editMessageText', options)
  return (chat: string, message: number, text: string): Promise<Fate> =>
    call({ chat_id: chat, message_id: message, text, parse_mode, link_preview_options })
}

/** How a JSON object with this text ends: a fan-out says the same to many, and it is written once for all of them. */
function rememberEnds(payloadOf: (text: string) => object) {
  const known = new Map<string, Buffer>()
  return (text: string): Buffer => {
    const remembered = known.get(text)
    if (remembered) return remembered
    const end = Buffer.from(`,${JSON.stringify(payloadOf(text)).slice(1)}`)
    if (known.size >= REMEMBERED_MAX) known.clear()
    known.set(text, end)
    return end
  }
}

/** A JSON object whose end was written before. */
function joined(payload: { readonly chat_id: string }, end: Buffer): Buffer {
  const start = `{"chat_id":${JSON.stringify(payload.chat_id)}`
  const length = Buffer.byteLength(start)
  const body = Buffer.allocUnsafe(length + end.length)
  body.write(start)
  end.copy(body, length)
  return body
}

function createCall(method: string, { token, apiRoot, dispatcher, timeoutMs }: SendOptions) {
  const post = createPost(`${apiRoot}/bot${token}/${method}`, dispatcher, createDeadline(timeoutMs))
  return (payload: Record<string, unknown>, body: string | Buffer = JSON.stringify(payload)): Promise<Fate> =>
    post(body, (answer) => {
      if (answer === undefined) return NO_ANSWER
      return answer.status === 200 ? SENT : refusalOf(answer.text, method, payload)
    })
}

/** Anything but Telegram's own refusal comes from something between us and it, and is no answer. */
function refusalOf(text: string, method: string, payload: Record<string, unknown>): Fate {
  try {
    const answer = REFUSAL.parse(JSON.parse(text))
    return outcomeOf(new GrammyError(`${method} was refused`, answer as ApiError, method, payload))
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
