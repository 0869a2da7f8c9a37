import { BILL_MAX, type ChargeRequest } from '../../../parse/charge/charge-line.ts'
import { SUM_TYPED } from '../../../parse/charge/sum.ts'
import { compare, type Decimal, decimalOf, isPositive, round } from '../../../rates/decimal.ts'
import type { Currency } from '../../../rates/monitor.ts'
import { formatButtonData } from '../../../telegram/button-data.ts'

/** What a button under a bill does: shows it, or asks with which notes it is paid. */
export interface ChargeButton {
  readonly request: ChargeRequest
  readonly asksPaid: boolean
}

/** One letter for the money of a bill, and for the foreign money that pays one in bolivares. */
const LETTERS: readonly (readonly [letter: string, money: ChargeRequest['bill']['in'], Currency])[] = [
  ['d', 'foreign', 'dollar'],
  ['e', 'foreign', 'euro'],
  ['D', 'bolivares', 'dollar'],
  ['E', 'bolivares', 'euro'],
]
const PLACES = 2
const DATA_BYTES_MAX = 64

/** `d308p15b2000t:12x25+8`, the data of a button; without the sum if that is too long, undefined if the rest is. */
export function formatChargeButton({ request, asksPaid }: ChargeButton): string | undefined {
  const { bill, currency, paid, sum, isTaxed } = request
  const letter = LETTERS.find(([, money, one]) => money === bill.in && one === currency)?.[0] ?? ''
  const part = (mark: string, amount: Decimal): string =>
    isPositive(amount) ? `${mark}${round(amount, PLACES)}` : ''
  const tax = isTaxed === undefined ? '' : isTaxed ? 't' : 'n'
  const mode = asksPaid ? 'm' : ''
  const state = `${mode}${letter}${round(bill.amount, PLACES)}${part('p', paid.foreign)}${part('b', paid.bolivares)}${tax}`
  const texts = [...(sum !== undefined && SUM_TYPED.test(sum) ? [`${state}:${sum}`] : []), state]
  return texts
    .map((text) => formatButtonData('charge', undefined, text))
    .find((data) => Buffer.byteLength(data) <= DATA_BYTES_MAX)
}

const STATE = /^(m?)([deDE])(\d+(?:\.\d+)?)(?:p(\d+(?:\.\d+)?))?(?:b(\d+(?:\.\d+)?))?([tn]?)(?::(.+))?$/

/** Reads the argument that `formatChargeButton` wrote; undefined for anything else. */
export function parseChargeButton(argument: string): ChargeButton | undefined {
  const [, mode, letter, amount = '', foreign = '0', bolivares = '0', tax, sum] = STATE.exec(argument) ?? []
  const [, money, currency] = LETTERS.find(([known]) => known === letter) ?? []
  const [bill, ...paid] = [amount, foreign, bolivares].map(decimalOf)
  const isReal = (value: Decimal | undefined): value is Decimal =>
    value !== undefined && compare(value, BILL_MAX) <= 0
  if (sum !== undefined && !SUM_TYPED.test(sum)) return undefined
  if (!money || !currency || !isReal(bill) || !isPositive(bill) || !paid.every(isReal)) return undefined
  const [paidForeign = '0', paidBolivares = '0'] = paid
  const request: ChargeRequest = {
    bill: { amount: bill, in: money },
    currency,
    paid: { foreign: paidForeign, bolivares: paidBolivares },
    ...(sum !== undefined && { sum }),
    ...(tax && { isTaxed: tax === 't' }),
  }
  return { request, asksPaid: mode === 'm' }
}
