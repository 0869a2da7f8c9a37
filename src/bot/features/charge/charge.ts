import type { Chat } from '../../../chats/chats.ts'
import type { ChargeView } from '../../../messages/charge.ts'
import { type ChargeRequest, parseCharge } from '../../../parse/charge/charge-line.ts'
import { officialPrice } from '../../../prices/benchmarks.ts'
import type { GapNames } from '../../../prices/gap-pair.ts'
import { newestOfAll } from '../../../prices/look-up.ts'
import type { Prices } from '../../../prices/prices.ts'
import { settle } from '../../../rates/deal/charge.ts'
import { leadingPrice } from '../../../rates/in-force.ts'
import { type BotContext, chargingOf } from '../../context.ts'
import { type Access, EVERYONE, Feature } from '../../feature.ts'
import { billsKeyboard, chargeKeyboard, notesKeyboard } from './keyboard.ts'
import type { OpenQuestion } from './open-question.ts'
import { parseChargeButton } from './request.ts'

/** The chat of a bill, and when it is shown (ms). */
interface Reader {
  readonly chatState: Chat | undefined
  readonly now: number
}

/** Settles bills at the official price in force. */
export function createCharger(prices: Prices, gapNames?: GapNames) {
  /** Undefined where there is no official price of the currency. */
  async function charge(
    { bill, currency, paid, sum, isTaxed }: ChargeRequest,
    { chatState, now }: Reader,
  ): Promise<ChargeView | undefined> {
    const official = officialPrice(await newestOfAll(prices), currency, gapNames)
    if (!official) return undefined
    const { quote, asOf } = official
    const chosen = chargingOf(chatState)
    const charging = { rounding: chosen.rounding, isTaxed: isTaxed ?? chosen.isTaxed }
    const settlement = settle({ bill, paid, price: leadingPrice(quote, now).price, ...charging })
    return { bill, ...charging, settlement, sum, quote, asOf, now }
  }
  return charge
}

export type Charger = ReturnType<typeof createCharger>

/** `/charge 20`: what a bill comes to in bolivares; `/charge 20 pays 15 usd`: what is left, or the change. */
export function createCharge(access: Access, prices: Prices, charge: Charger, question: OpenQuestion) {
  async function answer(ctx: BotContext, request: ChargeRequest, asksPaid = false): Promise<void> {
    const { messages } = ctx
    const view = await charge(request, ctx)
    if (!view) return sayNoRate(ctx)
    const card = messages.charge.card(view)
    const own = { ...request, isTaxed: view.isTaxed }
    await (asksPaid
      ? ctx.replyOrEdit(`${card}\n\n${messages.charge.askPaid}`, notesKeyboard(messages, own))
      : ctx.replyOrEdit(card, chargeKeyboard(messages, own, view.settlement)))
  }

  const sayNoRate = ({ messages, replyOrEdit }: BotContext): Promise<void> =>
    replyOrEdit(prices.all().length === 0 ? messages.noPrices : messages.charge.noRate)

  async function answerText(ctx: BotContext, text: string): Promise<void> {
    const { messages } = ctx
    const read = parseCharge(text, messages.numbers)
    if (read.kind === 'charge') return answer(ctx, read.request)
    if (read.reason !== 'no_amount') return ctx.replyOrEdit(messages.charge.refusal(read.reason, read.word))
    question.open(ctx)
    await ctx.replyOrEdit(messages.charge.question(ctx.isPrivate), billsKeyboard())
  }

  /** Charges a text that answers the question of how much; false for any other text. */
  async function answerQuestion(ctx: BotContext, text: string): Promise<boolean> {
    if (!HAS_DIGIT.test(text) || !(await question.isOpen(ctx))) return false
    const read = parseCharge(text, ctx.messages.numbers)
    if (read.kind !== 'charge') return false
    question.close(ctx)
    await answer(ctx, read.request)
    return true
  }

  const feature = new Feature(access, EVERYONE)
  feature.command('charge', (ctx) => answerText(ctx, ctx.match))
  feature.button('charge', async (ctx, _monitor, argument) => {
    const pressed = parseChargeButton(argument)
    if (!pressed) return ctx.messages.oldButton
    if (ctx.isPrivate) question.close(ctx)
    await answer(ctx, pressed.request, pressed.asksPaid)
    return undefined
  })
  return { feature, answer, answerText, answerQuestion }
}

const HAS_DIGIT = /\d/
