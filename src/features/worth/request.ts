import type { Offer } from '../../domain/deal/offer.ts'
import { decimalOf, isPositive } from '../../domain/decimal.ts'
import type { Currency } from '../../domain/monitor.ts'
import { BUTTON_BYTES_MAX, formatButtonData } from '../../telegram/button-data.ts'

/** An offer of foreign money. */
export interface OfferRequest extends Offer {
  readonly currency: Currency
}

const OFFER = /^([sb])(\d+(?:\.\d+)?)(?:a(\d+(?:\.\d+)?))?(e?)$/

/** `s980a100e`, the data of a button; undefined if it is too long. */
export function formatOfferButton({ side, price, amount, currency }: OfferRequest): string | undefined {
  const quantity = amount === undefined ? '' : `a${amount}`
  const argument = `${side.charAt(0)}${price}${quantity}${currency === 'euro' ? 'e' : ''}`
  const data = formatButtonData('worth', undefined, argument)
  return Buffer.byteLength(data) <= BUTTON_BYTES_MAX ? data : undefined
}

/** Reads the argument that `formatOfferButton` wrote; undefined for anything else. */
export function parseOfferButton(argument: string): OfferRequest | undefined {
  const [, side, typed = '', quantity, euros] = OFFER.exec(argument) ?? []
  const price = decimalOf(typed)
  const amount = quantity === undefined ? undefined : decimalOf(quantity)
  const isBad = quantity !== undefined && (amount === undefined || !isPositive(amount))
  if (price === undefined || !isPositive(price) || isBad) return undefined
  return {
    side: side === 's' ? 'sold' : 'bought',
    price,
    ...(amount !== undefined && { amount }),
    currency: euros ? 'euro' : 'dollar',
  }
}
