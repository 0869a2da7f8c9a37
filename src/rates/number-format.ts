import type { Decimal } from './decimal.ts'

/** Whose separators a number is printed with: `1.234,56` or `1,234.56`. */
export const NUMBER_STYLES = ['es-VE', 'en-US'] as const
export type NumberStyle = (typeof NUMBER_STYLES)[number]

const FORMATS = new Map<string, Intl.NumberFormat>()

function numberFormat(style: NumberStyle, places: number): Intl.NumberFormat {
  const key = `${style}/${places}`
  const known = FORMATS.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(style, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    roundingMode: 'halfExpand',
  })
  FORMATS.set(key, made)
  return made
}

/** `1.234,56`, `−5,00`: exact digits, in Venezuelan notation unless told otherwise, never through a float. */
export function formatDecimal(value: Decimal, places = 2, style: NumberStyle = 'es-VE'): string {
  return numberFormat(style, places)
    .format(value as Intl.StringNumericLiteral)
    .replace('-', '−')
}

/** A sum in bolivares never leaves its currency on another line. */
export const BOLIVARES_SIGN = 'Bs.\u00a0'

/** How figures are written for one chat. */
export interface Numbers {
  readonly style: NumberStyle
  /** To two places, if not told otherwise. */
  decimal(value: Decimal, places?: number): string
  /** `Bs. 1.234,56`. The currency style of Intl would print the abolished "Bs.S". */
  bolivares(value: Decimal): string
  /** Without the signs between groups of three. */
  ungrouped(text: string): string
}

const numbersOf = (style: NumberStyle): Numbers => {
  const group = style === 'es-VE' ? '.' : ','
  return {
    style,
    decimal: (value, places = 2) => formatDecimal(value, places, style),
    bolivares: (value) => BOLIVARES_SIGN + formatDecimal(value, 2, style),
    ungrouped: (text) => text.replaceAll(group, ''),
  }
}

/** How figures are written in each style. */
export const NUMBERS_IN: Readonly<Record<NumberStyle, Numbers>> = {
  'es-VE': numbersOf('es-VE'),
  'en-US': numbersOf('en-US'),
}
