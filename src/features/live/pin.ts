import { type BotContext, introduce, preferredBy } from '../../bot/context.ts'
import { type Access, ADMINISTRATORS, Feature } from '../../bot/feature.ts'
import { type MonitorId, monitorRef } from '../../domain/monitor.ts'
import { lookUp, newest, newestOfAll, notFound, parseName } from '../../prices/look-up.ts'
import type { ObservedQuote, Prices } from '../../prices/prices.ts'
import { pinnedOverview } from '../rate/text.ts'
import { endLive, type LiveMessages, postLive, takeDown } from './live.ts'

const OFF = ['off', 'no', 'quitar']

/** `/pin`: pins a message that is edited to show the newest prices; `/pin usd` shows one monitor; `/pin off` ends it. */
export function createPin(access: Access, prices: Prices, chats: LiveMessages): Feature {
  async function pin(
    ctx: BotContext,
    observedQuotes: readonly ObservedQuote[],
    id?: MonitorId,
  ): Promise<string> {
    const { live, noPrices } = ctx.words
    if (observedQuotes.length === 0) return noPrices
    const before = ctx.chatState?.live?.message
    const isPinned = await postLive(chats, {
      api: ctx.api,
      chat: ctx.chatKey,
      html: pinnedOverview(ctx.words, { observedQuotes, now: ctx.now }),
      ...(ctx.thread !== undefined && { thread: ctx.thread }),
      ...(id && { ref: monitorRef(id) }),
    })
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

  async function named(ctx: BotContext, name: string): Promise<string> {
    const found = await lookUp(prices, name, preferredBy(ctx.chatState))
    if (found.kind !== 'one') return notFound(ctx.words, prices, name, false)
    return pin(ctx, [found.observed], found.observed.quote.monitor)
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
    await ctx.replyOrEdit(name === '' ? await pressed(ctx, undefined) : await named(ctx, name))
  })
  feature.button('pin', pressed)
  return feature
}
