import { type BotContext, chargingOf } from '../../bot/context.ts'
import { type Access, EVERYONE, Feature } from '../../bot/feature.ts'
import { type Settlement, settle } from '../../domain/deal/charge.ts'
import { isPositive } from '../../domain/decimal.ts'
import { leadingPrice } from '../../domain/in-force.ts'
import { parseCharge, unpaid } from '../../language/bill.ts'
import type { ChargeFault, ChargeRequest } from '../../language/request.ts'
import { officialPrice } from '../../prices/benchmarks.ts'
import { newestOfAll, type Prices } from '../../prices/prices.ts'
import { billsKeyboard, chargeKeyboard, notesKeyboard, requestOf } from './buttons.ts'
import {
  askPaid,
  type ChargeView,
  chargeCard,
  chargeQuestion,
  chargeRefusal,
  guessedMoney,
  paidSoFar,
} from './text.ts'

/** Settles a bill at the official price in force; undefined where there is no official price of its currency. */
export async function settleBill(
  prices: Prices,
  { bill, currency, billedIn = currency, paid, sum, isTaxed }: ChargeRequest,
  { chatState, now }: Pick<BotContext, 'chatState' | 'now'>,
): Promise<ChargeView | undefined> {
  await newestOfAll(prices)
  const official = officialPrice(prices, currency)
  const ofBill = officialPrice(prices, billedIn)
  if (!official || !ofBill) return undefined
  const { quote } = official
  const billQuote = billedIn === currency ? undefined : ofBill.quote
  const chosen = chargingOf(chatState)
  const charging = { rounding: chosen.rounding, isTaxed: isTaxed ?? chosen.isTaxed }
  const settlement = settle({
    ...{ bill, paid, ...charging },
    price: leadingPrice(quote, now).price,
    billPrice: billQuote && leadingPrice(billQuote, now).price,
  })
  const asOf = Math.min(official.asOf, ofBill.asOf)
  return { bill, ...charging, settlement, sum, quote, billQuote, asOf, now }
}

/** `/charge 20`: what a bill comes to in bolivares; `/charge 20 pays 15 usd`: what is left, or the change. */
export function createCharge(access: Access, prices: Prices) {
  async function answer(
    ctx: BotContext,
    request: ChargeRequest,
    { asksPaid, rate, isAdded }: HowAsked = {},
  ): Promise<void> {
    const { words } = ctx
    const view = await settleBill(prices, request, ctx)
    if (!view) return sayNoRate(ctx)
    // What is paid after all is paid is for the same bill once more; the next answer says nothing of what was guessed here.
    const { guessed, ...bill } = request
    ctx.asked = { kind: 'charge', charge: isSettled(view.settlement) ? unpaid(request) : bill }
    const isElsewhere =
      rate !== undefined && prices.find(rate)[0]?.quote.monitor.page !== view.quote.monitor.page
    const notes = [
      ...(guessed ? [guessedMoney(words, view, guessed)] : []),
      ...(isElsewhere ? [words.charge.alwaysOfficial] : []),
    ]
    const soFar = isAdded ? `${paidSoFar(words, view)}\n\n` : ''
    const card = `${soFar}${[chargeCard(words, view), ...notes].join('\n')}`
    const own = { ...request, isTaxed: view.isTaxed }
    await (asksPaid
      ? ctx.replyOrEdit(`${card}\n\n${askPaid(words)}`, notesKeyboard(words, own))
      : ctx.replyOrEdit(card, chargeKeyboard(words, own, view.settlement)))
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
  feature.button('charge', (ctx, _monitor, fields) =>
    answer(ctx, requestOf(fields), { asksPaid: fields.asksPaid === true }),
  )
  return { feature, answer, answerText, refuse }
}

interface HowAsked {
  /** Asks with which notes the bill is paid. */
  readonly asksPaid?: boolean
  /** Name of the rate that the person asked for. */
  readonly rate?: string | undefined
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
