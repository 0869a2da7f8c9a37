import { GrammyError } from 'grammy'
import type { Dispatcher } from 'undici'
import { createDeadline } from './deadline.ts'
import { type Fate, NO_ANSWER, outcomeOf, SENT } from './outcome.ts'
import { createPost } from './post.ts'

const METHOD = 'sendMessage'

export interface SendOptions {
  readonly token: string
  readonly apiRoot: string
  readonly dispatcher: Dispatcher
  /** From the call to its answer, connecting included. */
  readonly timeoutMs: number
  /** Each message costs Stars, and Telegram takes up to 1,000 a second. */
  readonly isPaid: boolean
}

/**
 * Sends HTML to a chat, to its topic where it has one, and answers what became of it; never throws. The one call that
 * is made for every chat of a fan-out, so it goes straight to undici: grammY's client costs as much again as the call.
 * A call that breaks off may have been accepted: it is tried again, as a message lost is worse than one sent twice.
 */
export function createSend({ token, apiRoot, dispatcher, timeoutMs, isPaid }: SendOptions) {
  const post = createPost(`${apiRoot}/bot${token}/${METHOD}`, dispatcher, createDeadline(timeoutMs))
  return async function send(chat: string, text: string, thread: number | undefined): Promise<Fate> {
    const payload = {
      chat_id: chat,
      text,
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      ...(thread !== undefined && { message_thread_id: thread }),
      ...(isPaid && { allow_paid_broadcast: true }),
    }
    const answer = await post(JSON.stringify(payload))
    if (answer === undefined) return NO_ANSWER
    return answer.status === 200 ? SENT : refusalOf(answer.text, payload)
  }
}

/** Anything but Telegram's own refusal comes from something between us and it, and is no answer. */
function refusalOf(text: string, payload: Record<string, unknown>): Fate {
  const answer = parsed(text)
  const isRefusal =
    typeof answer === 'object' && answer !== null && 'error_code' in answer && 'description' in answer
  if (!isRefusal) return NO_ANSWER
  return outcomeOf(
    new GrammyError(
      `${METHOD} was refused`,
      answer as ConstructorParameters<typeof GrammyError>[1],
      METHOD,
      payload,
    ),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // an error page
  }
}
