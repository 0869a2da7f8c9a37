import { type Decimal, multiply, round } from './decimal.ts'

/** Whose separators a number is printed with: `1.234,56` or `1,234.56`. */
export const NUMBER_STYLES = ['es-VE', 'en-US'] as const
export type NumberStyle = (typeof NUMBER_STYLES)[number]

const PLACES = 2
const PLACES_MAX = 20
const SIGNIFICANT_DIGITS = 4
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
export function formatDecimal(value: Decimal, places = PLACES, style: NumberStyle = 'es-VE'): string {
  return numberFormat(style, places)
    .format(value as Intl.StringNumericLiteral)
    .replace('-', '−')
}

const BELOW_ONE = /^-?0\.(0*)[1-9]/

/** Decimal places that a price is shown with: 2, and below 1 as many as its four significant digits need. */
export function pricePlaces(price: Decimal): number {
  const zeros = BELOW_ONE.exec(price)?.[1]
  if (zeros === undefined) return PLACES
  const rounded = round(price, Math.min(zeros.length + SIGNIFICANT_DIGITS, PLACES_MAX))
  return Math.max(PLACES, rounded.split('.')[1]?.length ?? 0)
}

const EXACT_PLACES_MAX = 4
const exactPlaces = (price: Decimal): number =>
  Math.max(pricePlaces(price), round(price, EXACT_PLACES_MAX).split('.')[1]?.length ?? 0)

const FACTOR_PLACES_MAX = 8
function factorPlaces(price: Decimal, times: Decimal): number {
  const product = (factor: Decimal): Decimal => round(multiply(factor, times), PLACES)
  const exact = product(price)
  let places = pricePlaces(price)
  while (places < FACTOR_PLACES_MAX && product(round(price, places)) !== exact) places++
  return places
}

/** A sum in bolivares never leaves its currency on another line. */
export const BOLIVARES_SIGN = 'Bs.\u00a0'

/** How figures are written for one chat. */
export interface Numbers {
  readonly style: NumberStyle
  /** To two places, if not told otherwise. */
  decimal(value: Decimal, places?: number): string
  /** `1.234,56`, and below 1 four significant digits: `0,2125`. */
  price(value: Decimal): string
  /** `Bs. 1.234,56`. The currency style of Intl would print the abolished "Bs.S". */
  bolivares(value: Decimal): string
  /** A price that amounts are counted with, to as many places as explain the result, at most 4: `Bs. 804,5023`. */
  exactBolivares(value: Decimal): string
  /** The same where so many times the price stand beside it: with as many places as make that product to the centimo, at most 8. */
  factorBolivares(value: Decimal, times: Decimal): string
  /** Without the signs between groups of three. */
  ungrouped(text: string): string
}

const numbersOf = (style: NumberStyle): Numbers => {
  const group = style === 'es-VE' ? '.' : ','
  const price = (value: Decimal): string => formatDecimal(value, pricePlaces(value), style)
  return {
    style,
    decimal: (value, places = PLACES) => formatDecimal(value, places, style),
    price,
    bolivares: (value) => BOLIVARES_SIGN + price(value),
    factorBolivares: (value, times) =>
      BOLIVARES_SIGN + formatDecimal(value, factorPlaces(value, times), style),
    exactBolivares: (value) => BOLIVARES_SIGN + formatDecimal(value, exactPlaces(value), style),
    ungrouped: (text) => text.replaceAll(group, ''),
  }
}

/** How figures are written in each style. */
export const NUMBERS_IN: Readonly<Record<NumberStyle, Numbers>> = {
  'es-VE': numbersOf('es-VE'),
  'en-US': numbersOf('en-US'),
}
