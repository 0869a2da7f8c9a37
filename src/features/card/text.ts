import { addDays, dayOf } from '../../domain/caracas.ts'
import { inBolivares, PRODUCTS_MAX, type Product, type Rounding } from '../../domain/deal/charge.ts'
import {
  type Direction,
  gapBetween,
  isForDays,
  isNotYetInForce,
  leadingPrice,
} from '../../domain/in-force.ts'
import type { Quote } from '../../domain/monitor.ts'
import {
  capitalized,
  dayChange,
  heldNote,
  percentOf,
  plainTitle,
  sourceOf,
  unsignedPercent,
} from '../../words/price.ts'
import { block, code, escapeHtml, lines, quoted, spread } from '../../words/text.ts'
import { clockTime, nearWeekday, weekdayAndDay } from '../../words/times.ts'
import type { Words } from '../../words/words.ts'

/** What today's card is made of. The first quote is the official one; the gap is to the second. `now` in ms. */
export interface CardTextsView {
  readonly quotes: readonly [official: Quote, ...others: Quote[]]
  readonly hasGap: boolean
  readonly shop?: string | undefined
  readonly products: readonly Product[]
  readonly rounding: Rounding
  readonly bot: string
  readonly now: number
}

/** The texts of one rate on a card, plain. */
interface CardRateTexts {
  readonly title: string
  readonly price: string
  readonly change?: { readonly text: string; readonly direction: Direction }
  readonly note?: string
  readonly shortNote?: string
}

/** Every text on today's card, plain: `charts/card.ts` says where each stands. */
export function cardTexts(words: Words, view: CardTextsView) {
  const { quotes, hasGap, shop, products, rounding, bot, now } = view
  const { card, history } = words
  const [official, second] = quotes
  const today = dayOf(now)
  const from = addDays(today, -MONTH_DAYS)
  const price = leadingPrice(official, now).price
  const gap = hasGap && second && gapBetween(price, leadingPrice(second, now).price)
  const isSimulated = quotes.some(({ simulated }) => simulated)
  return {
    heading: shop ?? card.title,
    day: capitalized(words.fullDay(today)),
    hour: words.clock(clockTime(now)),
    ...(isSimulated && { badge: words.chart.simulated }),
    rates: quotes.map((quote) => rateTexts(words, quote, now)),
    ...(gap && { gap: card.gap(percentOf(words, gap)) }),
    monthTitle: capitalized(history.lastDays(MONTH_DAYS)),
    from,
    to: today,
    ends: [history.shortDay(from, false), history.shortDay(today, false)] as const,
    productsTitle: card.productsTitle,
    products: products.map((product) => ({
      name: product.name,
      price: `$${words.numbers.decimal(product.price)}`,
      bolivares: words.numbers.bolivares(inBolivares(product, price, rounding)),
    })),
    foot: `${words.source(sourcesOf(quotes))} · ${card.madeWith(bot)}`,
  }
}

/** How many days before today the lines of a card begin. */
export const MONTH_DAYS = 30

/** The names of the pages, each once. */
const sourcesOf = (quotes: readonly Quote[]): string => [...new Set(quotes.map(sourceOf))].join(', ')

function rateTexts(words: Words, quote: Quote, now: number): CardRateTexts {
  const { price } = leadingPrice(quote, now)
  const change = dayChange(quote, now)
  return {
    title: plainTitle(quote),
    price: words.numbers.price(price),
    ...(change.direction !== 'same' && {
      change: { text: unsignedPercent(words, change), direction: change.direction },
    }),
    ...notesOf(words, quote, now),
  }
}

/** The price that is out for a day to come, or until when one is in force before its day. */
function notesOf(words: Words, quote: Quote, now: number): Pick<CardRateTexts, 'note' | 'shortNote'> {
  const { inForce, numbers } = words
  const { lastUpdate } = quote
  if (dayOf(lastUpdate) <= dayOf(now) || !isForDays(quote)) return {}
  const day = weekdayAndDay(words, lastUpdate)
  if (!isNotYetInForce(quote, now))
    return {
      note: capitalized(inForce.shortUntil(day)),
      shortNote: capitalized(heldNote(words, quote)),
    }
  const price = numbers.bolivares(quote.price)
  const isTomorrow = dayOf(lastUpdate) === addDays(dayOf(now), 1)
  return {
    note: capitalized(`${inForce[isTomorrow ? 'tomorrow' : 'onDay'](day)}: ${price}`),
    shortNote: `${nearWeekday(words, lastUpdate)}: ${price}`,
  }
}

/** What a chat shows on its card. */
export function shopMessage(
  words: Words,
  { shop, products = [] }: Partial<Pick<CardTextsView, 'shop' | 'products'>>,
): string {
  const { card, numbers } = words
  return lines(
    `<b>${card.shop}</b>`,
    shop === undefined ? card.noName : card.name(`<b>${escapeHtml(shop)}</b>`),
    products.length === 0 ? card.noProducts : card.count(products.length, PRODUCTS_MAX),
    products.length > 0 &&
      block(products.map(({ name, price }) => spread(name, `$${numbers.decimal(price)}`))),
  )
}

/** What was typed behind the command, or in words, and is kept. */
interface KeptView {
  readonly shop: string | undefined
  readonly products: number
  readonly isAdded: boolean
  readonly isReplaced: boolean
}

/** What was kept of what was typed. */
export function keptMessage({ card }: Words, { shop, products, isAdded, isReplaced }: KeptView): string {
  const count = isAdded ? card.keptMore(products) : card.keptProducts(products)
  const what = [
    ...(shop === undefined ? [] : [`<b>${escapeHtml(shop)}</b>`]),
    ...(products > 0 ? [count] : []),
  ]
  return [card.kept(what), ...(isReplaced ? [card.replaces] : [])].join(' ')
}

/** The products as they are typed, one a line. */
const typedProducts = ({ numbers }: Words, products: readonly Product[]): string =>
  products.map(({ name, price }) => `${name} ${numbers.decimal(price)}`).join('\n')

const EXAMPLE_PRICES = ['1.2', '4.5', '6']

const exampleOf = (words: Words): string =>
  typedProducts(
    words,
    words.card.productsExample.map((name, index) => ({ name, price: EXAMPLE_PRICES[index] ?? '1' })),
  )

/** Why a list of products cannot be used. */
type ProductsRefusal = keyof Words['card']['productsFault']

/** Asks for the products: with those of now to be copied and changed, else with an example. */
export const askProducts = (words: Words, products: readonly Product[]): string =>
  lines(
    words.card.askProducts(PRODUCTS_MAX),
    products.length > 0 ? words.card.currentProducts : words.forExample,
    code(products.length > 0 ? typedProducts(words, products) : exampleOf(words)),
  )

/** What is wrong with a list of products, and how one is typed. */
export const productsRefusal = (
  words: Words,
  { kind, line = '' }: { readonly kind: ProductsRefusal; readonly line?: string },
): string =>
  lines(
    words.card.productsFault[kind](quoted(line)),
    words.card.askProducts(PRODUCTS_MAX),
    code(exampleOf(words)),
    words.card.giveUp,
  )
