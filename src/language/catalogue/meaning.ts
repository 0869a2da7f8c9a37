import type { Quote } from '../../domain/monitor.ts'

/** What people mean by a rate of the dollar. */
export const MEANINGS = ['official', 'parallel', 'average', 'exchange'] as const
export type Meaning = (typeof MEANINGS)[number]

const SAYS: readonly (readonly [Meaning, RegExp])[] = [
  ['parallel', /paralel|parallel|negro|black|(?:extra|no )oficial/],
  ['official', /bcv|oficial|official|banco central|central bank/],
  ['average', /promedio|average/],
  ['exchange', /usdt|binance|p2p/],
]

/** What a monitor is, as far as its key, aliases, title and page say; its own names count before those of its page. */
export function meaningOf(quote: Quote): Meaning | undefined {
  return meaningByName(quote) ?? meaningIn(`${quote.monitor.page} ${quote.source ?? ''}`)
}

/** The same by its own names alone. */
export const meaningByName = ({ monitor, title, aliases = [] }: Quote): Meaning | undefined =>
  meaningIn([monitor.key, title, ...aliases].join(' '))

function meaningIn(text: string): Meaning | undefined {
  const words = text.toLowerCase().replaceAll('_', ' ')
  return SAYS.find(([, pattern]) => pattern.test(words))?.[0]
}
