import { addDays, dayOf } from '../../domain/caracas.ts'
import { compare, type Decimal, multiply } from '../../domain/decimal.ts'
import {
  type Change,
  changeBetween,
  isForDays,
  isNotYetInForce,
  leadingPrice,
} from '../../domain/in-force.ts'
import { moneyNamed, type Quote } from '../../domain/monitor.ts'
import {
  ARROW,
  arrowPercent,
  boldTitle,
  capitalized,
  changeOf,
  effectiveDayNotice,
  forDaysToCome,
  labelsOf,
  moneyOf,
  newestRowNotices,
  rowNotices,
  shortForDay,
  silenceNotice,
  simulatedNotice,
  sourcesNotice,
  staleNotice,
  stillNotice,
  sumOf,
  unsignedAmount,
  unsignedPercent,
} from '../../words/price.ts'
import {
  alignedRight,
  block,
  clip,
  escapeHtml,
  joined,
  lengthOf,
  lines,
  sentence,
  WIDTH,
} from '../../words/text.ts'
import { shortSince, since } from '../../words/times.ts'
import type { Words } from '../../words/words.ts'
import { USUAL_AMOUNT } from '../settings/text.ts'

/** Most monitors that one message shows. */
export const MOVES_PER_MESSAGE_MAX = 25

/** A monitor now, and what the chat was last told of it: the price, and when (ms). */
export interface Move {
  readonly quote: Quote
  readonly from: Decimal
  readonly fromAt: number
  /** When the rate API was last heard of it (ms). */
  readonly asOf?: number
}

/** What moved for one chat, at least one monitor; `now` in ms. */
export interface Moves {
  readonly moves: readonly Move[]
  /** The sum of foreign money that a price to come is said for; the usual one if not given. */
  readonly amount?: Decimal | undefined
  /** The only monitor is named right above. */
  readonly isNamed?: boolean | undefined
  readonly now: number
}

/** A push. The first line alone says it, as it stands on the lock screen of a phone. */
export function movesMessage(words: Words, { moves, amount, isNamed, now }: Moves): string {
  const [first, ...rest] = moves
  if (first === undefined) throw new RangeError('a push needs a move')
  if (rest.length === 0) return oneMove(words, first, { amount, isNamed, now })
  const toCome = moneyToCome(moves, now)
  return severalMoves(words, moves, now, (quote) =>
    quote === toCome ? momentRows(words, quote, { amount, now }) : [],
  )
}

function oneMove(
  words: Words,
  { quote, from, asOf }: Move,
  { amount, isNamed = false, now }: Omit<Moves, 'moves'>,
): string {
  const title = isNamed ? '' : boldTitle(quote)
  return lines(
    ...(isNotYetInForce(quote, now)
      ? priceToCome(words, { quote, from, now }, title)
      : [priceNow(words, quote, from, title), beforeLine(words, quote, from)]),
    !isNotYetInForce(quote, now) && effectiveDayNotice(words, quote, now),
    escapeHtml(weekTrend(words, quote, now)),
    isToCome(quote, now) && amountToCome(words, quote, amount),
    staleNotice(words, quote, now),
    quote.stale && sourcesNotice(words, quote),
    silenceNotice(words, asOf ?? now, now),
    simulatedNotice(words, [quote]),
  )
}

/** `▲ Dólar BCV  $1 = Bs. 800,36`. */
function priceNow(words: Words, quote: Quote, from: Decimal, title: string): string {
  const price = `${moneyOf(quote)}1 = <b>${words.numbers.bolivares(quote.price)}</b>`
  const arrow = ARROW[changeBetween(from, quote.price).direction]
  return `${arrow} ${title && `${title}  `}${price}`.trimStart()
}

/** `Antes: Bs. 798,45 · +1,91 (0,24 %)`: what the chat was told before. */
const beforeLine = (words: Words, quote: Quote, from: Decimal): string =>
  joined(words.before(words.numbers.bolivares(from)), changeOf(words, changeBetween(from, quote.price)))

/** `Dólar BCV para mañana martes 24: Bs. 800,36 (▲ 0,24 %)` and, below it, the price in force. */
function priceToCome(
  words: Words,
  { quote, from, now }: Pick<Move, 'quote' | 'from'> & Pick<Moves, 'now'>,
  title: string,
): string[] {
  const { inForce: held, price } = quote
  const moved = held ? ` (${arrowPercent(words, changeBetween(held.price, price))})` : ''
  const head = sentence(`${title} ${forDaysToCome(words, [quote], now)}`.trimStart())
  return [
    `${head}: <b>${words.numbers.bolivares(price)}</b>${escapeHtml(moved)}`,
    capitalized(stillNotice(words, quote)),
    held && compare(held.price, from) === 0 ? '' : beforeLine(words, quote, from),
  ]
}

const isToCome = (quote: Quote, now: number): boolean => isForDays(quote) && isNotYetInForce(quote, now)

const WEEK = 7

/** `Últimos 7 días: ▲ 1,90 %` as plain text, of a price for a day to come: its change since what was in force 7 days before that day. */
function weekTrend(words: Words, quote: Quote, now: number): string {
  if (!isToCome(quote, now)) return ''
  const before = addDays(dayOf(quote.lastUpdate), -WEEK)
  const close = quote.weekCloses?.find(({ day }) => day === before)
  const change = close && changeBetween(close.price, quote.price)
  if (!change || change.direction === 'same') return ''
  return `${capitalized(words.history.lastDays(WEEK))}: ${arrowPercent(words, change)}`
}

/** `Tus $100 serán Bs. 80.036,00`, of a price that was published for a day to come. */
function amountToCome(words: Words, quote: Quote, amount: Decimal = USUAL_AMOUNT): string {
  const money = moneyNamed(quote)
  if (money !== 'dollar' && money !== 'euro') return ''
  const sum = words.numbers.bolivares(multiply(quote.price, amount))
  return words.amountToCome(sumOf(words, moneyOf(quote), amount), sum)
}

/** Of several prices for a day to come the dollar, else the euro: its week and its sum are said. */
function moneyToCome(moves: readonly Move[], now: number): Quote | undefined {
  const toCome = moves.map(({ quote }) => quote).filter((quote) => isToCome(quote, now))
  const [dollar, euro] = (['dollar', 'euro'] as const).map((money) =>
    toCome.find((quote) => moneyNamed(quote) === money),
  )
  return dollar ?? euro
}

/** Its week and its sum, below the row of a price. */
function momentRows(words: Words, quote: Quote, { amount, now }: Omit<Moves, 'moves'>): readonly string[] {
  const rows = [weekTrend(words, quote, now), amountToCome(words, quote, amount)].filter((row) => row !== '')
  return rows.map((row) => `  ${row.charAt(0).toLocaleLowerCase('es')}${row.slice(1)}`)
}

/** The daily digest: every monitor at its price in force with its change since the last one, also where nothing changed. */
export const digestMessage = (words: Words, { moves, now }: Moves): string =>
  lines(`<b>${words.digestOf(dayOf(now))}</b>`, severalMoves(words, moves, now))

/** Rows that stand below that of a price in a push. */
type RowsBelow = (quote: Quote) => readonly string[]

function severalMoves(words: Words, moves: readonly Move[], now: number, rowsBelow?: RowsBelow): string {
  const quotes = moves.map(({ quote }) => quote)
  const shown = moves.slice(0, MOVES_PER_MESSAGE_MAX)
  const told = new Set(moves.map(({ fromAt }) => since(words, fromAt, now)))
  const [only = ''] = told
  return lines(
    block(rowsOf(words, shown, { now, withSince: told.size > 1, rowsBelow })),
    moves.length > shown.length && words.more(moves.length - shown.length),
    told.size === 1 && only,
    silenceNotice(words, Math.min(...moves.map(({ asOf = now }) => asOf)), now),
    simulatedNotice(words, quotes),
  )
}

const isSame = ({ direction }: Change): boolean => direction === 'same'

interface RowOptions {
  readonly now: number
  readonly withSince: boolean
  /** Given for a push, which says the newest prices with their days; a digest leads with those in force. */
  readonly rowsBelow: RowsBelow | undefined
}

function rowsOf(words: Words, moves: readonly Move[], { now, withSince, rowsBelow }: RowOptions): string[] {
  const labels = labelsOf(moves.map(({ quote }) => quote))
  const shown = moves.map(({ quote }) => (rowsBelow ? quote : leadingPrice(quote, now)).price)
  const changes = moves.map(({ from }, index) => changeBetween(from, shown[index] ?? from))
  const prices = alignedRight(shown.map(words.numbers.price))
  const amounts = alignedRight(
    changes.map((change) => (isSame(change) ? '=' : unsignedAmount(words, change))),
  )
  const percents = alignedRight(
    changes.map((change) => (isSame(change) ? '' : unsignedPercent(words, change))),
  )
  const below: RowsBelow = (quote) =>
    rowsBelow ? [...newestRowNotices(words, quote, now), ...rowsBelow(quote)] : rowNotices(words, quote, now)
  return moves.flatMap(({ quote, fromAt }, index) => {
    const arrow = ARROW[changes[index]?.direction ?? 'same'] || ' '
    return [
      rowsBelow ? labelWithDay(words, labels[index] ?? '', quote, now) : clip(labels[index] ?? '', WIDTH),
      `  ${prices[index]}  ${arrow} ${amounts[index]}  ${percents[index]}`.trimEnd(),
      ...(withSince ? [`  ${shortSince(words, fromAt, now)}`] : []),
      ...below(quote),
    ]
  })
}

/** `$ Dólar BCV para el mar 24`, of a price that is to come. */
function labelWithDay(words: Words, label: string, quote: Quote, now: number): string {
  const day = isNotYetInForce(quote, now) ? ` ${shortForDay(words, quote)}` : ''
  return clip(label, WIDTH - lengthOf(day)) + day
}
