import { formatBolivares, formatDecimal } from '../rates/amount.ts'
import type { Change, Direction } from '../rates/change.ts'
import { SIGN_OF } from '../rates/currency.ts'
import type { Decimal } from '../rates/decimal.ts'
import type { Quote } from '../rates/monitor.ts'
import { escapeHtml } from './text.ts'

export const ARROW: Readonly<Record<Direction, string>> = { up: '▲', down: '▼', same: '' }
const PLUS_MINUS: Readonly<Record<Direction, string>> = { up: '+', down: '−', same: '' }

/** `$1 = Bs. 1.234,56`. */
export const equation = ({ monitor }: Quote, price: Decimal): string =>
  `${SIGN_OF[monitor.currency]}1 = ${formatBolivares(price)}`

/** What rounds to nothing, and is not, stays visible; the arrow beside it says its direction. */
const signed = (rounded: Decimal, direction: Direction): string =>
  rounded === '0' && direction !== 'same'
    ? `<${formatDecimal('0.01')}`
    : `${PLUS_MINUS[direction]}${formatDecimal(rounded)}`

export const signedAmount = ({ amount, direction }: Change): string => signed(amount, direction)

export const signedPercent = ({ percent, direction }: Change): string => `${signed(percent, direction)} %`

/** `▲0,40%`, where a column is narrow; nothing where nothing changed. */
export const narrowPercent = ({ percent, direction }: Change): string =>
  direction === 'same' ? '' : `${ARROW[direction]}${formatDecimal(percent)}%`

/** `+3,20 (+0,40 %)` as HTML; nothing where nothing changed. */
export const changeOf = (change: Change): string =>
  change.direction === 'same' ? '' : escapeHtml(`${signedAmount(change)} (${signedPercent(change)})`)
