import type { Conversion } from '../../../parse/conversion.ts'
import type { Unit } from '../../../parse/names.ts'
import type { ObservedQuote } from '../../../prices/prices.ts'
import { addDays, type Day, parseDay } from '../../../rates/caracas.ts'
import { type Decimal, decimalOf, isPositive } from '../../../rates/decimal.ts'
import { DAY_MS } from '../../../rates/durations.ts'
import { currencyMeant } from '../../../rates/money-named.ts'
import { CODE_OF, CURRENCIES, type Currency, type MonitorId } from '../../../rates/monitor.ts'
import { formatButtonData } from '../../button-data.ts'

/** One side of a conversion. */
export type Side = 'bolivares' | Currency

/** What somebody wants converted, in terms of the monitors there are. */
export interface ConversionRequest {
  readonly amount: Decimal
  readonly otherReading?: Decimal
  readonly from: Side
  readonly to: Side
  /** Monitors named; the preferred ones where there are none. */
  readonly monitors: readonly MonitorId[]
  readonly date?: Day
}

export type ReadConversionRequest =
  | { readonly kind: 'wish'; readonly request: ConversionRequest; readonly others: readonly ObservedQuote[] }
  | { readonly kind: 'unknown'; readonly name: string; readonly request: ConversionRequest }
  | { readonly kind: 'same_money' }

type Find = (name: string) => readonly ObservedQuote[]

/** A conversion with its names looked up; `others` share the key of the first one named. */
export function readConversionRequest(conversion: Conversion, find: Find): ReadConversionRequest {
  const { amount, otherReading, date, from, to } = conversion
  const names = [nameOf(from), nameOf(to), ...conversion.at].filter((name) => name !== undefined)
  const found = names.map((name) => find(name))
  const observedQuotes = found.flatMap(([first]) => first ?? [])
  const monitors = observedQuotes.map(({ quote }) => quote.monitor)
  const request = {
    amount,
    ...(otherReading !== undefined && { otherReading }),
    ...sidesOf(
      conversion,
      find,
      observedQuotes.map(({ quote }) => currencyMeant(quote)),
    ),
    monitors,
    ...(date !== undefined && { date }),
  }
  const missing = names.find((_, at) => found[at]?.length === 0)
  if (missing !== undefined) return { kind: 'unknown', name: missing, request }
  if (request.from === request.to) return { kind: 'same_money' }
  return { kind: 'wish', request, others: found[0]?.slice(1) ?? [] }
}

const nameOf = (unit: Unit | undefined): string | undefined => (unit?.kind === 'name' ? unit.name : undefined)

/** Where one side alone is said, bolivares are the other; from bolivares it is what the monitors named price, else dollars. */
function sidesOf(
  { from, to }: Conversion,
  find: Find,
  named: readonly Currency[],
): Pick<ConversionRequest, 'from' | 'to'> {
  const source = sideOf(from, find)
  const target = to && sideOf(to, find)
  if (source === 'bolivares') return { from: source, to: target ?? named[0] ?? 'dollar' }
  const isRate = to?.kind === 'name' && target === source
  const crossed = named.find((side) => side !== source)
  return { from: source, to: isRate ? 'bolivares' : (target ?? crossed ?? 'bolivares') }
}

export function sideOf(unit: Unit, find: Find): Side {
  if (unit.kind === 'bolivares') return 'bolivares'
  if (unit.kind === 'name') {
    const [first] = find(unit.name)
    return first ? currencyMeant(first.quote) : 'dollar'
  }
  return CURRENCIES.find((currency) => CODE_OF[currency] === unit.code) ?? 'dollar'
}

/** The sides of a conversion as one letter. */
const LETTERS: readonly (readonly [letter: string, from: Side, to: Side])[] = [
  ['d', 'dollar', 'bolivares'],
  ['e', 'euro', 'bolivares'],
  ['D', 'bolivares', 'dollar'],
  ['E', 'bolivares', 'euro'],
  ['x', 'dollar', 'euro'],
  ['y', 'euro', 'dollar'],
]
const FIRST_DAY: Day = '1900-01-01'
const RADIX = 36
const DATA_BYTES_MAX = 64

/** What a button under a conversion holds, by one monitor where it names one; undefined where that is too long. */
export function formatConversionRequest(
  request: Pick<ConversionRequest, 'amount' | 'from' | 'to' | 'date'>,
  monitor?: MonitorId,
): string | undefined {
  const letter = LETTERS.find(([, from, to]) => from === request.from && to === request.to)?.[0] ?? ''
  const day = request.date === undefined ? '' : `@${daysSince(request.date).toString(RADIX)}`
  const data = formatButtonData('convert', monitor, `${letter}${request.amount}${day}`)
  return Buffer.byteLength(data) <= DATA_BYTES_MAX ? data : undefined
}

const WISH = /^([deDExy])(\d+(?:\.\d+)?)(?:@([0-9a-z]{1,4}))?$/

/** Reads what `formatWish` wrote; undefined for anything else. */
export function parseConversionRequest(
  argument: string,
  monitor: MonitorId | undefined,
): ConversionRequest | undefined {
  const [, letter, digits = '', days] = WISH.exec(argument) ?? []
  const [, from, to] = LETTERS.find(([known]) => known === letter) ?? []
  const amount = decimalOf(digits)
  if (!from || !to || amount === undefined || !isPositive(amount)) return undefined
  const date = days === undefined ? undefined : parseDay(addDays(FIRST_DAY, Number.parseInt(days, RADIX)))
  if (days !== undefined && date === undefined) return undefined
  return { amount, from, to, monitors: monitor ? [monitor] : [], ...(date !== undefined && { date }) }
}

const daysSince = (day: Day): number => Math.round((Date.parse(day) - Date.parse(FIRST_DAY)) / DAY_MS)
