import { InlineKeyboard } from 'grammy'
import type { Settlement } from '../../domain/deal/charge.ts'
import { add, type Decimal, isPositive } from '../../domain/decimal.ts'
import { SIGN_OF } from '../../domain/monitor.ts'
import { isPaid, unpaid } from '../../language/bill.ts'
import type { ChargeRequest } from '../../language/request.ts'
import { copyCaption } from '../../words/amounts.ts'
import type { Words } from '../../words/words.ts'
import { type ChargeButton, formatChargeButton } from './request.ts'
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

/** What can be copied of a bill: the bare amount for Pago Móvil, where there is one to be sent or asked for. */
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
