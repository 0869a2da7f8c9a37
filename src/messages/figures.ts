import type { Change, Direction } from '../rates/change.ts'
import type { Decimal } from '../rates/decimal.ts'
import type { Quote } from '../rates/monitor.ts'
import { moneyOf } from './money.ts'
import { escapeHtml } from './text.ts'
import type { Words } from './words.ts'

export const ARROW: Readonly<Record<Direction, string>> = { up: '▲', down: '▼', same: '' }
const PLUS_MINUS: Readonly<Record<Direction, string>> = { up: '+', down: '−', same: '' }

/** `$1 = Bs. 1.234,56`. */
export const equation = ({ numbers }: Words, quote: Quote, price: Decimal): string =>
  `${moneyOf(quote)}1 = ${numbers.bolivares(price)}`

/** What rounds to nothing, and is not, stays visible; the arrow beside it says its direction. */
const signed = ({ numbers }: Words, rounded: Decimal, direction: Direction): string =>
  rounded === '0' && direction !== 'same'
    ? `<${numbers.decimal('0.01')}`
    : `${PLUS_MINUS[direction]}${numbers.decimal(rounded)}`

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
