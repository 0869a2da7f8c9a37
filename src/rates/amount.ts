import type { Decimal } from './decimal.ts'

const NUMBERS = new Map<string, Intl.NumberFormat>()

function numberFormat(minimumFractionDigits: number, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${minimumFractionDigits}/${maximumFractionDigits}`
  const known = NUMBERS.get(key)
  if (known) return known
  const made = new Intl.NumberFormat('es-VE', {
    minimumFractionDigits,
    maximumFractionDigits,
    roundingMode: 'halfExpand',
  })
  NUMBERS.set(key, made)
  return made
}

/** `1.234,56`: exact digits in Venezuelan notation, never through a float. */
export function formatDecimal(value: Decimal, places = 2): string {
  return numberFormat(places, places).format(value as Intl.StringNumericLiteral)
}

/** `Bs. 1.234,56`. The currency style of Intl would print the abolished "Bs.S". */
export const formatBolivares = (value: Decimal): string => `Bs. ${formatDecimal(value)}`
