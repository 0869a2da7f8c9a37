import { GrammyError } from 'grammy'
import { type Dispatcher, request } from 'undici'
import { type Fate, outcomeOf, SENT } from './outcome.ts'
import { CONNECT_TIMEOUT_MS } from './transport.ts'

const NO_ANSWER: Fate = { kind: 'retry', afterMs: 1_000 }
const METHOD = 'sendMessage'

export interface SendOptions {
  readonly token: string
  readonly apiRoot: string
  readonly dispatcher: Dispatcher
  /** From the call to its answer, connecting included; more than 5 s. */
  readonly timeoutMs: number
}

/**
 * Sends HTML to a chat, to its topic where it has one, and answers what became of it; never throws. The one call that
 * is made for every chat of a fan-out, so it goes straight to undici: grammY's client costs as much again as the call.
 */
export function createSend({ token, apiRoot, dispatcher, timeoutMs }: SendOptions) {
  const url = `${apiRoot}/bot${token}/${METHOD}`
  const headers = { 'content-type': 'application/json' }
  // A total deadline without a timer for each message: the connection has a limit of its own, the rest shares what is left.
  const left = timeoutMs - CONNECT_TIMEOUT_MS
  const limits = { headersTimeout: left * 0.75, bodyTimeout: left * 0.25 }
  return async function send(chat: string, text: string, thread: number | undefined): Promise<Fate> {
    const payload = {
      chat_id: chat,
      text,
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      ...(thread !== undefined && { message_thread_id: thread }),
    }
    const body = JSON.stringify(payload)
    try {
      const answer = await request(url, { dispatcher, method: 'POST', headers, body, ...limits })
      if (answer.statusCode === 200) {
        await answer.body.dump()
        return SENT
      }
      return refusalOf(await answer.body.json(), payload)
    } catch {
      return NO_ANSWER
    }
  }
}

/** Anything but Telegram's own refusal comes from something between us and it, and is no answer. */
function refusalOf(answer: unknown, payload: Record<string, unknown>): Fate {
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
