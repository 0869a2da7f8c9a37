import Big from 'big.js'

/** An exact decimal as canonical text: digits, optionally a minus sign and a fraction, never an exponent. */
export type Decimal = string

export const DIGITS_MAX = 30
const QUOTIENT_PLACES = 20

const Exact = Big()
Exact.DP = QUOTIENT_PLACES
Exact.RM = Exact.roundHalfUp
Exact.PE = DIGITS_MAX * 4
Exact.NE = -DIGITS_MAX * 4

export const multiply = (a: Decimal, b: Decimal): Decimal => new Exact(a).times(b).toString()
/** Quotient to 20 decimal places, rounded half up. Throws on division by zero. */
export const divide = (a: Decimal, b: Decimal): Decimal => new Exact(a).div(b).toString()
export const add = (a: Decimal, b: Decimal): Decimal => new Exact(a).plus(b).toString()
export const subtract = (a: Decimal, b: Decimal): Decimal => new Exact(a).minus(b).toString()
/** -1, 0 or 1, as a is below, equal to or above b. */
export const compare = (a: Decimal, b: Decimal): -1 | 0 | 1 => new Exact(a).cmp(b)
export const absolute = (a: Decimal): Decimal => new Exact(a).abs().toString()
/** Rounds half up, away from zero; `places` are decimal places. */
export const round = (a: Decimal, places: number): Decimal => new Exact(a).round(places).toString()
/** A price as servers round what they answer: half up, to 2 decimals. */
export const roundedPrice = (price: Decimal): Decimal => round(price, 2)
/** Whether a price is another one as servers round it. */
export const isRoundedFrom = (rounded: Decimal, full: Decimal): boolean =>
  compare(rounded, roundedPrice(full)) === 0
export const isPositive = (a: Decimal): boolean => new Exact(a).gt(0)

/** The middle one of sorted amounts, exactly; of an even number the mean of the two in the middle. Throws on none. */
export function medianOf(sorted: readonly Decimal[]): Decimal {
  const middle = Math.floor(sorted.length / 2)
  const [below = '', above = ''] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 1 ? above : divide(add(below, above), '2')
}

const MACHINE_NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i

/** A JSON number, or its text, as an exact decimal; undefined when it is none or has more than 30 digits. */
export function decimalOf(value: number | string): Decimal | undefined {
  const text = String(value).trim()
  if (!MACHINE_NUMBER.test(text)) return undefined
  const exact = new Exact(text).toString()
  const isTooLong = exact.includes('e') || exact.replace(/\D/g, '').length > DIGITS_MAX
  return isTooLong ? undefined : exact
}

type Notation = 'printed' | 'spoken'

/**
 * Reads a number as people and pages write it: `1.234,56`, `1,234.56`, `349,92720000`, `40.71`.
 * A lone dot before three digits is a decimal point where pages print it ('printed'), and groups thousands where
 * Venezuelans type it ('spoken': `5.000` is five thousand). Undefined when the text is no such number.
 */
export function parseDecimal(text: string, notation: Notation = 'printed'): Decimal | undefined {
  const trimmed = text.trim()
  if (trimmed.length > 2 * DIGITS_MAX) return undefined
  const plain = withDecimalPoint(trimmed, notation)
  return plain === undefined ? undefined : decimalOf(plain)
}

const GROUPED = { dots: /^\d{1,3}(\.\d{3})+(,\d+)?$/, commas: /^\d{1,3}(,\d{3})+(\.\d+)?$/ }

function withDecimalPoint(text: string, notation: Notation): string | undefined {
  if (/^\d+$/.test(text)) return text
  const lone = /^(\d+)([.,])(\d+)$/.exec(text)
  if (lone) {
    const [, whole = '', separator, fraction = ''] = lone
    const groups = notation === 'spoken' && separator === '.' && GROUPED.dots.test(text) && whole !== '0'
    return groups ? whole + fraction : `${whole}.${fraction}`
  }
  if (GROUPED.dots.test(text)) return text.replaceAll('.', '').replace(',', '.')
  if (GROUPED.commas.test(text)) return text.replaceAll(',', '')
  return undefined
}

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
export type Numbers = ReturnType<typeof numbersOf>

function numbersOf(style: NumberStyle) {
  const group = style === 'es-VE' ? '.' : ','
  const decimal = (value: Decimal, places = PLACES): string => formatDecimal(value, places, style)
  const price = (value: Decimal): string => decimal(value, pricePlaces(value))
  return {
    style,
    /** To two places, if not told otherwise. */
    decimal,
    /** `1.234,56`, and below 1 four significant digits: `0,2125`. */
    price,
    /** `Bs. 1.234,56`. The currency style of Intl would print the abolished "Bs.S". */
    bolivares: (value: Decimal): string => BOLIVARES_SIGN + price(value),
    /** A price that amounts are counted with, to as many places as explain the result, at most 4: `Bs. 804,5023`. */
    exactBolivares: (value: Decimal): string => BOLIVARES_SIGN + decimal(value, exactPlaces(value)),
    /** The same where so many times the price stand beside it: with as many places as make that product to the centimo, at most 8. */
    factorBolivares: (value: Decimal, times: Decimal): string =>
      BOLIVARES_SIGN + decimal(value, factorPlaces(value, times)),
    /** Without the signs between groups of three. */
    ungrouped: (text: string): string => text.replaceAll(group, ''),
  }
}

/** How figures are written in each style. */
export const NUMBERS_IN: Readonly<Record<NumberStyle, Numbers>> = {
  'es-VE': numbersOf('es-VE'),
  'en-US': numbersOf('en-US'),
}
