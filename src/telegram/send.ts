import type { Api } from 'grammy'
import { type Fate, outcomeOf, SENT } from './outcome.ts'

/** Sends HTML to a chat, to its topic where it has one, and answers what became of it; never throws. */
export const createSend =
  (api: Api) =>
  (chat: string, text: string, thread: number | undefined): Promise<Fate> =>
    api
      .sendMessage(chat, text, {
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
        ...(thread !== undefined && { message_thread_id: thread }),
      })
      .then(() => SENT, outcomeOf)
