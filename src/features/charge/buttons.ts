import { InlineKeyboard } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import { act, inRows, keyboardOf } from '../../bot/buttons.ts'
import type { BotContext } from '../../bot/context.ts'
import type { Settlement } from '../../domain/deal/charge.ts'
import { add, type Decimal, isPositive, round } from '../../domain/decimal.ts'
import { type MonitorId, monitorRef, parseMonitorRef, SIGN_OF } from '../../domain/monitor.ts'
import { isPaid, unpaid } from '../../language/charge.ts'
import type { ChargeRequest } from '../../language/request.ts'
import { SUM_TYPED } from '../../language/sums.ts'
import { type FieldsOf, formatButtonData, unlessTooLong } from '../../telegram/button-data.ts'
import { capitalized, copyCaption } from '../../words/price.ts'
import type { Words } from '../../words/words.ts'
import { amountToSend, bareAmount } from './text.ts'

/** The notes that people pay with. */
const NOTES = ['1', '5', '10', '20', '50'] as const
const NOTES_PER_ROW = 3
const BILLS = ['1', '5', '10', '20', '50', '100'] as const
const NOTHING = { foreign: '0', bolivares: '0' }

/** A button of a bill; undefined if its data would be too long. */
function chargeButton(caption: string, pressed: ChargeButton) {
  const data = formatChargeButton(pressed)
  return data === undefined ? undefined : InlineKeyboard.text(caption, data)
}

/** Button that copies the bare amount for Pago Móvil, if an amount is left to pay or to give back. */
export function copyButton(words: Words, settlement: Settlement) {
  const amount = amountToSend(settlement)
  return amount === undefined
    ? undefined
    : InlineKeyboard.copyText(copyCaption(words, amount), bareAmount(amount))
}

/** The buttons under a bill: copy, with or without the tax, what was paid. */
export function chargeKeyboard(
  words: Words,
  request: ChargeRequest & { readonly isTaxed: boolean },
  settlement: Settlement,
  share?: InlineKeyboardButton,
): InlineKeyboard {
  const caption = words.charge.button
  const { isTaxed } = request
  const show = (more: Partial<ChargeRequest>, asksPaid = false): ChargeButton => ({
    request: { ...request, ...more },
    asksPaid,
  })
  return keyboardOf(
    [copyButton(words, settlement)],
    [
      chargeButton(
        isTaxed ? caption.withoutTax : capitalized(words.charge.withTax),
        show({ isTaxed: !isTaxed }),
      ),
      isPositive(settlement.left.bolivares) && chargeButton(caption.paidPart, show({}, true)),
    ],
    [isPaid(request) && chargeButton(caption.unpaid, { request: unpaid(request), asksPaid: false }), share],
  )
}

/** Buttons with common bills in dollars. */
export function billsKeyboard(): InlineKeyboard {
  const bills = BILLS.map((amount) => billButton(`${SIGN_OF.dollar}${amount}`, amount))
  return keyboardOf(...inRows(bills, NOTES_PER_ROW))
}

/** A button that charges so many dollars, by a rate or the usual one. */
export const billButton = (caption: string, amount: Decimal, rate?: MonitorId) =>
  chargeButton(caption, {
    request: {
      bill: { amount, in: 'foreign' },
      currency: 'dollar',
      paid: NOTHING,
      ...(rate && { rate: monitorRef(rate) }),
    },
    asksPaid: false,
  })

/** Buttons with notes, each of which is added to what was paid. */
export function notesKeyboard({ charge }: Words, request: ChargeRequest): InlineKeyboard {
  const { paid, currency } = request
  const adding = (note: Decimal): ChargeButton => ({
    request: { ...request, paid: { ...paid, foreign: add(paid.foreign, note) } },
    asksPaid: true,
  })
  const notes = NOTES.flatMap((note) => chargeButton(`+ ${SIGN_OF[currency]}${note}`, adding(note)) ?? [])
  const done = chargeButton(charge.button.done, { request, asksPaid: false })
  return keyboardOf(...inRows(notes, NOTES_PER_ROW), [done])
}

/** What a button under a bill does: shows it, or asks with which notes it is paid. */
interface ChargeButton {
  readonly request: ChargeRequest
  readonly asksPaid: boolean
}

/** Says that the chat has no rate of its own, with a button that sets one. */
export const askOwnRate = ({
  words,
  replyOrEdit,
}: Pick<BotContext, 'words' | 'replyOrEdit'>): Promise<void> =>
  replyOrEdit(
    words.settings.noOwnRateYet,
    keyboardOf([act(words.settings.ownRate, 'settings', undefined, { page: 'r' })]),
  )

const PLACES = 2

/** The data of a button; without the sum if that is too long, undefined if the rest is. */
export function formatChargeButton({ request, asksPaid }: ChargeButton): string | undefined {
  const { bill, currency, billedIn, paid, sum, isTaxed, rate, ownRate } = request
  const monitor = rate === undefined ? undefined : parseMonitorRef(rate)
  const part = (amount: Decimal) => (isPositive(amount) ? round(amount, PLACES) : undefined)
  const fields = {
    asksPaid,
    moneys: { in: bill.in, currency, ...(billedIn && { billedIn }) } as FieldsOf<'charge'>['moneys'],
    amount: round(bill.amount, PLACES),
    foreign: part(paid.foreign),
    bolivares: part(paid.bolivares),
    isTaxed,
    ownRate: ownRate === 'mine' ? undefined : ownRate,
  }
  const read = sum !== undefined && SUM_TYPED.test(sum) ? sum : undefined
  return (
    unlessTooLong(formatButtonData('charge', monitor, { ...fields, sum: read })) ??
    unlessTooLong(formatButtonData('charge', monitor, fields))
  )
}

/** The bill of a button. */
export function requestOf(fields: FieldsOf<'charge'>, monitor?: MonitorId): ChargeRequest {
  const { asksPaid: _, moneys, amount, foreign = '0', bolivares = '0', ...rest } = fields
  const { in: money, ...currencies } = moneys
  const rate = monitor && { rate: monitorRef(monitor) }
  return { bill: { amount, in: money }, ...currencies, paid: { foreign, bolivares }, ...rest, ...rate }
}
