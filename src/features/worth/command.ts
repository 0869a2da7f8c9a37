import type { InlineKeyboard } from 'grammy'
import { act, keyboardOf } from '../../bot/buttons.ts'
import type { BotContext } from '../../bot/context.ts'
import { EVERYONE, Feature, type FeatureParts } from '../../bot/feature.ts'
import { dayOf } from '../../domain/caracas.ts'
import { isFarFrom, type Offer } from '../../domain/deal/charge.ts'
import { divide } from '../../domain/decimal.ts'
import { leadingPrice } from '../../domain/in-force.ts'
import { type Currency, currencyMeant } from '../../domain/monitor.ts'
import { readRequest } from '../../language/read.ts'
import type { Request } from '../../language/request.ts'
import type { Unit } from '../../language/tokens.ts'
import { benchmarksOf } from '../../prices/benchmarks.ts'
import { newestOfAll, type Prices } from '../../prices/prices.ts'
import type { Words } from '../../words/words.ts'
import { type WorthView, worthCard, worthQuestion } from './text.ts'

type Spoken = Extract<Request, { kind: 'worth' }>

/** The offer that somebody describes. */
export const offerOf = (prices: Pick<Prices, 'find'>, { side, price, quantity }: Spoken): OfferRequest => ({
  side,
  price,
  ...(quantity && { amount: quantity.amount }),
  currency: quantity ? currencyOf(prices, quantity.unit) : 'dollar',
})

function currencyOf({ find }: Pick<Prices, 'find'>, unit: Unit): Currency {
  if (unit.kind === 'currency') return unit.code === 'EUR' ? 'euro' : 'dollar'
  const [named] = unit.kind === 'name' ? find(unit.name) : []
  return named ? currencyMeant(named.quote) : 'dollar'
}

/** Compares an offer with the prices that people go by; undefined where there is none. */
export async function compareOffer(
  prices: Prices,
  { currency, ...offer }: OfferRequest,
  now: number,
): Promise<WorthView | undefined> {
  await newestOfAll(prices)
  const found = benchmarksOf(prices, currency)
  const [first, ...others] = found.map(({ kind, observed }) => ({ kind, quote: observed.quote }))
  const asOf = Math.min(...found.map((one) => one.observed.asOf))
  return first && { offer, benchmarks: [first, ...others], asOf, now }
}

/** `/worth 980`, `me venden 100$ en 1020`: compares an offer with the official price in force, the parallel one and USDT. */
export function createWorth({ access, prices }: FeatureParts) {
  async function show({ words, now, replyOrEdit }: BotContext, asked: OfferRequest): Promise<void> {
    const offer = await ofEach(asked, now)
    const view = await compareOffer(prices, offer, now)
    if (!view) return replyOrEdit(prices.all().length === 0 ? words.noPrices : words.charge.noRate)
    await (offer.side !== 'said' && isNoPrice(view, NO_PRICE_TIMES)
      ? replyOrEdit(worthQuestion(words))
      : replyOrEdit(worthCard(words, view), otherSide(words, offer)))
  }

  /** `me compra 100 dólares en 92 mil`: the price of each, where the one of all was said. */
  async function ofEach(offer: OfferRequest, now: number): Promise<OfferRequest> {
    if (!offer.amount || offer.side === 'said') return offer
    const each = { ...offer, price: divide(offer.price, offer.amount) }
    const views = [await compareOffer(prices, offer, now), await compareOffer(prices, each, now)]
    const [isFar, isEachFar] = views.map((view) => !view || isNoPrice(view))
    return isFar && !isEachFar ? each : offer
  }

  const answer = (ctx: BotContext, spoken: Spoken): Promise<void> => show(ctx, offerOf(prices, spoken))

  const ask = ({ words, replyOrEdit }: BotContext): Promise<void> => replyOrEdit(worthQuestion(words))

  async function answerText(ctx: BotContext, text: string): Promise<void> {
    const { words, now } = ctx
    const options = { today: dayOf(now), markNames: prices.markNames, numbers: words.numbers.style }
    // A price alone is what somebody sells at; a button turns it round.
    const read = [text, `${SELLS} ${text}`].map((one) => readRequest(one, options))
    const offer = read.find((one): one is Spoken => one?.kind === 'worth')
    await (offer ? answer(ctx, offer) : ask(ctx))
  }

  const feature = new Feature(access, EVERYONE)
  feature.command('worth', (ctx) => answerText(ctx, ctx.match))
  feature.button('worth', (ctx, _monitor, { isEuro, ...offer }) =>
    show(ctx, { ...offer, currency: isEuro ? 'euro' : 'dollar' }),
  )
  return { feature, answer, ask }
}

/** True if an offer is far from every price, so that it is an amount of money: `me paga con 20`. */
const isNoPrice = ({ offer, benchmarks, now }: WorthView, times?: string): boolean =>
  benchmarks.every(({ quote }) => isFarFrom(offer.price, leadingPrice(quote, now).price, times))

/** Somebody may offer a third of a price. */
const NO_PRICE_TIMES = '4'

const SELLS = 'me venden'

/** A button with the same offer from the other side, or from both. */
function otherSide({ worth, numbers }: Words, offer: OfferRequest): InlineKeyboard {
  const sides = (['sold', 'bought'] as const).filter((side) => side !== offer.side)
  return keyboardOf(
    sides.map((side) => {
      const fields = { ...offer, side, isEuro: offer.currency === 'euro' } as const
      return act(worth.button[side](numbers.price(offer.price)), 'worth', undefined, fields)
    }),
  )
}

/** An offer of foreign money. */
interface OfferRequest extends Offer {
  readonly currency: Currency
}
