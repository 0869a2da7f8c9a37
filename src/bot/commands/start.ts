import type { Sighting } from '../../board/board.ts'
import type { Command } from '../command.ts'
import { monitorButtons } from '../keyboards.ts'
import { newestOfAll, type Prices } from '../look-up.ts'

/** What is kept of a chat that begins, or comes back. */
export interface Beginnings {
  setLanguage(chat: string, language: string): Promise<void>
  revive(chat: string, shown: readonly Sighting[]): Promise<void>
}

/** `/start`: who we are, all prices, and a button for each. */
export const createStart = (prices: Prices, chats: Beginnings): Command => ({
  names: ['start'],
  async run(turn) {
    const { chat, messages, now } = turn
    if (turn.kept && !turn.kept.language && turn.isPrivate) await chats.setLanguage(chat, turn.language)
    const sightings = await newestOfAll(prices)
    if (turn.isPrivate) await chats.revive(chat, sightings)
    const quotes = sightings.map(({ quote }) => quote)
    await turn.answer(messages.welcome({ sightings, now }), monitorButtons('rate', quotes))
  },
})
