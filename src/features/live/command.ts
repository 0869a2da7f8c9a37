import { type Api, GrammyError } from 'grammy'
import { findOrSay } from '../../bot/buttons.ts'
import { AS_HTML, type BotContext, ignoreRefusal, introduce } from '../../bot/context.ts'
import { ADMINISTRATORS, Feature, type FeatureParts } from '../../bot/feature.ts'
import type { Chats } from '../../chats/chats.ts'
import { type MonitorId, monitorRef } from '../../domain/monitor.ts'
import { newest, newestOfAll, type ObservedQuote, parseName } from '../../prices/prices.ts'
import { pinnedOverview } from '../rate/text.ts'

const OFF = ['off', 'no', 'quitar']

/** `/pin`: pins a message that is edited to show the newest prices; `/pin usd` shows one monitor; `/pin off` ends it. */
export function createPin({ access, prices, chats }: FeatureParts): Feature {
  async function pin(
    ctx: BotContext,
    observedQuotes: readonly ObservedQuote[],
    id?: MonitorId,
  ): Promise<string> {
    const { live, noPrices } = ctx.words
    if (observedQuotes.length === 0) return noPrices
    const before = ctx.chatState?.live?.message
    const { api, chatKey: chat, thread } = ctx
    const html = pinnedOverview(ctx.words, { observedQuotes, now: ctx.now })
    const isPinned = await postLive(chats, { api, chat, html, thread, ref: id && monitorRef(id) })
    if (!isPinned) return live.pinNeedsRight
    if (before) await takeDown(ctx, before)
    await introduce(ctx, chats)
    return live.pinned
  }

  async function unpin(ctx: BotContext): Promise<string> {
    const { live } = ctx.words
    if (!ctx.chatState?.live) return live.nothingPinned
    await endLive(chats, ctx)
    return live.unpinned
  }

  async function pressed(ctx: BotContext, id: MonitorId | undefined): Promise<string> {
    if (!id) return pin(ctx, await newestOfAll(prices))
    const observed = await newest(prices, id)
    return observed ? pin(ctx, [observed], id) : ctx.words.oldButton
  }

  const feature = new Feature(access, ADMINISTRATORS)
  feature.command('pin', async (ctx) => {
    const name = parseName(ctx.match)
    if (OFF.includes(name)) return ctx.replyOrEdit(await unpin(ctx))
    if (name === '') return ctx.replyOrEdit(await pressed(ctx, undefined))
    const { observed } = (await findOrSay(ctx, prices, name)) ?? {}
    if (observed) await ctx.replyOrEdit(await pin(ctx, [observed], observed.quote.monitor))
  })
  feature.button('pin', pressed)
  return feature
}

interface LivePost {
  readonly api: Api
  readonly chat: string
  readonly html: string
  readonly thread: number | undefined
  /** The monitor that it shows; undefined for all monitors. */
  readonly ref: string | undefined
}

/** Posts a message, pins it and stores it; deletes it and returns false if we may not pin. */
export async function postLive(
  { live }: Pick<Chats, 'live'>,
  { api, chat, html, thread, ref }: LivePost,
): Promise<boolean> {
  const { message_id } = await api.sendMessage(chat, html, {
    ...AS_HTML,
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
async function takeDown(
  { api, chatKey, words }: Pick<BotContext, 'api' | 'chatKey' | 'words'>,
  message: number,
): Promise<void> {
  await api.editMessageText(chatKey, message, words.live.ended).catch(ignoreRefusal)
  await api.unpinChatMessage(chatKey, message).catch(ignoreRefusal)
}
