import type { ApiResponse } from 'grammy/types'
import type { Dispatcher } from 'undici'
import { z } from 'zod'

/** What came of an answer; `failure` says why its end is missing. */
export interface Answer {
  readonly status: number
  /** Returns the body; that of an accepted message is not read. */
  readonly text: () => string
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
 * grammY's client make streams and abort controllers for each call, which cost as much as the call. The limit is ours, as that of
 * undici leaves out the wait for a connection and is coarse: a call that went out later might be sent by another process too.
 */
export function createPost({ token, apiRoot, dispatcher, timeoutMs }: PostOptions) {
  const { origin, pathname } = new URL(`${apiRoot}/bot${token}/`)
  const common = { origin, method: 'POST', headers: HEADERS, headersTimeout: 0, bodyTimeout: 0 } as const

  return (method: string, payload: object): Promise<Answer | Error> => {
    const { promise, resolve } = Promise.withResolvers<Answer | Error>()
    const chunks: Buffer[] = []
    let [status, bytes] = [0, 0]
    let controller: Dispatcher.DispatchController | undefined
    let late: Error | undefined
    const answer = (): Answer => ({ status, text: () => Buffer.concat(chunks).toString() })
    const end = (failure?: Error): void => {
      clearTimeout(timer)
      if (!failure) resolve(answer())
      else resolve(status > 0 ? { ...answer(), failure } : failure)
    }
    const timer = setTimeout(() => {
      late = new Error(`timed out after ${timeoutMs} ms`)
      end(late)
      controller?.abort(late)
    }, timeoutMs).unref()
    const call = { ...common, path: pathname + method, body: JSON.stringify(payload) }
    dispatcher.dispatch(call, {
      onRequestStart: (begun) => {
        controller = begun
        if (late) begun.abort(late)
      },
      onResponseStart: (_controller, code) => {
        status = code
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > ANSWER_BYTES_MAX) controller?.abort(new Error('the answer is too long'))
      },
      onResponseEnd: () => end(),
      onResponseError: (_controller, error) => end(error),
    })
    return promise
  }
}

export type Post = ReturnType<typeof createPost>

/** What Telegram answered, or why that is not known. An answer that is not Telegram's JSON comes from a proxy in between. */
export function readAnswer({ text, failure }: Answer): ApiResponse<never> | Error {
  try {
    return ANSWER.parse(JSON.parse(text())) as ApiResponse<never>
  } catch (error) {
    return failure ?? (error as Error)
  }
}

const ANSWER = z.union([
  z.looseObject({ ok: z.literal(true) }),
  z.looseObject({
    ok: z.literal(false).catch(false),
    error_code: z.number(),
    description: z.string(),
    parameters: z.object({ retry_after: z.number(), migrate_to_chat_id: z.number() }).partial().optional(),
  }),
])
