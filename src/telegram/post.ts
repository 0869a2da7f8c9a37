import type { Dispatcher } from 'undici'
import type { Deadline, Pending } from './deadline.ts'

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
