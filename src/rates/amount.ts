import type { Decimal } from './decimal.ts'

/** Whose separators a number is printed with: `1.234,56` or `1,234.56`. */
export type NumberStyle = 'es-VE' | 'en-US'

const NUMBERS = new Map<string, Intl.NumberFormat>()

function numberFormat(style: NumberStyle, places: number): Intl.NumberFormat {
  const key = `${style}/${places}`
  const known = NUMBERS.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(style, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    roundingMode: 'halfExpand',
  })
  NUMBERS.set(key, made)
  return made
}

/** `1.234,56`: exact digits, in Venezuelan notation unless told otherwise, never through a float. */
export function formatDecimal(value: Decimal, places = 2, style: NumberStyle = 'es-VE'): string {
  return numberFormat(style, places).format(value as Intl.StringNumericLiteral)
}

/** `Bs. 1.234,56`. The currency style of Intl would print the abolished "Bs.S". */
export const formatBolivares = (value: Decimal): string => `Bs. ${formatDecimal(value)}`
