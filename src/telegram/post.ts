import type { Dispatcher } from 'undici'

/** What came of an answer; `failure` says why its end is missing. */
export interface Answer {
  readonly status: number
  readonly text: string
  readonly failure?: Error
}

export interface PostOptions {
  readonly token: string
  readonly apiRoot: string
  readonly dispatcher: Dispatcher
  /** Time limit of a call (ms). */
  readonly timeoutMs: number
}

const HEADERS = ['content-type', 'application/json']
/** A message that is answered with shows the one it replies to as well. */
const ANSWER_BYTES_MAX = 256 * 1024

/**
 * Posts a method of the Bot API as JSON, and resolves with the answer, or with an Error if none came in time. undici's `request` and
 * grammY's client make streams, timers and abort controllers for each call, which cost as much as the call.
 */
export function createPost({ token, apiRoot, dispatcher, timeoutMs }: PostOptions) {
  const { origin, pathname } = new URL(`${apiRoot}/bot${token}/`)
  const common = { origin, method: 'POST', headers: HEADERS } as const
  const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }

  return (method: string, payload: object): Promise<Answer | Error> => {
    const { promise, resolve } = Promise.withResolvers<Answer | Error>()
    const endsAt = performance.now() + timeoutMs
    const chunks: Buffer[] = []
    let [status, bytes] = [0, 0]
    const answer = (): Answer => ({ status, text: Buffer.concat(chunks).toString() })
    const call = { ...common, ...limits, path: pathname + method, body: JSON.stringify(payload) }
    dispatcher.dispatch(call, {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, code) => {
        status = code
      },
      onResponseData: (controller, chunk) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > ANSWER_BYTES_MAX || performance.now() > endsAt)
          controller.abort(new Error('the answer is too long'))
      },
      onResponseEnd: () => resolve(answer()),
      onResponseError: (_controller, error) =>
        resolve(status > 0 ? { ...answer(), failure: error } : lateOf(error, timeoutMs)),
    })
    return promise
  }
}

export type Post = ReturnType<typeof createPost>

/** A call that took the whole time limit says so, as grammY's client does: it is not tried again. */
const lateOf = (error: Error, timeoutMs: number): Error =>
  error.name === 'HeadersTimeoutError' ? new Error(`timed out after ${timeoutMs} ms`) : error
