import { InlineKeyboard } from 'grammy'
import type { Messages } from '../../../messages/messages.ts'
import { readRequest } from '../../../parse/request/read.ts'
import type { Request } from '../../../parse/request/request.ts'
import { benchmarksOf } from '../../../prices/benchmarks.ts'
import type { GapNames } from '../../../prices/gap-pair.ts'
import { newestOfAll } from '../../../prices/look-up.ts'
import type { Prices } from '../../../prices/prices.ts'
import { dayOf } from '../../../rates/caracas.ts'
import { currencyMeant } from '../../../rates/money-named.ts'
import type { Currency } from '../../../rates/monitor.ts'
import type { BotContext } from '../../context.ts'
import { type Access, EVERYONE, Feature } from '../../feature.ts'
import { formatOfferButton, type OfferRequest, parseOfferButton } from './request.ts'

type Spoken = Extract<Request, { kind: 'worth' }>

/** `/worth 980`, `me venden 100$ en 1020`: compares an offer with the official price in force, the parallel one and USDT. */
export function createWorth(access: Access, prices: Prices, gapNames?: GapNames) {
  async function show(ctx: BotContext, { currency, ...offer }: OfferRequest): Promise<void> {
    const { messages, now } = ctx
    const found = benchmarksOf(await newestOfAll(prices), currency, gapNames)
    const [first, ...others] = found.map(({ kind, observed }) => ({ kind, quote: observed.quote }))
    if (!first)
      return ctx.replyOrEdit(prices.all().length === 0 ? messages.noPrices : messages.charge.noRate)
    const asOf = Math.min(...found.map(({ observed }) => observed.asOf))
    const html = messages.worth.card({ offer, benchmarks: [first, ...others], asOf, now })
    await ctx.replyOrEdit(html, otherSide(messages, { ...offer, currency }))
  }

  const answer = (ctx: BotContext, { side, price, quantity }: Spoken): Promise<void> =>
    show(ctx, {
      side,
      price,
      ...(quantity && { amount: quantity.amount }),
      currency: quantity ? currencyOf(quantity.unit) : 'dollar',
    })

  function currencyOf(unit: NonNullable<Spoken['quantity']>['unit']): Currency {
    if (unit.kind === 'currency') return unit.code === 'EUR' ? 'euro' : 'dollar'
    const [named] = unit.kind === 'name' ? prices.find(unit.name) : []
    return named ? currencyMeant(named.quote) : 'dollar'
  }

  async function answerText(ctx: BotContext, text: string): Promise<void> {
    const { messages, now } = ctx
    const options = { today: dayOf(now), markNames: prices.markNames, numbers: messages.numbers }
    // A price alone is what somebody sells at; a button turns it round.
    const read = [text, `${SELLS} ${text}`].map((one) => readRequest(one, options))
    const offer = read.find((one): one is Spoken => one?.kind === 'worth')
    await (offer ? answer(ctx, offer) : ctx.replyOrEdit(messages.worth.question))
  }

  const feature = new Feature(access, EVERYONE)
  feature.command('worth', (ctx) => answerText(ctx, ctx.match))
  feature.button('worth', async (ctx, _monitor, argument) => {
    const offer = parseOfferButton(argument)
    if (!offer) return ctx.messages.oldButton
    await show(ctx, offer)
    return undefined
  })
  return { feature, answer }
}

const SELLS = 'me venden'

/** A button with the same offer from the other side. */
function otherSide({ worth }: Messages, offer: OfferRequest): InlineKeyboard | undefined {
  const side = offer.side === 'sold' ? 'bought' : 'sold'
  const data = formatOfferButton({ ...offer, side })
  return data === undefined ? undefined : new InlineKeyboard().text(worth.button[side](offer.price), data)
}
