import { chargingOf } from '../../bot/context.ts'
import type { CardView } from '../../charts/card/card.ts'
import type { Point } from '../../charts/chart.ts'
import type { Chat } from '../../chats/chats.ts'
import { addDays, dayOf } from '../../domain/caracas.ts'
import { HELD_DAYS_MAX, leadingPrice } from '../../domain/in-force.ts'
import { isSameMonitor, type Quote } from '../../domain/monitor.ts'
import { benchmarksOf, officialPrice } from '../../prices/benchmarks.ts'
import { type GapNames, usualGap } from '../../prices/gap-pair.ts'
import { type Past, readDaysInForce } from '../../prices/past.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import { isSilent } from '../../words/price.ts'
import type { Words } from '../../words/words.ts'
import { type Look, parseLook, USUAL_LOOK } from './look.ts'
import { cardTexts, MONTH_DAYS } from './text.ts'

/** Whom a card is for, when (ms), and by which bot. */
export interface CardReader {
  readonly chatState: Chat | undefined
  readonly words: Words
  readonly now: number
  readonly bot: string
}

/** A card, and whether all that it shows is complete and fresh. */
export interface Card {
  readonly view: CardView
  readonly isWhole: boolean
}

/** The look that a chat chose; the usual one in the colours of its charts. */
export const lookOf = (chat: Chat | undefined): Look =>
  parseLook(chat?.look) ?? { ...USUAL_LOOK, ...(chat?.hasDarkCharts && { theme: 'dark' }) }

/** Makes today's card of the newest prices and the month before them. */
export function createCards(past: Past, gapNames?: GapNames) {
  /** Undefined where there is no official price. */
  async function cardOf(
    all: readonly ObservedQuote[],
    { chatState, words, now, bot }: CardReader,
    look: Look = lookOf(chatState),
  ): Promise<Card | undefined> {
    const shown = shownOn(all, gapNames)
    const [official] = shown
    if (!official) return undefined
    const hasGap = usualGap(all, gapNames) !== undefined
    const months = await Promise.all(shown.slice(0, LINES).map(({ quote }) => monthOf(past, quote, now)))
    const texts = cardTexts(words, {
      quotes: [official.quote, ...shown.slice(1).map(({ quote }) => quote)],
      hasGap,
      shop: chatState?.shop,
      products: chatState?.products ?? [],
      rounding: chargingOf(chatState).rounding,
      bot,
      now,
    })
    const rates = texts.rates.map((rate, index) => ({ ...rate, month: months[index] ?? [] }))
    const isFresh = shown.every(({ quote, asOf }) => !quote.stale && !isSilent(asOf, now))
    const isWhole = isFresh && hasGap && months.every((month) => month.length > 1)
    return { view: { ...texts, ...look, kind: 'card', rates, numbers: words.numbers.style }, isWhole }
  }
  return { cardOf, officialOf: (all: readonly ObservedQuote[]) => officialPrice(all, 'dollar', gapNames) }
}

export type Cards = ReturnType<typeof createCards>

/** How many rates have a line. */
const LINES = 2

/** The official dollar, the other one of the usual gap, and USDT, each once. */
function shownOn(all: readonly ObservedQuote[], gapNames: GapNames | undefined): ObservedQuote[] {
  const gap = usualGap(all, gapNames)
  const official = officialPrice(all, 'dollar', gapNames)
  const exchange = benchmarksOf(all, 'dollar', gapNames).find(({ kind }) => kind === 'exchange')
  const wanted = [official, gap?.[1], exchange?.observed].filter((one) => one !== undefined)
  return wanted.filter(
    ({ quote }, index) =>
      wanted.findIndex((one) => isSameMonitor(one.quote.monitor, quote.monitor)) === index,
  )
}

/** The prices of a month up to now, oldest first; none where the rate API does not answer. */
async function monthOf(past: Past, quote: Quote, now: number): Promise<readonly Point[]> {
  const to = dayOf(now)
  const days = await readDaysInForce(past, quote, { from: addDays(to, -MONTH_DAYS - HELD_DAYS_MAX), to })
  if (!days) return []
  const before = days.filter(({ day }) => day < to).map(({ day, price }) => ({ day, price }))
  return [...before, { day: to, price: leadingPrice(quote, now).price }]
}
