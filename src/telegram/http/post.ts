import type { Dispatcher } from 'undici'
import type { Connection, Connections, Call as QueuedCall } from './connections.ts'

/** Something with a time limit (ms). */
export interface Pending {
  expire(timeoutMs: number): void
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
      one.expire(timeoutMs)
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

/** A message that is answered with shows the one it replies to as well. */
const BYTES_MAX = { refusals: 65_536, all: 1_048_576 } as const
const HEADERS = ['content-type', 'application/json']

/** An answer; where only refusals are read, the text of one with status 200 is empty. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** Which answers are read. */
export type Reading = keyof typeof BYTES_MAX

/** Takes the answer, or why there is none; both for an answer that was cut off. */
type End = (answer: Answer | undefined, failure?: Error) => void

/** One HTTP call. undici's `request` makes a stream and timers for each call, which cost more than this class. */
class Call implements QueuedCall, Pending {
  connection: Connection | undefined
  readonly #end: End
  readonly #connections: Connections
  readonly #deadline: Deadline
  readonly #reading: Reading
  #controller: Dispatcher.DispatchController | undefined
  #status = 0
  #chunks: Buffer[] | undefined
  #bytes = 0
  #isOver = false

  constructor({ connections, deadline, reading }: PostOptions, end: End) {
    this.#connections = connections
    this.#deadline = deadline
    this.#reading = reading
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
    if (this.#isAccepted()) return
    this.#chunks ??= []
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes > BYTES_MAX[this.#reading]) controller.abort(new Error('the answer is too long'))
  }

  onResponseEnd(): void {
    this.#giveBack()
    this.#finish(this.#answer())
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#giveBack()
    this.#finishEarly(error)
  }

  expire(timeoutMs: number): void {
    const late = new Error(`timed out after ${timeoutMs} ms`)
    this.#finishEarly(late)
    this.#controller?.abort(late)
  }

  /** Status 200 means accepted: where only refusals are read, nothing more of the answer is wanted. */
  #isAccepted(): boolean {
    return this.#status === 200 && this.#reading === 'refusals'
  }

  #answer(): Answer {
    return { status: this.#status, text: this.#chunks ? Buffer.concat(this.#chunks).toString() : '' }
  }

  /**
   * A message that was accepted stays so if the rest of the answer is lost, and one that was refused too, if what came says
   * why. Otherwise the outcome is not known.
   */
  #finishEarly(failure: Error): void {
    const isRefused = this.#status >= 400 && this.#chunks !== undefined
    this.#finish(this.#isAccepted() || isRefused ? this.#answer() : undefined, failure)
  }

  /** Not before undici has ended the call: one that was late still uses its connection. */
  #giveBack(): void {
    if (this.connection) this.#connections.giveBack(this.connection)
    this.connection = undefined
  }

  #finish(answer: Answer | undefined, failure?: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#deadline.end(this)
    this.#end(answer, failure)
  }
}

export interface PostOptions {
  readonly connections: Connections
  readonly deadline: Deadline
  readonly reading: Reading
}

/** Posts JSON to one URL, and resolves with what `judge` makes of the answer; it gets undefined and why if none came in time. */
export function createPost(url: string, options: PostOptions) {
  const { pathname: path } = new URL(url)
  return <Result>(
    body: string | Buffer,
    judge: (answer: Answer | undefined, failure?: Error) => Result,
  ): Promise<Result> =>
    new Promise((resolve) =>
      options.connections.begin(
        { path, method: 'POST', headers: HEADERS, headersTimeout: 0, bodyTimeout: 0, body },
        new Call(options, (answer, failure) => resolve(judge(answer, failure))),
      ),
    )
}
