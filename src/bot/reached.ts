import type { Transformer } from 'grammy'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'

const POST = /^(send(?!ChatAction)|copy|forward)/

/** Says of each message that Telegram took in which chat: what that one refused before is over. Nobody waits for it. */
export function noteReached(reached: (chat: string) => Promise<void>, log: Log): Transformer {
  return async (call, method, payload, signal) => {
    const answer = await call(method, payload, signal)
    if (answer.ok && POST.test(method) && 'chat_id' in payload)
      reached(String(payload.chat_id)).catch((error: unknown) =>
        log.debug(
          { chat: payload.chat_id, err: messageOf(error) },
          'that a chat can be reached is not noted',
        ),
      )
    return answer
  }
}
