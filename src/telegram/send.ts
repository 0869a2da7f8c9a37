import { GrammyError } from 'grammy'
import { LRUCache } from 'lru-cache'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { NO_ANSWER, SENT, type SendResult, sendResultOf } from './send-result.ts'

/** Something with a time limit. */
export interface Pending {
  expire(): void
}

/**
 * One time limit (ms) for many calls. Calls expire in the order that they began, so one timer is enough for all of them.
 * The timer does not keep the process alive.
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

/** An answer; its text is read only where the status is not 200. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** One HTTP call. undici's `request` makes a stream and timers for each call, which cost more than this class. */
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
    this.#finishEarly()
  }

  expire(): void {
    this.#finishEarly()
    this.#controller?.abort(new Error('no answer in time'))
  }

  /** Status 200 means accepted, even if the rest of the answer is lost; otherwise the outcome is not known. */
  #finishEarly(): void {
    this.#finish(this.#status === 200 ? { status: 200, text: '' } : undefined)
  }

  #finish(answer: Answer | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#deadline.end(this)
    this.#end(answer)
  }
}

/** Posts JSON to one URL, and resolves with what `judge` makes of the answer; it gets undefined if none came in time. */
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
export function createSend({ token, apiRoot, dispatcher, timeoutMs, isPaid }: SendOptions) {
  const url = `${apiRoot}/bot${token}/sendMessage`
  const call = createCall(url, createPost(url, dispatcher, createDeadline(timeoutMs)))
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
export function createEdit({ token, apiRoot, dispatcher, timeoutMs }: Omit<SendOptions, 'isPaid'>) {
  const url = `${apiRoot}/bot${token}/editMessageText`
  const call = createCall(url, createPost(url, dispatcher, createDeadline(timeoutMs)))
  return (chat: string, message: number, text: string): Promise<SendResult> =>
    call({ chat_id: chat, message_id: message, text, parse_mode, link_preview_options })
}

export type Edit = ReturnType<typeof createEdit>

/** The end of a JSON body, after `chat_id`. A fan-out sends the same text to many chats: its JSON is written once for all. */
function cacheEnds(payloadOf: (text: string, keyboard: Keyboard | undefined) => object) {
  const known = { bare: createEnds(), withButtons: createEnds() }
  return (text: string, keyboard: Keyboard | undefined): Buffer => {
    const ends = keyboard ? known.withButtons : known.bare
    const remembered = ends.get(text)
    if (remembered && remembered.keyboard === keyboard) return remembered.end
    const end = Buffer.from(`,${JSON.stringify(payloadOf(text, keyboard)).slice(1)}`)
    ends.set(text, { keyboard, end })
    return end
  }
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

function createCall(url: string, post: ReturnType<typeof createPost>) {
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
