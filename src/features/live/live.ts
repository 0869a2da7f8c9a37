import { type Api, GrammyError } from 'grammy'
import type { BotContext } from '../../bot/context.ts'
import type { Chats } from '../../chats/chats.ts'

/** The part of `Chats` that live messages use. */
export type LiveMessages = Pick<Chats, 'channels' | 'live' | 'settings'>

export interface LivePost {
  readonly api: Api
  readonly chat: string
  readonly html: string
  readonly thread?: number
  /** The monitor that it shows; all monitors, if not given. */
  readonly ref?: string
}

/** Posts a message, pins it and stores it; deletes it and returns false if we may not pin. */
export async function postLive(
  { live }: Pick<Chats, 'live'>,
  { api, chat, html, thread, ref }: LivePost,
): Promise<boolean> {
  const { message_id } = await api.sendMessage(chat, html, {
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
    ...(thread !== undefined && { message_thread_id: thread }),
  })
  try {
    await api.pinChatMessage(chat, message_id, { disable_notification: true })
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error
    await api.deleteMessage(chat, message_id).catch(() => undefined) // then it stays as a message that is not updated
    return false
  }
  await live.set(chat, message_id, ref)
  return true
}

/** Ends the live message of a chat, if it has one: edits it to say so, and unpins it. */
export async function endLive({ live }: Pick<Chats, 'live'>, ctx: BotContext): Promise<void> {
  const { message } = ctx.chatState?.live ?? {}
  if (!message) return
  await live.stop(ctx.chatKey)
  await takeDown(ctx, message)
}

/** Marks a live message as ended and unpins it. Telegram's refusals are ignored: it may be deleted, or we may not pin any more. */
export async function takeDown(
  { api, chatKey, words }: Pick<BotContext, 'api' | 'chatKey' | 'words'>,
  message: number,
): Promise<void> {
  for (const work of [
    () => api.editMessageText(chatKey, message, words.live.ended),
    () => api.unpinChatMessage(chatKey, message),
  ])
    await work().catch((error: unknown) => {
      if (!(error instanceof GrammyError)) throw error
    })
}
