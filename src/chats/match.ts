import { roundedPrice } from '../rates/decimal.ts'
import { monitorRef } from '../rates/monitor.ts'
import { loadScript } from '../runtime/script.ts'
import type { SeenQuote } from './keys.ts'

/** Takes prices in one shard: a page a call, with `[1, …]` where it is to be called again. Its KEYS are `keysOfChats`. */
export const MATCH = loadScript(new URL('./lua/match.lua', import.meta.url))

/** What `lua/match.lua` takes: so many followers at most a call, and prices of different monitors. */
export const matchArguments = (prices: readonly SeenQuote[], followers: number): (string | number)[] => [
  followers,
  ...prices.flatMap(priceArguments),
]

/** One of the prices, the same for every call. */
export const priceArguments = ({ quote, asOf, mayBeRounded, corrects }: SeenQuote): (string | number)[] => [
  monitorRef(quote.monitor),
  asOf,
  corrects ?? '',
  quote.price,
  JSON.stringify({ rounded: roundedPrice(quote.price), mayBeRounded, quote }),
]
