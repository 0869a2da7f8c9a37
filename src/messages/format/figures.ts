import type { Change, Direction } from '../../rates/change.ts'
import type { Decimal } from '../../rates/decimal.ts'
import { moneyNamed } from '../../rates/money-named.ts'
import { type Quote, SIGN_OF } from '../../rates/monitor.ts'
import { BOLIVARES_SIGN, type Numbers } from '../../rates/number-format.ts'
import type { Words } from '../words/words.ts'
import { escapeHtml } from './text.ts'

export const ARROW: Readonly<Record<Direction, string>> = { up: '▲', down: '▼', same: '' }
const PLUS_MINUS: Readonly<Record<Direction, string>> = { up: '+', down: '−', same: '' }

/** `$1 = Bs. 1.234,56`. */
export const equation = ({ numbers }: Words, quote: Quote, price: Decimal): string =>
  `${moneyOf(quote)}1 = ${numbers.bolivares(price)}`

/** What rounds to nothing, and is not, stays visible; the arrow beside it says its direction. */
const signed = ({ numbers }: Words, rounded: Decimal, direction: Direction): string =>
  rounded === '0' && direction !== 'same'
    ? `<${numbers.decimal('0.01')}`
    : `${PLUS_MINUS[direction]}${numbers.price(rounded)}`

export const signedAmount = (words: Words, { amount, direction }: Change): string =>
  signed(words, amount, direction)

export const signedPercent = (words: Words, { percent, direction }: Change): string =>
  `${signed(words, percent, direction)} %`

/** `▲0,40`, in percent, where a column is narrow; the arrow alone for less than is shown, nothing where nothing changed. */
export function narrowPercent({ numbers }: Words, { percent, direction }: Change): string {
  if (direction === 'same') return ''
  const figure = numbers.decimal(percent)
  return /[1-9]/.test(figure) ? `${ARROW[direction]}${figure}` : ARROW[direction]
}

/** `+3,20 (+0,40 %)` as HTML; nothing where nothing changed. */
export const changeOf = (words: Words, change: Change): string =>
  change.direction === 'same'
    ? ''
    : escapeHtml(`${signedAmount(words, change)} (${signedPercent(words, change)})`)

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

/** `34992,72`: a result for pasting into another program. */
export const bareNumber = (numbers: Numbers, value: Decimal): string =>
  numbers.ungrouped(numbers.price(value))

/** What somebody wrote, with all its places: `100`, `1.500,50`, `0,001`. */
export function formatGiven(numbers: Numbers, value: Decimal): string {
  const places = value.split('.')[1]?.length ?? 0
  return numbers.decimal(value, places === 0 ? 0 : Math.min(Math.max(places, PLACES), PLACES_MAX))
}

/** An amount with its money: `$100`, `Bs. 5.000`. */
export const given = (numbers: Numbers, money: Money, value: Decimal): string =>
  `${money}${formatGiven(numbers, value)}`

export const result = (numbers: Numbers, money: Money, value: Decimal): string =>
  `${money}${numbers.price(value)}`
