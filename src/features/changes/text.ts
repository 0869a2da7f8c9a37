import {
  addDays,
  type Day,
  type DayKind,
  dayOf,
  HOUR_MS,
  startOfDay,
  wallClock,
} from '../../domain/caracas.ts'
import { compare, type Decimal } from '../../domain/decimal.ts'
import {
  changeBetween,
  type DailyPrice,
  heldBefore,
  isForDays,
  isNotYetInForce,
  leadingPrice,
  type PriceUpdate,
  priceBeside,
} from '../../domain/in-force.ts'
import type { Quote } from '../../domain/monitor.ts'
import {
  ARROW,
  arrowChange,
  boldTitle,
  changesSince,
  dayChange,
  effectiveDayNotice,
  labelsOf,
  othersLine,
  simulatedNotice,
  sinceDay,
  sourceOf,
  type Titled,
  unsignedAmount,
} from '../../words/price.ts'
import { alignedRight, block, escapeHtml, lines, quoted, spread, WIDTH } from '../../words/text.ts'
import { clockTime, dayIn } from '../../words/times.ts'
import type { Words } from '../../words/words.ts'

/** More changes of a day are told by their hours. */
const EACH_MAX = 6
/** As many as a day has hours. */
const ROWS_MAX = 24

/** The last update of each hour, oldest first. */
const lastOfHours = (updates: readonly PriceUpdate[]): readonly PriceUpdate[] => [
  ...new Map(
    updates.map((update) => [Math.floor(wallClock(update.lastUpdate).getTime() / HOUR_MS), update]),
  ).values(),
]

/** A monitor's day: its updates, the price before them, and the day as a whole where it is known. */
export interface DayOfMonitor {
  readonly quote: Quote
  readonly updates: readonly PriceUpdate[]
  readonly before?: Decimal
  readonly whole?: DailyPrice
}

/** `others` share the monitor's name. `now` in ms. */
interface ChangesView extends DayOfMonitor {
  readonly day: Day
  readonly others?: readonly Titled[]
  readonly now: number
}

interface ChangesOfAllView extends Pick<ChangesView, 'day' | 'now'> {
  readonly monitors: readonly DayOfMonitor[]
}

/** Updates that moved the price, each with the one before it; the first of all has none where nothing is known. */
interface Moved extends PriceUpdate {
  readonly from?: Decimal
}

/** A day of one monitor: what it came to, and when it moved. */
export function changesMessage(words: Words, view: ChangesView): string {
  const { quote, before, others = [] } = view
  const moved = movesOf(view)
  const isPast = view.day <= dayOf(view.now)
  return lines(
    `${boldTitle(quote)} · ${dayText(words, view)}`,
    ...(moved.length > 0 ? [dayLine(words, view, moved), table(words, moved, before)] : still(words, view)),
    isPast && isNotYetInForce(quote, view.now) && effectiveDayNotice(words, quote, view.now),
    simulatedNotice(words, [quote]),
    others.length > 0 && escapeHtml(sourceOf(quote)),
    othersLine(words, quote, others),
  )
}

/** A day of several monitors, one after the other. */
export function changesOfAll(words: Words, view: ChangesOfAllView): string {
  const quotes = view.monitors.map(({ quote }) => quote)
  const labels = labelsOf(quotes)
  const isToday = view.day === dayOf(view.now)
  const rows = view.monitors.flatMap((monitor, index) => {
    const held = isToday ? heldToday({ ...monitor, now: view.now }) : monitor.before
    const from = isToday ? heldBefore(monitor.quote, view.now)?.price : undefined
    return rowsOfOne(words, labels[index] ?? '', monitor, { held, from })
  })
  const since = isToday && changesSince(words, quotes, view.now)
  return lines(
    `<b>${words.changes.title}</b> · ${dayText(words, view)}`,
    block(rows),
    since && `▲▼ ${since}`,
    simulatedNotice(words, quotes),
  )
}

function movesOf({ updates, before }: Pick<DayOfMonitor, 'updates' | 'before'>): Moved[] {
  const prices = [before, ...updates.map(({ price }) => price)]
  return updates.flatMap((update, index) => {
    const from = prices[index]
    if (from === undefined) return [update]
    return compare(from, update.price) === 0 ? [] : [{ ...update, from }]
  })
}

function dayText(words: Words, { day, now }: Pick<ChangesView, 'day' | 'now'>): string {
  const today = dayOf(now)
  if (day === today) return `${words.today}, ${words.nearWeekday(day)}`
  return day === addDays(today, -1)
    ? `${words.yesterday}, ${words.nearWeekday(day)}`
    : dayIn(words, day, today)
}

/** What a day came to; of today since the last price that was in force before. */
function dayLine(words: Words, { quote, before, day, now }: ChangesView, moved: readonly Moved[]): string {
  const price = moved.at(-1)?.price ?? quote.price
  const held = day === dayOf(now) ? heldBefore(quote, now) : undefined
  const change = changeBetween(held?.price ?? before ?? moved[0]?.price ?? price, price)
  const since = held && change.direction !== 'same' ? ` ${sinceDay(words, held.day, now)}` : ''
  return `<b>${words.numbers.bolivares(price)}</b>  ${escapeHtml(arrowChange(words, change) + since)}`.trim()
}

const kindOf = (day: Day, today: Day): DayKind => (day === today ? 'today' : day < today ? 'past' : 'coming')

function still(words: Words, view: ChangesView): string[] {
  const { changes, numbers } = words
  const { before, whole, day, now } = view
  const kind = kindOf(day, dayOf(now))
  if (whole && (before === undefined || compare(before, whole.price) !== 0)) {
    const [price, low, high] = [whole.price, whole.low, whole.high].map((value) => numbers.bolivares(value))
    return [changes.wholeDay(price ?? '', low ?? '', high ?? ''), changes.notKept]
  }
  const price = kind === 'today' ? heldToday(view) : before
  if (kind === 'today' && price !== undefined && dayChange(view.quote, now).direction !== 'same')
    return [dayLine(words, view, [{ price, lastUpdate: now }]), changes.none.today]
  return [changes.none[kind], price === undefined ? '' : changes.stillAt(numbers.bolivares(price), kind)]
}

/** The price of a day to come is in force already where today has none of its own. */
const heldToday = ({
  quote,
  before,
  now,
}: Pick<ChangesView, 'quote' | 'before' | 'now'>): Decimal | undefined =>
  priceBeside(quote, now)?.kind === 'before' ? quote.price : before

/** Sources that give a day and no time give its first moment. */
const isTimed = ({ lastUpdate }: PriceUpdate): boolean => lastUpdate !== startOfDay(dayOf(lastUpdate))

function table(words: Words, moved: readonly Moved[], before: Decimal | undefined): string {
  const { changes } = words
  const timed = moved.some(isTimed)
  const count = moved.length
  const byHour = timed && count > EACH_MAX ? lastOfHours(moved) : moved
  const updates = byHour.slice(-ROWS_MAX)
  const counted =
    updates.length === count
      ? changes.count(count)
      : timed
        ? changes.byHour(count)
        : changes.latest(count, updates.length)
  return lines(counted, block(rowsOf(words, updates, { before, moved, timed })), !timed && changes.noTimes)
}

interface TableStyle {
  readonly before: Decimal | undefined
  readonly moved: readonly Moved[]
  readonly timed: boolean
}

/** `1:05 p. m.   812,40  3,20 ▲`, each change against the row above. */
function rowsOf(
  words: Words,
  updates: readonly PriceUpdate[],
  { before, moved, timed }: TableStyle,
): string[] {
  const start = timed ? undefined : moved.at(-updates.length - 1)
  const olds = [start?.price ?? before, ...updates.map(({ price }) => price)]
  const times = updates.map((update) => (timed ? timeOf(words, update) : ''))
  const prices = updates.map(({ price }) => words.numbers.price(price))
  const amounts = updates.map(({ price }, index) => amountOf(words, olds[index], price))
  const columns = [times, prices, amounts].map(alignedRight)
  return updates.map((_, index) =>
    columns
      .flatMap((column) => column[index] || [])
      .join('  ')
      .trimEnd(),
  )
}

function amountOf(words: Words, old: Decimal | undefined, price: Decimal): string {
  if (old === undefined) return ''
  const change = changeBetween(old, price)
  return change.direction === 'same' ? '=' : `${unsignedAmount(words, change)} ${ARROW[change.direction]}`
}

const timeOf = (words: Words, update: PriceUpdate): string =>
  isTimed(update) ? words.clock(clockTime(update.lastUpdate)) : '—'

interface Held {
  /** The price of the day where nothing moved on it. */
  readonly held: Decimal | undefined
  /** The price that the change of today counts from, where that is known. */
  readonly from: Decimal | undefined
}

function rowsOfOne(words: Words, label: string, day: DayOfMonitor, { held, from }: Held): string[] {
  const moved = movesOf(day)
  const last = moved.at(-1)?.price ?? day.whole?.price ?? held
  const start = from ?? (moved.length === 0 && !day.whole ? held : (day.before ?? moved[0]?.price))
  const change = last !== undefined && start !== undefined && changeBetween(start, last)
  const sum = (change && arrowChange(words, change)) || '='
  return [
    spread(label, last === undefined ? '—' : words.numbers.price(last)),
    `  ${spread(sum, words.changes.count(moved.length), WIDTH - 2)}`,
  ]
}

/** A day that has no prices so far. */
export const changesNotYet = ({ changes, fullDay }: Words, day: Day): string =>
  changes.notYet(fullDay(day, true))

/** What is wrong with what was asked, and how to ask. */
export const changesRefusal = (
  { changes, forExample }: Words,
  reason: keyof Words['changes']['fault'],
  word = '',
): string => lines(changes.fault[reason](quoted(word)), `${forExample} <code>${changes.example}</code>`)

/** With which price today began: the one in force all day, or the close of yesterday; empty where that is not known. */
export function openedLine({ changes, numbers }: Words, quote: Quote, now: number): string {
  const isKnown = quote.close?.day === addDays(dayOf(now), -1)
  const close = isKnown ? quote.close?.price : undefined
  const price = isForDays(quote) ? leadingPrice(quote, now).price : close
  return price === undefined ? '' : changes.opened(boldTitle(quote), `<b>${numbers.bolivares(price)}</b>`)
}
