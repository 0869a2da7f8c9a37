import { type BotContext, chargingOf } from '../../bot/context.ts'
import { type CardView, SHAPES, type Shape, THEMES, type Theme } from '../../charts/card.ts'
import type { Point } from '../../charts/chart.ts'
import type { Chat } from '../../chats/chat.ts'
import { addDays, dayOf } from '../../domain/caracas.ts'
import { HELD_DAYS_MAX, leadingPrice } from '../../domain/in-force.ts'
import type { Quote } from '../../domain/monitor.ts'
import { ABOUT_IMAGE } from '../../language/shop.ts'
import { WORDS, withoutAccents } from '../../language/tokens.ts'
import { benchmarksOf, officialPrice, usualGap } from '../../prices/benchmarks.ts'
import { type Past, readDaysInForce } from '../../prices/past.ts'
import { eachOnce, type ObservedQuote, type Prices } from '../../prices/prices.ts'
import { isSilent } from '../../words/price.ts'
import { cardTexts, MONTH_DAYS } from './text.ts'

/** Reader of a card, and the name of the bot. */
type CardReader = Pick<BotContext, 'chatState' | 'words' | 'now'> & { readonly bot: string }

/** A card; `isWhole` if its prices, gap and months are complete and fresh. */
interface Card {
  readonly view: CardView
  readonly isWhole: boolean
}

/** The look that a chat chose; the usual one in the colours of its charts. */
export const lookOf = (chat: Chat | undefined): Look =>
  parseLook(chat?.look) ?? { ...USUAL_LOOK, ...(chat?.hasDarkCharts && { theme: 'dark' }) }

/** Makes today's card of the newest prices and the month before them. */
export function createCards(prices: Pick<Prices, 'all' | 'gapNames'>, past: Past) {
  /** Undefined where there is no official price. */
  async function cardOf(
    { chatState, words, now, bot }: CardReader,
    look: Look = lookOf(chatState),
  ): Promise<Card | undefined> {
    const shown = shownOn(prices)
    const [official] = shown
    if (!official) return undefined
    const hasGap = usualGap(prices) !== undefined
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
  return { cardOf, official: () => officialPrice(prices, 'dollar') }
}

export type Cards = ReturnType<typeof createCards>

/** Rates whose month is drawn as a line. */
const LINES = 2

/** The official dollar, the other one of the usual gap, USDT and the official euro, each once. */
function shownOn(prices: Pick<Prices, 'all' | 'gapNames'>): ObservedQuote[] {
  const gap = usualGap(prices)
  const official = officialPrice(prices, 'dollar')
  const exchange = benchmarksOf(prices, 'dollar').find(({ kind }) => kind === 'exchange')
  const euro = officialPrice(prices, 'euro')
  return eachOnce([official, gap?.[1], exchange?.observed, euro].filter((one) => one !== undefined))
}

/** The prices of a month up to now, oldest first; none where the rate API does not answer. */
async function monthOf(past: Past, quote: Quote, now: number): Promise<readonly Point[]> {
  const to = dayOf(now)
  const days = await readDaysInForce(past, quote, { from: addDays(to, -MONTH_DAYS - HELD_DAYS_MAX), to })
  if (!days) return []
  const before = days.filter(({ day }) => day < to).map(({ day, price }) => ({ day, price }))
  return [...before, { day: to, price: leadingPrice(quote, now).price }]
}

/** The format and the colours of a card. */
export interface Look {
  readonly shape: Shape
  readonly theme: Theme
}

export const USUAL_LOOK: Look = { shape: 'tall', theme: 'light' }
type LookName = `${Shape}-${Theme}`

export const LOOKS: readonly Look[] = SHAPES.flatMap((shape) => THEMES.map((theme) => ({ shape, theme })))

export const nameOfLook = ({ shape, theme }: Look): LookName => `${shape}-${theme}`

/** Reads what `nameOfLook` wrote; undefined for anything else. */
export const parseLook = (name: string | undefined): Look | undefined =>
  LOOKS.find((look) => nameOfLook(look) === name)

/** What follows `/image`: a look, automatic posts on or off, or the shop. */
type ImageRequest =
  | { readonly kind: 'show'; readonly look: Look | undefined }
  | { readonly kind: 'auto'; readonly isOn: boolean }
  | { readonly kind: 'shop' }

const wordsFor = <Meaning extends Shape | Theme>(
  ...meanings: readonly Meaning[]
): ReadonlyMap<string, Meaning> =>
  new Map(meanings.flatMap((meaning) => [...WORDS[meaning]].map((word) => [word, meaning] as const)))
const SHAPE_WORDS = wordsFor<Shape>(...SHAPES)
const THEME_WORDS = wordsFor<Theme>(...THEMES)

const bare = (text: string): string => withoutAccents(text.toLowerCase())

const NAME_WORDS_MIN = 2

/** Whether words may be the name of a shop: none says something of the picture, and some are known to nobody. */
export function isShopName(text: string): boolean {
  const words = bare(text)
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
  const unknown = words.filter((word) => !WORDS.fillers.has(word))
  return (
    unknown.length >= NAME_WORDS_MIN && !words.some((word) => ABOUT_IMAGE.some((known) => known.has(word)))
  )
}

/** The words of a look at the beginning of a text, and the rest of it. */
export function splitLook(text: string): { readonly look: string; readonly rest: string } {
  const words = text.trim().split(/(?<=\s)/)
  const isOfLook = (word: string): boolean =>
    [SHAPE_WORDS, THEME_WORDS].some((known) => known.has(bare(word).trim()))
  const end = words.findIndex((word) => !isOfLook(word))
  const at = end < 0 ? words.length : end
  return { look: words.slice(0, at).join(''), rest: words.slice(at).join('') }
}

/** Reads the words after `/image`; others are ignored. `own` is the look of the chat. */
export function parseImage(text: string, own: Look): ImageRequest {
  const words = bare(text).split(/\s+/)
  const hasAny = (known: ReadonlySet<string>): boolean => words.some((word) => known.has(word))
  if (hasAny(WORDS.auto)) return { kind: 'auto', isOn: !hasAny(WORDS.off) }
  if (hasAny(WORDS.shop)) return { kind: 'shop' }
  const [shape] = words.flatMap((word) => SHAPE_WORDS.get(word) ?? [])
  const [theme] = words.flatMap((word) => THEME_WORDS.get(word) ?? [])
  const look = { shape: shape ?? own.shape, theme: theme ?? own.theme }
  return { kind: 'show', look: shape || theme ? look : undefined }
}
