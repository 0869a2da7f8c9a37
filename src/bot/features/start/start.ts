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
  run: (turn) => turn.answer(turn.messages.help(prices.all()[0]?.quote)),
})

/** What is kept of a chat that begins, or comes back. */
export interface Beginnings {
  setLanguage(chat: string, language: string): Promise<void>
  revive(chat: string, shown: readonly ObservedQuote[]): Promise<void>
}

/** `/start`: who we are, all prices, and a button for each. */
export const createStart = (prices: Prices, chats: Beginnings): Command => ({
  names: ['start'],
  async run(turn) {
    const { chat, messages, now } = turn
    if (turn.chatState && !turn.chatState.language && turn.isPrivate)
      await chats.setLanguage(chat, turn.language)
    const observedQuotes = await newestOfAll(prices)
    if (turn.isPrivate) await chats.revive(chat, observedQuotes)
    const quotes = observedQuotes.map(({ quote }) => quote)
    await turn.answer(messages.welcome({ observedQuotes, now }), monitorButtons('rate', quotes))
  },
})

/** `/stop`: nothing more is sent to the chat by itself; a button, or `/start` in a private chat, takes that back. */
export const createStop = (
  prices: Prices,
  chats: Pick<KeptSettings, 'stop' | 'revive'> & Pick<LiveMessages, 'stopLive'>,
): Command => ({
  names: ['stop', 'parar'],
  changes: true,
  async run(turn) {
    await endLive(chats, turn)
    await chats.stop(turn.chat)
    await turn.answer(turn.messages.settings.stopped(turn.isPrivate), stoppedButtons(turn.messages))
  },
  buttons: {
    async resume(turn) {
      await chats.revive(turn.chat, prices.all())
      await turn.answer(turn.messages.settings.resumed)
    },
  },
})
