import { InlineKeyboard } from 'grammy'
import type { Settlement } from '../../domain/deal/charge.ts'
import { add, compare, type Decimal, decimalOf, isPositive, round } from '../../domain/decimal.ts'
import { SIGN_OF } from '../../domain/monitor.ts'
import { AMOUNT_MAX } from '../../language/amounts.ts'
import { isPaid, unpaid } from '../../language/bill.ts'
import type { ChargeRequest } from '../../language/request.ts'
import { SUM_TYPED } from '../../language/sums.ts'
import { BUTTON_BYTES_MAX, formatButtonData } from '../../telegram/button-data.ts'
import { copyCaption } from '../../words/amounts.ts'
import type { Words } from '../../words/words.ts'
import { amountToSend, bareAmount } from './text.ts'

/** The notes that people pay with. */
const NOTES = ['1', '5', '10', '20', '50'] as const
const NOTES_PER_ROW = 3
const BILLS = ['1', '5', '10', '20', '50', '100'] as const
const NOTHING = { foreign: '0', bolivares: '0' }

type Button = ReturnType<typeof InlineKeyboard.text> | ReturnType<typeof InlineKeyboard.copyText>

const button = (caption: string, pressed: ChargeButton): Button[] => {
  const data = formatChargeButton(pressed)
  return data === undefined ? [] : [InlineKeyboard.text(caption, data)]
}

/** Button that copies the bare amount for Pago Móvil, if an amount is left to pay or to give back. */
export function copyButtons(words: Words, settlement: Settlement): Button[] {
  const amount = amountToSend(settlement)
  return amount === undefined ? [] : [InlineKeyboard.copyText(copyCaption(words, amount), bareAmount(amount))]
}

/** The buttons under a bill: copy, with or without the tax, what was paid. */
export function chargeKeyboard(
  words: Words,
  request: ChargeRequest & { readonly isTaxed: boolean },
  settlement: Settlement,
): InlineKeyboard {
  const caption = words.charge.button
  const { isTaxed } = request
  const show = (more: Partial<ChargeRequest>, asksPaid = false): ChargeButton => ({
    request: { ...request, ...more },
    asksPaid,
  })
  return InlineKeyboard.from(
    [
      copyButtons(words, settlement),
      [
        ...button(isTaxed ? caption.withoutTax : caption.withTax, show({ isTaxed: !isTaxed })),
        ...(isPositive(settlement.left.bolivares) ? button(caption.paidPart, show({}, true)) : []),
      ],
      isPaid(request) ? button(caption.unpaid, { request: unpaid(request), asksPaid: false }) : [],
    ].filter((row) => row.length > 0),
  )
}

/** Buttons with common bills in dollars. */
export function billsKeyboard(): InlineKeyboard {
  const bills = BILLS.flatMap((amount) =>
    button(`${SIGN_OF.dollar}${amount}`, {
      request: { bill: { amount, in: 'foreign' }, currency: 'dollar', paid: NOTHING },
      asksPaid: false,
    }),
  )
  return InlineKeyboard.from([bills.slice(0, NOTES_PER_ROW), bills.slice(NOTES_PER_ROW)])
}

/** Buttons with notes, each of which is added to what was paid. */
export function notesKeyboard({ charge }: Words, request: ChargeRequest): InlineKeyboard {
  const { paid, currency } = request
  const adding = (note: Decimal): ChargeButton => ({
    request: { ...request, paid: { ...paid, foreign: add(paid.foreign, note) } },
    asksPaid: true,
  })
  const notes = NOTES.flatMap((note) => button(`+ ${SIGN_OF[currency]}${note}`, adding(note)))
  const done = button(charge.button.done, { request, asksPaid: false })
  return InlineKeyboard.from([notes.slice(0, NOTES_PER_ROW), notes.slice(NOTES_PER_ROW), done])
}

/** What a button under a bill does: shows it, or asks with which notes it is paid. */
export interface ChargeButton {
  readonly request: ChargeRequest
  readonly asksPaid: boolean
}

/** One letter for the money of a bill, and for the foreign money that it is paid in. */
const LETTERS: ReadonlyMap<string, { readonly in: ChargeRequest['bill']['in'] } & Moneys> = new Map([
  ['d', { in: 'foreign', currency: 'dollar' }],
  ['e', { in: 'foreign', currency: 'euro' }],
  ['x', { in: 'foreign', currency: 'euro', billedIn: 'dollar' }],
  ['y', { in: 'foreign', currency: 'dollar', billedIn: 'euro' }],
  ['D', { in: 'bolivares', currency: 'dollar' }],
  ['E', { in: 'bolivares', currency: 'euro' }],
])
type Moneys = Pick<ChargeRequest, 'currency' | 'billedIn'>
const PLACES = 2

/** `d308p15b2000t:12x25+8`, the data of a button; without the sum if that is too long, undefined if the rest is. */
export function formatChargeButton({ request, asksPaid }: ChargeButton): string | undefined {
  const { bill, currency, billedIn, paid, sum, isTaxed } = request
  const [letter = ''] =
    [...LETTERS].find(
      ([, one]) => one.in === bill.in && one.currency === currency && one.billedIn === billedIn,
    ) ?? []
  const part = (mark: string, amount: Decimal): string =>
    isPositive(amount) ? `${mark}${round(amount, PLACES)}` : ''
  const tax = isTaxed === undefined ? '' : isTaxed ? 't' : 'n'
  const mode = asksPaid ? 'm' : ''
  const state = `${mode}${letter}${round(bill.amount, PLACES)}${part('p', paid.foreign)}${part('b', paid.bolivares)}${tax}`
  const texts = [...(sum !== undefined && SUM_TYPED.test(sum) ? [`${state}:${sum}`] : []), state]
  return texts
    .map((text) => formatButtonData('charge', undefined, text))
    .find((data) => Buffer.byteLength(data) <= BUTTON_BYTES_MAX)
}

const STATE = /^(m?)([dexyDE])(\d+(?:\.\d+)?)(?:p(\d+(?:\.\d+)?))?(?:b(\d+(?:\.\d+)?))?([tn]?)(?::(.+))?$/

/** Reads the argument that `formatChargeButton` wrote; undefined for anything else. */
export function parseChargeButton(argument: string): ChargeButton | undefined {
  const [, mode, letter = '', amount = '', foreign = '0', bolivares = '0', tax, sum] =
    STATE.exec(argument) ?? []
  const moneys = LETTERS.get(letter)
  const [bill, ...paid] = [amount, foreign, bolivares].map(decimalOf)
  const isReal = (value: Decimal | undefined): value is Decimal =>
    value !== undefined && compare(value, AMOUNT_MAX) <= 0
  if (sum !== undefined && !SUM_TYPED.test(sum)) return undefined
  if (!moneys || !isReal(bill) || !isPositive(bill) || !paid.every(isReal)) return undefined
  const [paidForeign = '0', paidBolivares = '0'] = paid
  const { in: money, ...currencies } = moneys
  const request: ChargeRequest = {
    bill: { amount: bill, in: money },
    ...currencies,
    paid: { foreign: paidForeign, bolivares: paidBolivares },
    ...(sum !== undefined && { sum }),
    ...(tax && { isTaxed: tax === 't' }),
  }
  return { request, asksPaid: mode === 'm' }
}
