import { HttpError, type Transformer } from 'grammy'
import type { ApiResponse } from 'grammy/types'
import type { Connections } from './connections.ts'
import { type Answer, createDeadline, createPost } from './post.ts'

/** Methods that people wait for, and whose parameters are JSON: none of them carries a file. */
const METHODS = ['sendMessage', 'editMessageText', 'answerCallbackQuery', 'answerInlineQuery'] as const

export interface JsonCallsOptions {
  readonly token: string
  readonly apiRoot: string
  readonly connections: Connections
  /** Time limit of a call, connecting included. */
  readonly timeoutMs: number
}

/**
 * Makes the calls that people wait for, in place of grammY's client, which makes an abort controller, a timer and a stream for each.
 * Other methods and calls with a signal of their own are left to it. Throws HttpError where there is no answer.
 */
export function createJsonCalls({ token, apiRoot, connections, timeoutMs }: JsonCallsOptions): Transformer {
  const deadline = createDeadline(timeoutMs)
  const posts = new Map<string, ReturnType<typeof createPost>>(
    METHODS.map((method) => [
      method,
      createPost(`${apiRoot}/bot${token}/${method}`, { connections, deadline, reading: 'all' }),
    ]),
  )
  return async (call, method, payload, signal) => {
    const post = signal === undefined ? posts.get(method) : undefined
    if (!post) return call(method, payload, signal)
    const answer = await post(JSON.stringify(payload), readAnswer)
    if (answer instanceof Error) throw new HttpError(`Network request for '${method}' failed!`, answer)
    return answer
  }
}

/** What Telegram answered, or why that is not known. An answer that is not Telegram's JSON comes from a proxy in between. */
// biome-ignore lint/suspicious/noExplicitAny: as grammY types the answer of any method
function readAnswer(answer: Answer | undefined, failure?: Error): ApiResponse<any> | Error {
  if (!answer) return failure ?? new Error('no answer')
  try {
    const known: unknown = JSON.parse(answer.text)
    // biome-ignore lint/suspicious/noExplicitAny: as above
    if (typeof known === 'object' && known !== null && 'ok' in known) return known as ApiResponse<any>
    return new Error('an answer that is not of the Bot API')
  } catch (error) {
    return failure ?? (error as SyntaxError)
  }
}
