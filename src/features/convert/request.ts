import type { MonitorList } from '../../bot/buttons.ts'
import type { Day } from '../../domain/caracas.ts'
import type { Decimal } from '../../domain/decimal.ts'
import {
  CODE_OF,
  CURRENCIES,
  type Currency,
  currencyMeant,
  isSameMonitor,
  type MonitorId,
  monitorName,
} from '../../domain/monitor.ts'
import { parseConversion, type ReadConversion } from '../../language/conversion.ts'
import { type ReadingOptions, readRequest } from '../../language/read.ts'
import type { Conversion } from '../../language/request.ts'
import type { Unit } from '../../language/tokens.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import { type FieldsOf, fitsInList, type Given } from '../../telegram/button-data.ts'

/** The currency on one side of a conversion. */
export type Side = 'bolivares' | Currency

export interface AmountOf {
  readonly amount: Decimal
  readonly from: Side
}

/** A conversion with its names replaced by monitors. */
export interface ConversionRequest {
  readonly amount: Decimal
  readonly otherReading?: Decimal | undefined
  readonly from: Side
  /** Amounts of other moneys, with which it is added up. */
  readonly plus?: readonly AmountOf[] | undefined
  readonly to: Side
  /** The named monitors; if empty, the chat's preferred ones are used. */
  readonly monitors: readonly MonitorId[]
  readonly date?: Day | undefined
  /** Today is compared with the day to come. */
  readonly isOrToday?: boolean | undefined
  /** Shows below what the same amount of the other money comes to. */
  readonly isTurned?: boolean
  /** Shows all monitors, with a button for each. */
  readonly isAll?: boolean
}

export type ReadConversionRequest =
  | {
      readonly kind: 'request'
      readonly request: ConversionRequest
      readonly others: readonly ObservedQuote[]
    }
  | { readonly kind: 'unknown'; readonly name: string; readonly request: ConversionRequest }
  | { readonly kind: 'same_money' }

/** Reads what is typed after `/convert` or in inline mode; sums (`12x25+8 dólares`, `20$ y 5€`) as in words. */
export function readTyped(text: string, options: Omit<ReadingOptions, 'before'>): ReadConversion {
  const read = parseConversion(text, options.today, options)
  const spoken = read.kind === 'conversion' ? undefined : readRequest(text, options)
  const sum = spoken?.kind === 'convert' ? spoken.conversion : undefined
  return sum ? { kind: 'conversion', conversion: sum } : read
}

type Find = (name: string) => readonly ObservedQuote[]

/** Looks up the names of a conversion; `others` are monitors with the same name as the first one. */
export function readConversionRequest(conversion: Conversion, find: Find): ReadConversionRequest {
  const { amount, otherReading, date, isOrToday, from, to, plus } = conversion
  const names = [nameOf(from), nameOf(to), ...conversion.at].filter((name) => name !== undefined)
  const found = names.map((name) => find(name))
  const observedQuotes = found.flatMap(([first]) => first ?? [])
  // `a 42 al paralelo, y yo cobro a bcv: ¿cuántos dólares bcv son?`
  const monitors = observedQuotes
    .map(({ quote }) => quote.monitor)
    .filter((one, at, all) => all.findIndex((other) => isSameMonitor(one, other)) === at)
  const named = observedQuotes.map(({ quote }) => currencyMeant(quote))
  const request = {
    amount,
    otherReading,
    date,
    isOrToday,
    monitors,
    ...sidesOf(conversion, find, named),
    ...(plus && !to && { to: 'bolivares' as const }),
    plus: plus?.map((one) => ({ amount: one.amount, from: sideOf(one.unit, find) })),
  }
  const missing = names.find((_, at) => found[at]?.length === 0)
  if (missing !== undefined) return { kind: 'unknown', name: missing, request }
  if (request.from === request.to && !plus) return { kind: 'same_money' }
  const others = found[0]?.slice(1) ?? []
  // Where the money of the amount is said, a rate of another money is not meant.
  const isMeant = ({ quote }: ObservedQuote): boolean =>
    nameOf(from) !== undefined || [request.from, request.to].includes(currencyMeant(quote))
  return { kind: 'request', request, others: others.filter(isMeant) }
}

const nameOf = (unit: Unit | undefined): string | undefined => (unit?.kind === 'name' ? unit.name : undefined)

/** Both sides. A missing target is bolivares; from bolivares it is the currency of the named monitors, else dollars. */
function sidesOf(
  { from, to }: Conversion,
  find: Find,
  named: readonly Currency[],
): Pick<ConversionRequest, 'from' | 'to'> {
  const source = sideOf(from, find)
  const target = to && sideOf(to, find)
  if (source === 'bolivares') return { from: source, to: target ?? named[0] ?? 'dollar' }
  // `160$ al bcv y los compro al paralelo, ¿cuántos dólares?`: at each of the rates.
  const isRate = (to?.kind === 'name' || named.length > 1) && target === source
  const crossed = named.find((side) => side !== source)
  return { from: source, to: isRate ? 'bolivares' : (target ?? crossed ?? 'bolivares') }
}

/** The currency of a unit; dollars if its name is unknown. */
export function sideOf(unit: Unit, find: Find): Side {
  if (unit.kind === 'bolivares') return 'bolivares'
  if (unit.kind === 'name') {
    const [first] = find(unit.name)
    return first ? currencyMeant(first.quote) : 'dollar'
  }
  return CURRENCIES.find((currency) => CODE_OF[currency] === unit.code) ?? 'dollar'
}

/** A conversion of a button as one that is typed, from which a later message goes on. */
export const conversionOf = ({ amount, from, to, monitors, date }: ConversionRequest): Conversion => ({
  amount,
  from: unitOfSide(from),
  to: unitOfSide(to),
  at: monitors.map(monitorName),
  ...(date !== undefined && { date }),
})

const unitOfSide = (side: Side): Unit =>
  side === 'bolivares' ? { kind: 'bolivares' } : { kind: 'currency', code: CODE_OF[side] }

type Shown = Pick<ConversionRequest, 'amount' | 'from' | 'to' | 'date' | 'isTurned' | 'isAll'>

/** The fields of a conversion button. */
export const fieldsOf = ({ from, to, ...rest }: Shown): Given<'convert'> => ({
  ...rest,
  sides: { from, to } as NonNullable<FieldsOf<'convert'>['sides']>,
})

/** The list of monitors by which an amount may be converted; undefined if its buttons would be too long. */
export function conversionList(request: Shown, buttonsMax: number): MonitorList<'convert'> | undefined {
  const fields = fieldsOf(request)
  return fitsInList('convert', fields) ? { action: 'convert', fields, buttonsMax } : undefined
}

/** The conversion of a button; undefined for a button that asks for an amount. */
export function conversionPressed(
  { sides, amount, ...rest }: FieldsOf<'convert'>,
  monitor?: MonitorId,
): ConversionRequest | undefined {
  if (!sides || amount === undefined) return undefined
  return { amount, ...sides, ...rest, monitors: monitor ? [monitor] : [] }
}
