import { shareButton } from '../../bot/buttons.ts'
import { type BotContext, chargingOf } from '../../bot/context.ts'
import { EVERYONE, Feature, type FeatureParts } from '../../bot/feature.ts'
import { type Settlement, settle } from '../../domain/deal/charge.ts'
import { isPositive } from '../../domain/decimal.ts'
import { leadingPrice } from '../../domain/in-force.ts'
import { type Currency, currencyMeant, isSameMonitor, monitorRef } from '../../domain/monitor.ts'
import { parseCharge } from '../../language/charge.ts'
import type { ChargeFault, ChargeRequest } from '../../language/request.ts'
import { officialPrice } from '../../prices/benchmarks.ts'
import { newestOfAll, type ObservedQuote, type Prices } from '../../prices/prices.ts'
import { lines } from '../../words/text.ts'
import { askOwnRate, billsKeyboard, chargeKeyboard, notesKeyboard, requestOf } from './buttons.ts'
import {
  askPaid,
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
  async function answer(
    ctx: BotContext,
    request: ChargeRequest,
    { asksPaid, isAdded }: HowAsked = {},
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
    if (read.reason !== 'no_amount') return refuse(ctx, read.reason, read.word)
    ctx.asked = { kind: 'charge' }
    await ctx.replyOrEdit(chargeQuestion(words, ctx.isPrivate), billsKeyboard())
  }

  const refuse = ({ words, replyOrEdit }: BotContext, reason: Fault, word?: string): Promise<void> =>
    replyOrEdit(chargeRefusal(words, reason, word))

  const feature = new Feature(access, EVERYONE)
  feature.command('charge', (ctx) => answerText(ctx, ctx.match))
  feature.button('charge', (ctx, monitor, fields) =>
    answer(ctx, requestOf(fields, monitor), { asksPaid: fields.asksPaid === true }),
  )
  return { feature, answer, answerText, refuse }
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

interface HowAsked {
  /** Asks with which notes the bill is paid. */
  readonly asksPaid?: boolean
  /** The payment adds to an earlier one. */
  readonly isAdded?: true | undefined
}

type Fault = Exclude<ChargeFault, 'no_amount'>

const isSettled = ({ left }: Settlement): boolean => !isPositive(left.bolivares) && !isPositive(left.foreign)

/** True if a message replies to our "how much?" prompt; in groups this links the answer to the bill. */
export function repliesToQuestion({ message, words, me }: BotContext): boolean {
  const { from, text = '' } = message?.reply_to_message ?? {}
  return from?.id === me.id && text.startsWith(words.charge.ask)
}
