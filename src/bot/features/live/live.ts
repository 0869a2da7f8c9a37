import { type Api, GrammyError } from 'grammy'
import type { Chats } from '../../../chats/chats.ts'
import type { BotContext } from '../../context.ts'

/** What is kept of live messages. */
export type LiveMessages = Pick<Chats, 'live' | 'settings'>

export interface LivePost {
  readonly api: Api
  readonly chat: string
  readonly html: string
  readonly thread?: number
  /** The one monitor that it shows; all, if not given. */
  readonly ref?: string
}

/** Posts a message, pins it and remembers it; false, and nothing stays, where we may not pin. */
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
    await api.deleteMessage(chat, message_id).catch(() => undefined) // it is a message like any other then
    return false
  }
  await live.set(chat, message_id, ref)
  return true
}

/** Ends the live message of a chat that has one: it says so itself, and is unpinned. */
export async function endLive({ live }: Pick<Chats, 'live'>, ctx: BotContext): Promise<void> {
  const { message } = ctx.chatState?.live ?? {}
  if (!message) return
  await live.stop(ctx.chatKey)
  await takeDown(ctx, message)
}

/** Somebody may have deleted or unpinned it already, or taken the right away. */
export async function takeDown(
  { api, chatKey, messages }: Pick<BotContext, 'api' | 'chatKey' | 'messages'>,
  message: number,
): Promise<void> {
  for (const work of [
    () => api.editMessageText(chatKey, message, messages.liveWords.ended),
    () => api.unpinChatMessage(chatKey, message),
  ])
    await work().catch((error: unknown) => {
      if (!(error instanceof GrammyError)) throw error
    })
}
