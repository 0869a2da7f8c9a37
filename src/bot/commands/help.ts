import type { Command } from '../command.ts'
import type { Prices } from '../look-up.ts'

/** `/help`: what we can do, by the example of the first monitor. */
export const createHelp = (prices: Pick<Prices, 'all'>): Command => ({
  names: ['help', 'ayuda'],
  run: (turn) => turn.answer(turn.messages.help(prices.all()[0]?.quote)),
})
