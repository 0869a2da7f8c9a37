import { InlineKeyboard } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import { act, inRows, keyboardOf, shareButton } from '../../bot/buttons.ts'
import { type BotContext, chargingOf } from '../../bot/context.ts'
import { EVERYONE, Feature, type FeatureParts } from '../../bot/feature.ts'
import { type Settlement, settle } from '../../domain/deal/charge.ts'
import { add, type Decimal, isPositive, round } from '../../domain/decimal.ts'
import { leadingPrice } from '../../domain/in-force.ts'
import {
  type Currency,
  currencyMeant,
  isSameMonitor,
  type MonitorId,
  monitorRef,
  parseMonitorRef,
  SIGN_OF,
} from '../../domain/monitor.ts'
import { isPaid, parseCharge, unpaid } from '../../language/charge.ts'
import type { ChargeRequest } from '../../language/request.ts'
import { SUM_TYPED } from '../../language/sums.ts'
import { officialPrice } from '../../prices/benchmarks.ts'
import { newestOfAll, type ObservedQuote, type Prices } from '../../prices/prices.ts'
import { type FieldsOf, formatButtonData, unlessTooLong } from '../../telegram/button-data.ts'
import { capitalized, copyCaption } from '../../words/price.ts'
import { lines } from '../../words/text.ts'
import type { Words } from '../../words/words.ts'
import {
  amountToSend,
  askPaid,
  bareAmount,
  type ChargeView,
  chargeCard,
  chargeQuestion,
  chargeRefusal,
  guessedMoney,
  paidSoFar,
} from './text.ts'

/** The rate that a bill is charged at: the one it names, else the official one. `lent`: shops charge dollars at the price of the euro. */
function rateOfBill(
  prices: Pick<Prices, 'find' | 'all' | 'gapNames'>,
  { currency, billedIn = currency, rate }: ChargeRequest,
): { readonly chargedAt: ObservedQuote | undefined; readonly lent?: ObservedQuote | undefined } {
  const named = rate === undefined || billedIn !== currency ? [] : prices.find(rate)
  const of = (one: Currency) => named.find(({ quote }) => currencyMeant(quote) === one)
  const own = of(currency)
  if (own) return { chargedAt: own }
  return { chargedAt: officialPrice(prices, currency), ...(currency === 'dollar' && { lent: of('euro') }) }
}

/** Settles a bill at the price in force of its rate; undefined where there is none of its currency. */
export async function settleBill(
  prices: Prices,
  request: ChargeRequest,
  { chatState, now }: Pick<BotContext, 'chatState' | 'now'>,
): Promise<ChargeView | undefined> {
  await newestOfAll(prices)
  const { bill, currency, billedIn = currency, paid, sum, isTaxed, ownRate } = request
  const { chargedAt, lent } = rateOfBill(prices, request)
  const agreed = ownRate === 'mine' ? chatState?.ownRate : ownRate
  const ofBill = officialPrice(prices, billedIn)
  if (!chargedAt || !ofBill) return undefined
  const { quote } = chargedAt
  const billQuote = billedIn === currency ? undefined : ofBill.quote
  const chosen = chargingOf(chatState)
  const charging = { rounding: chosen.rounding, isTaxed: isTaxed ?? chosen.isTaxed }
  const settlement = settle({
    ...{ bill, paid, ...charging },
    price: agreed ?? leadingPrice(lent?.quote ?? quote, now).price,
    billPrice: billQuote && leadingPrice(billQuote, now).price,
  })
  const asOf = Math.min(chargedAt.asOf, ofBill.asOf, lent?.asOf ?? Number.POSITIVE_INFINITY)
  return {
    bill,
    ...charging,
    settlement,
    sum,
    quote,
    lent: lent?.quote,
    billQuote,
    ownRate: agreed,
    asOf,
    now,
  }
}

/** `/charge 20`: what a bill comes to in bolivares; `/charge 20 pays 15 usd`: what is left, or the change. */
export function createCharge({ access, prices }: FeatureParts) {
  /** `asksPaid`: asks with which notes the bill is paid. `isAdded`: the payment adds to an earlier one. */
  async function answer(
    ctx: BotContext,
    request: ChargeRequest,
    { asksPaid, isAdded }: { readonly asksPaid?: boolean; readonly isAdded?: true | undefined } = {},
  ): Promise<void> {
    const { words } = ctx
    if (request.ownRate === 'mine' && ctx.chatState?.ownRate === undefined) return askOwnRate(ctx)
    const view = await settleBill(prices, request, ctx)
    if (!view) return sayNoRate(ctx)
    // The next answer says nothing of what was guessed here.
    const { guessed, ...asked } = { ...request, ...(view.ownRate && { ownRate: view.ownRate }) }
    const bill = withRateUsed(prices, asked, view)
    const isElsewhere = asked.rate !== undefined && bill.rate === undefined
    ctx.asked = { kind: 'charge', charge: bill, ...(isSettled(view.settlement) && { isSettled: true }) }
    const card = lines(
      isAdded && `${paidSoFar(words, view)}\n`,
      chargeCard(words, view),
      guessed && guessedMoney(words, view, guessed),
      isElsewhere && words.charge.atOfficial,
    )
    const own = { ...bill, isTaxed: view.isTaxed }
    await (asksPaid
      ? ctx.replyOrEdit(`${card}\n\n${askPaid(words)}`, notesKeyboard(words, own))
      : ctx.replyOrEdit(card, chargeKeyboard(words, own, view.settlement, shareButton(ctx, true))))
  }

  const sayNoRate = ({ words, replyOrEdit }: BotContext): Promise<void> =>
    replyOrEdit(prices.all().length === 0 ? words.noPrices : words.charge.noRate)

  async function answerText(ctx: BotContext, text: string): Promise<void> {
    const { words } = ctx
    const read = parseCharge(text, { numbers: words.numbers.style, markNames: prices.markNames })
    if (read.kind === 'charge') return answer(ctx, read.request)
    if (read.reason !== 'no_amount') return ctx.replyOrEdit(chargeRefusal(words, read.reason, read.word))
    ctx.asked = { kind: 'charge' }
    const bills = BILLS.map((amount) => billButton(`${SIGN_OF.dollar}${amount}`, amount))
    await ctx.replyOrEdit(chargeQuestion(words, ctx.isPrivate), keyboardOf(...inRows(bills, NOTES_PER_ROW)))
  }

  const feature = new Feature(access, EVERYONE)
  feature.command('charge', (ctx) => answerText(ctx, ctx.match))
  feature.button('charge', (ctx, monitor, fields) =>
    answer(ctx, requestOf(fields, monitor), { asksPaid: fields.asksPaid === true }),
  )
  return { feature, answer, answerText }
}

/** The bill with the ref of its rate, which buttons and later texts keep; without one that is of another money. */
function withRateUsed(
  { find }: Pick<Prices, 'find'>,
  { rate, ...bill }: ChargeRequest,
  { quote, lent = quote }: ChargeView,
): ChargeRequest {
  const isUsed =
    rate !== undefined && find(rate).some((named) => isSameMonitor(named.quote.monitor, lent.monitor))
  return isUsed ? { ...bill, rate: monitorRef(lent.monitor) } : bill
}

const isSettled = ({ left }: Settlement): boolean => !isPositive(left.bolivares) && !isPositive(left.foreign)

/** True if a message replies to our "how much?" prompt; in groups this links the answer to the bill. */
export function repliesToQuestion({ message, words, me }: BotContext): boolean {
  const { from, text = '' } = message?.reply_to_message ?? {}
  return from?.id === me.id && text.startsWith(words.charge.ask)
}

/** The notes that people pay with. */
const NOTES = ['1', '5', '10', '20', '50'] as const
const NOTES_PER_ROW = 3
/** Common bills in dollars. */
const BILLS = ['1', '5', '10', '20', '50', '100'] as const
const NOTHING = { foreign: '0', bolivares: '0' }

/** A button that shows a bill, or asks with which notes it is paid; undefined if its data would be too long. */
function chargeButton(caption: string, request: ChargeRequest, asksPaid = false) {
  const data = formatChargeButton(request, asksPaid)
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
function chargeKeyboard(
  words: Words,
  request: ChargeRequest & { readonly isTaxed: boolean },
  settlement: Settlement,
  share?: InlineKeyboardButton,
): InlineKeyboard {
  const caption = words.charge.button
  const { isTaxed } = request
  return keyboardOf(
    [copyButton(words, settlement)],
    [
      chargeButton(isTaxed ? caption.withoutTax : capitalized(words.charge.withTax), {
        ...request,
        isTaxed: !isTaxed,
      }),
      isPositive(settlement.left.bolivares) && chargeButton(caption.paidPart, request, true),
    ],
    [isPaid(request) && chargeButton(caption.unpaid, unpaid(request)), share],
  )
}

/** A button that charges so many dollars, by a rate or the usual one. */
export const billButton = (caption: string, amount: Decimal, rate?: MonitorId) =>
  chargeButton(caption, {
    bill: { amount, in: 'foreign' },
    currency: 'dollar',
    paid: NOTHING,
    ...(rate && { rate: monitorRef(rate) }),
  })

/** Buttons with notes, each of which is added to what was paid. */
function notesKeyboard({ charge }: Words, request: ChargeRequest): InlineKeyboard {
  const { paid, currency } = request
  const adding = (note: Decimal): ChargeRequest => ({
    ...request,
    paid: { ...paid, foreign: add(paid.foreign, note) },
  })
  const notes = NOTES.flatMap(
    (note) => chargeButton(`+ ${SIGN_OF[currency]}${note}`, adding(note), true) ?? [],
  )
  const done = chargeButton(charge.button.done, request)
  return keyboardOf(...inRows(notes, NOTES_PER_ROW), [done])
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
export function formatChargeButton(request: ChargeRequest, asksPaid: boolean): string | undefined {
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
