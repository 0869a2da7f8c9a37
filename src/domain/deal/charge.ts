import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  isPositive,
  multiply,
  round,
  subtract,
} from '../decimal.ts'
import { gapBetween } from '../in-force.ts'

/** To what a bill in bolivares is rounded. */
export const ROUNDINGS = ['centimo', 'bolivar'] as const
export type Rounding = (typeof ROUNDINGS)[number]

/** Decimal places of a sum in bolivares. */
const PLACES_OF: Readonly<Record<Rounding, number>> = { centimo: 2, bolivar: 0 }

/** IGTF, the tax on payments in foreign money and crypto, in percent. */
export const TAX_PERCENT = '3'

/** IVA, the tax on sales, in percent. */
export const SALE_TAX_PERCENT = '16'

/** The same sum in foreign money and in bolivares. */
export interface Both {
  readonly foreign: Decimal
  readonly bolivares: Decimal
}

/** A bill and what was handed over for it. */
export interface Charge {
  readonly bill: { readonly amount: Decimal; readonly in: 'foreign' | 'bolivares' }
  readonly paid: Both
  /** Bolivares for one of the foreign money. */
  readonly price: Decimal
  /** The same for the money of a bill that is in another foreign money than what is paid. */
  readonly billPrice?: Decimal | undefined
  readonly rounding: Rounding
  /** Whether the tax is charged on what is paid in foreign money. */
  readonly isTaxed: boolean
}

/** What a payment settles. In both columns due + tax + change = paid in foreign money + paid in bolivares + left. */
export interface Settlement {
  readonly due: Both
  readonly tax: Both
  readonly paidForeign: Both
  readonly paidBolivares: Both
  /** Nothing where there is change. */
  readonly left: Both
  readonly change: Both
  /** What settles the rest if it is paid in foreign money, tax included. */
  readonly leftInForeign: Decimal
}

const CENTS = 2
const CENT = '0.01'

/**
 * Settles a bill exactly: foreign money counts in cents, bolivares as they are rounded. What is paid in foreign money counts
 * first, less its tax; bolivares pay the rest and are never taxed. A bill in another foreign money is due in bolivares.
 */
export function settle({ bill, paid, price, billPrice, rounding, isTaxed }: Charge): Settlement {
  const inBolivares = (foreign: Decimal): Decimal => round(multiply(foreign, price), PLACES_OF[rounding])
  const due = dueOf(billPrice === undefined ? bill : converted(bill, billPrice), price, PLACES_OF[rounding])
  const [foreign, bolivares] = [round(paid.foreign, CENTS), round(paid.bolivares, CENTS)]
  const paidForeign = { foreign, bolivares: inBolivares(foreign) }
  const tax = taxOf(due, paidForeign, isTaxed, inBolivares)
  const open = {
    foreign: subtract(add(due.foreign, tax.foreign), foreign),
    bolivares: subtract(add(due.bolivares, tax.bolivares), paidForeign.bolivares),
  }
  const paidBolivares = { foreign: inForeign(bolivares, open, price), bolivares }
  const left = positive(open, paidBolivares)
  return {
    due,
    tax,
    paidForeign,
    paidBolivares,
    left,
    change: positive(paidBolivares, open),
    leftInForeign:
      isTaxed && isPositive(left.foreign)
        ? restWithTax(subtract(due.foreign, paidBolivares.foreign), foreign)
        : left.foreign,
  }
}

const converted = ({ amount }: Charge['bill'], billPrice: Decimal): Charge['bill'] => ({
  amount: multiply(round(amount, CENTS), billPrice),
  in: 'bolivares',
})

/** A bill in bolivares is covered by the next whole cent. */
function dueOf({ amount, in: money }: Charge['bill'], price: Decimal, places: number): Both {
  if (money === 'foreign') {
    const foreign = round(amount, CENTS)
    return { foreign, bolivares: round(multiply(foreign, price), places) }
  }
  const bolivares = round(amount, places)
  const nearest = round(divide(bolivares, price), CENTS)
  const isShort = compare(multiply(nearest, price), bolivares) < 0
  return { foreign: isShort ? add(nearest, CENT) : nearest, bolivares }
}

/** The tax in what is paid in foreign money; none on what is given back. */
function taxOf(due: Both, paid: Both, isTaxed: boolean, inBolivares: (foreign: Decimal) => Decimal): Both {
  if (!isTaxed) return { foreign: '0', bolivares: '0' }
  const net = least(due.foreign, withoutTax(paid.foreign))
  const over = subtract(paid.foreign, net)
  const tax = compare(net, due.foreign) === 0 ? least(over, taxOn(net)) : over
  const rest = subtract(paid.bolivares, inBolivares(net))
  if (!isPositive(tax)) return { foreign: '0', bolivares: '0' }
  return { foreign: tax, bolivares: compare(tax, over) === 0 ? rest : least(inBolivares(tax), rest) }
}

/** What paid bolivares are in foreign money: all that is open where they settle it, and never on the other side of it. */
function inForeign(bolivares: Decimal, open: Both, price: Decimal): Decimal {
  if (!isPositive(bolivares)) return '0'
  const worth = round(divide(bolivares, price), CENTS)
  return compare(worth, open.foreign) === compare(bolivares, open.bolivares) ? worth : open.foreign
}

/** What settles the rest in foreign money: the tax counts on all that is paid in it, so that two payments make no cent more. */
const restWithTax = (net: Decimal, paid: Decimal): Decimal => subtract(add(net, taxOn(net)), paid)

const least = (a: Decimal, b: Decimal): Decimal => (compare(a, b) < 0 ? a : b)

const taxOn = (net: Decimal): Decimal => round(divide(multiply(net, TAX_PERCENT), '100'), CENTS)

/** The part of a payment that pays the bill: 14,56 of 15. */
const withoutTax = (foreign: Decimal): Decimal =>
  round(divide(multiply(foreign, '100'), add('100', TAX_PERCENT)), CENTS)

/** How far the first is above the second, nothing where it is below. */
const positive = (a: Both, b: Both): Both => ({
  foreign: aboveZero(subtract(a.foreign, b.foreign)),
  bolivares: aboveZero(subtract(a.bolivares, b.bolivares)),
})
const aboveZero = (a: Decimal): Decimal => (isPositive(a) ? a : '0')

/** Most products on the price list of a shop. */
export const PRODUCTS_MAX = 12
/** Most characters of a product's name, and of a shop's. */
export const PRODUCT_NAME_MAX = 32
export const SHOP_NAME_MAX = 32

/** What a shop sells, and for how many dollars. */
export interface Product {
  readonly name: string
  readonly price: Decimal
}

/** What a product costs in bolivares at a price of the dollar, rounded as the shop rounds its bills. */
export const inBolivares = ({ price }: Product, dollar: Decimal, rounding: Rounding): Decimal =>
  round(multiply(price, dollar), PLACES_OF[rounding])

/** Who sells: somebody to the person who asks (`sold`), or that person (`bought`); a price may be only `said`. */
type OfferSide = 'sold' | 'bought' | 'said'

/** An offer to sell or buy foreign money at a price in bolivares, of an amount if one was said. */
export interface Offer {
  readonly side: OfferSide
  readonly price: Decimal
  readonly amount?: Decimal
}

/** How an offer compares with a published price. */
export interface Comparison {
  /** How far the offer lies above that price in percent, to 2 decimals. */
  readonly percent: Decimal
  /** The same in bolivares for the amount. */
  readonly difference?: Decimal
  /** For the person who asks. */
  readonly verdict: 'better' | 'worse' | 'same'
}

/** Nobody changes dollars elsewhere for less (percent). */
const SAME_PERCENT = '0.5'
const PLACES = 2

/** Compares an offer with a published price above zero. */
export function compareOffer({ side, price, amount }: Offer, published: Decimal): Comparison {
  const percent = round(gapBetween(published, price), PLACES)
  const difference =
    amount === undefined ? undefined : round(multiply(subtract(price, published), amount), PLACES)
  return { percent, ...(difference !== undefined && { difference }), verdict: verdictOf(side, percent) }
}

/** More than so many times a published price, or less than that part of it: it is no price of the same money. */
export const isFarFrom = (price: Decimal, published: Decimal, times = '2'): boolean =>
  compare(price, multiply(published, times)) > 0 || compare(multiply(price, times), published) < 0

function verdictOf(side: OfferSide, percent: Decimal): Comparison['verdict'] {
  if (compare(absolute(percent), SAME_PERCENT) < 0) return 'same'
  const isHigher = compare(percent, '0') > 0
  return isHigher === (side === 'bought') ? 'better' : 'worse'
}
