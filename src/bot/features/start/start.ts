import { newestOfAll } from '../../../prices/look-up.ts'
import type { ObservedQuote, Prices } from '../../../prices/prices.ts'
import type { Command } from '../../command.ts'
import { monitorButtons } from '../../keyboards.ts'
import { endLive, type LiveMessages } from '../live/live.ts'
import { stoppedButtons } from '../settings/keyboards.ts'
import type { KeptSettings } from '../settings/show-settings.ts'

/** `/help`: what we can do, by the example of the first monitor. */
export const createHelp = (prices: Pick<Prices, 'all'>): Command => ({
  names: ['help', 'ayuda'],
  run: (ctx) => ctx.replyOrEdit(ctx.messages.help(prices.all()[0]?.quote)),
})

/** What is kept of a chat that begins, or comes back. */
export interface Beginnings {
  setLanguage(chat: string, language: string): Promise<void>
  revive(chat: string, shown: readonly ObservedQuote[]): Promise<void>
}

/** `/start`: who we are, all prices, and a button for each. */
export const createStart = (prices: Prices, chats: Beginnings): Command => ({
  names: ['start'],
  async run(ctx) {
    const { chatKey, messages, now } = ctx
    if (ctx.chatState && !ctx.chatState.language && ctx.isPrivate)
      await chats.setLanguage(chatKey, ctx.language)
    const observedQuotes = await newestOfAll(prices)
    if (ctx.isPrivate) await chats.revive(chatKey, observedQuotes)
    const quotes = observedQuotes.map(({ quote }) => quote)
    await ctx.replyOrEdit(messages.welcome({ observedQuotes, now }), monitorButtons('rate', quotes))
  },
})

/** `/stop`: nothing more is sent to the chat by itself; a button, or `/start` in a private chat, takes that back. */
export const createStop = (
  prices: Prices,
  chats: Pick<KeptSettings, 'stop' | 'revive'> & Pick<LiveMessages, 'stopLive'>,
): Command => ({
  names: ['stop', 'parar'],
  changes: true,
  async run(ctx) {
    await endLive(chats, ctx)
    await chats.stop(ctx.chatKey)
    await ctx.replyOrEdit(ctx.messages.settings.stopped(ctx.isPrivate), stoppedButtons(ctx.messages))
  },
  buttons: {
    async resume(ctx) {
      await chats.revive(ctx.chatKey, prices.all())
      await ctx.replyOrEdit(ctx.messages.settings.resumed)
    },
  },
})
