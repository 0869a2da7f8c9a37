import { GrammyError } from 'grammy'
import { type Post, readAnswer } from './post.ts'
import { NO_ANSWER, SENT, type SendResult, sendResultOf } from './send-result.ts'

/** Rows of buttons under a message. */
export interface Keyboard {
  readonly inline_keyboard: readonly (readonly { readonly text: string; readonly callback_data: string }[])[]
}

/** One message: HTML, its topic, and the buttons under it. */
export interface Message {
  readonly text: string
  readonly thread?: number | undefined
  readonly keyboard?: Keyboard | undefined
}

/** Parameters of every message. */
const COMMON = { parse_mode: 'HTML', link_preview_options: { is_disabled: true } }
/**
 * Sends and edits the messages of pushes; both resolve with the SendResult and never throw. A call without an answer is tried again:
 * a message lost is worse than one sent twice. With `isPaid`, Stars pay for sends above the free limit.
 */
export function createSend(post: Post, isPaid: boolean) {
  async function call(method: string, payload: Readonly<Record<string, unknown>>): Promise<SendResult> {
    const answer = await post(method, payload)
    if (answer instanceof Error) return NO_ANSWER
    // It was accepted, even if the rest of the answer is lost.
    if (answer.status === 200) return SENT
    const refusal = readAnswer(answer)
    if (refusal instanceof Error || refusal.ok) return NO_ANSWER
    return sendResultOf(new GrammyError(`${method} was refused`, refusal, method, payload))
  }

  const send = (chat: string, { text, thread, keyboard }: Message): Promise<SendResult> =>
    call('sendMessage', {
      chat_id: chat,
      text,
      ...COMMON,
      ...(isPaid && { allow_paid_broadcast: true }),
      ...(thread !== undefined && { message_thread_id: thread }),
      reply_markup: keyboard,
    })
  /** Replaces the text of a message. */
  const edit = (chat: string, message: number, text: string): Promise<SendResult> =>
    call('editMessageText', { chat_id: chat, message_id: message, text, ...COMMON })
  return { send, edit }
}

export type Send = ReturnType<typeof createSend>['send']
export type Edit = ReturnType<typeof createSend>['edit']
