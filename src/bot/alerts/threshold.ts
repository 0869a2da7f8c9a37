import type { AlertKind } from '../../chats/alert.ts'
import { compare, type Decimal, isPositive } from '../../rates/decimal.ts'

const DIGITS_MAX = 12
const PERCENT_MAX = '100'

/** Whether an alert can wait for a value: a price above zero, a percentage below 100, a gap of any size; 12 digits. */
export function isThreshold(kind: AlertKind, isGap: boolean, value: Decimal): boolean {
  if (value.replace(/\D/g, '').length > DIGITS_MAX) return false
  if (kind === 'percent') return isPositive(value) && compare(value, PERCENT_MAX) < 0
  return isGap || isPositive(value)
}
