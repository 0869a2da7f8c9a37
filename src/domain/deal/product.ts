import { type Decimal, multiply, round } from '../decimal.ts'
import { PLACES_OF, type Rounding } from './charge.ts'

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
