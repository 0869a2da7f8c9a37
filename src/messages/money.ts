import { BOLIVARES_SIGN, type Numbers } from '../rates/amount.ts'
import { SIGN_OF } from '../rates/currency.ts'
import { compare, type Decimal, round } from '../rates/decimal.ts'
import { moneyNamed } from '../rates/money-named.ts'
import type { Quote } from '../rates/monitor.ts'

/** What an amount is counted in: what stands before it, `Bs. `, `$`, `€`, or a code where it has no sign. */
export type Money = string

export const BOLIVARES: Money = BOLIVARES_SIGN

/** The money that a monitor prices; nothing where that cannot be told. */
export function moneyOf(quote: Pick<Quote, 'monitor' | 'title'>): Money {
  const named = moneyNamed(quote)
  if (named === undefined) return ''
  return named === 'dollar' || named === 'euro' ? SIGN_OF[named] : `${named} `
}

const PLACES_MAX = 20
const PLACES = 2
const FIGURES = 3

/** `34.992,72`; below a tenth as many places as three figures need: `0,00123`. */
export const formatResult = (numbers: Numbers, value: Decimal): string =>
  numbers.decimal(value, placesOf(value))

/** `34992,72`: the same for pasting into another program. */
export const bareNumber = (numbers: Numbers, value: Decimal): string =>
  numbers.ungrouped(formatResult(numbers, value))

/** What somebody wrote, with all its places: `100`, `1.500,50`, `0,001`. */
export function formatGiven(numbers: Numbers, value: Decimal): string {
  const places = value.split('.')[1]?.length ?? 0
  return numbers.decimal(value, places === 0 ? 0 : Math.min(Math.max(places, PLACES), PLACES_MAX))
}

/** An amount with its money: `$100`, `Bs. 5.000`. */
export const given = (numbers: Numbers, money: Money, value: Decimal): string =>
  `${money}${formatGiven(numbers, value)}`

export const result = (numbers: Numbers, money: Money, value: Decimal): string =>
  `${money}${formatResult(numbers, value)}`

function placesOf(value: Decimal): number {
  if (compare(value, '0.1') >= 0) return PLACES
  const zeros = /^0\.(0*)/.exec(value)?.[1]?.length ?? 0
  const wanted = Math.min(zeros + FIGURES, PLACES_MAX)
  const shown = round(value, wanted).split('.')[1]?.length ?? 0
  return Math.max(PLACES, shown)
}
