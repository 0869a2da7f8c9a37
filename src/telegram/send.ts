import { GrammyError } from 'grammy'
import { LRUCache } from 'lru-cache'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { NO_ANSWER, SENT, type SendResult, sendResultOf } from './send-result.ts'

/** Something that may last too long. */
export interface Pending {
  expire(): void
}

/**
 * One time limit (ms) for many: those that began first expire first, so that one timer is enough for all of them.
 * It keeps no process alive.
 */
export function createDeadline(timeoutMs: number) {
  const pending = new Map<Pending, number>()
  let timer: NodeJS.Timeout | undefined

  function watch(ms: number): void {
    if (timer === undefined) timer = setTimeout(expireLate, ms).unref()
  }

  function expireLate(): void {
    timer = undefined
    const now = performance.now()
    for (const [one, endsAt] of pending) {
      if (endsAt > now) {
        watch(endsAt - now)
        return
      }
      pending.delete(one)
      one.expire()
    }
  }

  return {
    begin(one: Pending): void {
      pending.set(one, performance.now() + timeoutMs)
      watch(timeoutMs)
    },
    end(one: Pending): void {
      pending.delete(one)
    },
  }
}

export type Deadline = ReturnType<typeof createDeadline>

const REFUSAL_BYTES_MAX = 65_536
const HEADERS = ['content-type', 'application/json']

/** An answer, with its text where the status is not 200. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** One call: undici's `request` makes a stream and its own timers for each, which cost more than all of this. */
class Call implements Dispatcher.DispatchHandler, Pending {
  readonly #end: (answer: Answer | undefined) => void
  readonly #deadline: Deadline
  #controller: Dispatcher.DispatchController | undefined
  #status = 0
  #chunks: Buffer[] = []
  #bytes = 0
  #isOver = false

  constructor(deadline: Deadline, end: (answer: Answer | undefined) => void) {
    this.#deadline = deadline
    this.#end = end
    deadline.begin(this)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isOver) controller.abort(new Error('too late to begin'))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#status === 200) return
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes > REFUSAL_BYTES_MAX) controller.abort(new Error('the answer is too long'))
  }

  onResponseEnd(): void {
    const text = this.#chunks.length > 0 ? Buffer.concat(this.#chunks).toString() : ''
    this.#finish({ status: this.#status, text })
  }

  onResponseError(): void {
    this.#breakOff()
  }

  expire(): void {
    this.#breakOff()
    this.#controller?.abort(new Error('no answer in time'))
  }

  /** What was accepted is accepted, even if its answer breaks off; else nobody knows. */
  #breakOff(): void {
    this.#finish(this.#status === 200 ? { status: 200, text: '' } : undefined)
  }

  #finish(answer: Answer | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#deadline.end(this)
    this.#end(answer)
  }
}

/** Posts JSON to one address, and resolves with what is made of the answer: of undefined, where none came in time. */
export function createPost(url: string, dispatcher: Dispatcher, deadline: Deadline) {
  const { origin, pathname: path } = new URL(url)
  return <Result>(body: string | Buffer, judge: (answer: Answer | undefined) => Result): Promise<Result> =>
    new Promise((resolve) =>
      dispatcher.dispatch(
        { origin, path, method: 'POST', headers: HEADERS, headersTimeout: 0, bodyTimeout: 0, body },
        new Call(deadline, (answer) => resolve(judge(answer))),
      ),
    )
}

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
  return (chat: string, text: string, thread: number | undefined): Promise<SendResult> => {
    const payload = { chat_id: chat }
    return thread === undefined
      ? call(payload, joined(payload, endOf(text)))
      : call({ ...payload, text, ...common, message_thread_id: thread })
  }
}

/** Puts HTML in the place of a message's text, and answers what became of it; never throws. */
export function createEdit(options: SendOptions) {
  const call = createCall('editMessageText', options)
  return (chat: string, message: number, text: string): Promise<SendResult> =>
    call({ chat_id: chat, message_id: message, text, parse_mode, link_preview_options })
}

/** How a JSON object with this text ends: a fan-out says the same to many, and it is written once for all of them. */
function rememberEnds(payloadOf: (text: string) => object) {
  const known = new LRUCache<string, Buffer>({ max: REMEMBERED_MAX })
  return (text: string): Buffer => {
    const remembered = known.get(text)
    if (remembered) return remembered
    const end = Buffer.from(`,${JSON.stringify(payloadOf(text)).slice(1)}`)
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
  return (
    payload: Record<string, unknown>,
    body: string | Buffer = JSON.stringify(payload),
  ): Promise<SendResult> =>
    post(body, (answer) => {
      if (answer === undefined) return NO_ANSWER
      return answer.status === 200 ? SENT : refusalOf(answer.text, method, payload)
    })
}

/** Anything but Telegram's own refusal comes from something between us and it, and is no answer. */
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
