import { keyboardOf, shareButton } from '../../bot/buttons.ts'
import type { BotContext } from '../../bot/context.ts'
import { type ButtonHandler, EVERYONE, Feature, type FeatureParts } from '../../bot/feature.ts'
import { dayOf } from '../../domain/caracas.ts'
import { compare, type Decimal } from '../../domain/decimal.ts'
import { leadingPrice } from '../../domain/in-force.ts'
import { currencyMeant, type Quote } from '../../domain/monitor.ts'
import type { ReadConversion } from '../../language/conversion.ts'
import type { AmountOfUnit, Conversion, Request } from '../../language/request.ts'
import { WORDS } from '../../language/tokens.ts'
import { officialPrice } from '../../prices/benchmarks.ts'
import { lookUp, newestOfAll, notFound, type ObservedQuote } from '../../prices/prices.ts'
import { escapeHtml } from '../../words/text.ts'
import { askOwnRate } from '../charge/command.ts'
import { amountsKeyboard, answerAtOwnRate, answerByMain, convert, nearKeyboard } from './converter.ts'
import {
  type ConversionRequest,
  conversionOf,
  conversionPressed,
  readConversionRequest,
  readTyped,
  sideOf,
} from './request.ts'
import { conversionQuestion, conversionRefusal, eachMessage } from './text.ts'

type Each = Extract<Request, { kind: 'each' }>
type OwnRate = Extract<Request, { kind: 'own_rate' }>
type Unreadable = Extract<ReadConversion, { kind: 'unreadable' }>

/** A bare number from here on is of bolivares: `800 mil`. */
const OF_BOLIVARES_MIN = '50000'

/** As many sums fit on one screen. */
const SUMS_MAX = 2

/** `/convert 100 usd`: converts by all monitors or the named ones; asks for the amount if it is missing. */
export function createConvert({ access, prices, past }: Pick<FeatureParts, 'access' | 'prices' | 'past'>) {
  async function answerRequest(
    ctx: BotContext,
    request: ConversionRequest,
    others: readonly ObservedQuote[] = [],
    missing?: string,
  ): Promise<void> {
    const { words } = ctx
    const { html, keyboard } = await convert({ prices, past }, request, ctx, others)
    const note = missing === undefined ? '' : `${words.conversion.noMoney(escapeHtml(missing))}\n\n`
    await ctx.replyOrEdit(`${note}${html}`, keyboard)
  }

  async function answerConversion(ctx: BotContext, conversion: Conversion, missing?: string): Promise<void> {
    const read = readConversionRequest(conversion, prices.find)
    if (read.kind === 'request') return answerRequest(ctx, read.request, read.others, missing)
    if (read.kind === 'same_money') return ctx.replyOrEdit(conversionRefusal(ctx.words, read.kind))
    const found = await lookUp(prices, read.name, ctx.preferred)
    if (found.kind === 'one') return answerConversion(ctx, conversion, missing)
    const official = WORDS.bank.has(read.name) ? officialPrice(prices, 'dollar') : undefined
    const near = (official ? [official] : found.near).map(({ quote }) => quote)
    const html = official
      ? ctx.words.conversion.noBankRate(escapeHtml(read.name))
      : notFound(ctx.words, prices, read.name, near.length > 0)
    await ctx.replyOrEdit(html, nearKeyboard(read.request, near))
  }

  /** `20`: dollars, by the main rates, unless a button says otherwise; so many that nobody has them are bolivares. */
  async function answerAmount(ctx: BotContext, amount: Decimal): Promise<void> {
    ctx.asked = { kind: 'amount', amount }
    if (compare(amount, OF_BOLIVARES_MIN) >= 0)
      return answerRequest(ctx, { amount, from: 'bolivares', to: 'dollar', monitors: [] })
    await answerByMain(prices, amount, ctx)
  }

  const quoteOf = (name: string | undefined): Quote | undefined =>
    name === undefined ? undefined : prices.find(name)[0]?.quote

  /** Bolivares for one of a money, and the monitor that they are of, where one is named. */
  function rateOf({ chatState, now }: BotContext, price: OwnRate['price']) {
    if (price === 'mine') return { rate: chatState?.ownRate }
    if (typeof price === 'string' && price !== 'euro') return { rate: price }
    const named = price === 'euro' ? officialPrice(prices, 'euro')?.quote : quoteOf(price.name)
    return { rate: named && leadingPrice(named, now).price, named }
  }

  /** `20$ a 900`, `20$ a tasa euro`: at a price that the writer says, beside what it comes to by the main rates. */
  async function answerOwnRate(ctx: BotContext, { amount, price, out }: OwnRate): Promise<void> {
    const conversion = { amount: amount.amount, from: amount.unit, at: [] }
    ctx.asked = { kind: 'convert', conversion }
    const from = sideOf(amount.unit, prices.find)
    const { rate, named } = rateOf(ctx, price)
    if (price === 'mine' && rate === undefined) return askOwnRate(ctx)
    if (rate === undefined) return answerConversion(ctx, conversion)
    await answerAtOwnRate(prices, { amount: amount.amount, from, rate, named, out: quoteOf(out) }, ctx)
  }

  /** `la lista de 1$, 2$ y 5$`: each amount at the official rate, or at the one that is named. */
  async function answerEach(
    { words, now, replyOrEdit }: BotContext,
    { amounts, unit, rate, names }: Each,
  ): Promise<void> {
    await newestOfAll(prices)
    const from = sideOf(unit, prices.find)
    const official = officialPrice(prices, from === 'bolivares' ? 'dollar' : from)?.quote
    const named = quoteOf(rate)
    const isOfMoney = named && (from === 'bolivares' || currencyMeant(named) === from)
    const quote = isOfMoney ? named : official
    await replyOrEdit(quote ? eachMessage(words, { amounts, names, from, quote, now }) : words.charge.noRate)
  }

  /** What each sum comes to that was seen in a text whose question is not understood. */
  async function answerSums(ctx: BotContext, sums: readonly AmountOfUnit[]): Promise<void> {
    const converted = sums.slice(0, SUMS_MAX).map(({ amount, unit }) => {
      const from = sideOf(unit, prices.find)
      const to = from === 'bolivares' ? 'dollar' : 'bolivares'
      return convert({ prices, past }, { amount, from, to, monitors: [] }, ctx)
    })
    const answers = (await Promise.all(converted)).map(({ html }) => html)
    const { sumsSeen, onlyFirst } = ctx.words
    const left = sums.length > SUMS_MAX ? [onlyFirst(SUMS_MAX)] : []
    await ctx.replyOrEdit([sumsSeen, ...answers, ...left].join('\n\n'), keyboardOf([shareButton(ctx)]))
  }

  async function askAgain(ctx: BotContext, { reason, word, amount, from }: Unreadable): Promise<void> {
    const { words } = ctx
    if (reason === 'no_unit' && amount !== undefined) return answerAmount(ctx, amount)
    if (reason !== 'no_amount' && reason !== 'no_unit')
      return ctx.replyOrEdit(conversionRefusal(words, reason, word))
    const named = from?.kind === 'name' ? prices.find(from.name)[0]?.quote : undefined
    await ctx.replyOrEdit(
      conversionQuestion(words),
      amountsKeyboard(words, from && sideOf(from, prices.find), named),
    )
  }

  const pressed: ButtonHandler<'convert'> = async (ctx, monitor, fields) => {
    const request = conversionPressed(fields, monitor)
    if (!request) return answerText(ctx, '')
    ctx.asked = { kind: 'convert', conversion: conversionOf(request) }
    await answerRequest(ctx, request)
  }

  async function answerText(ctx: BotContext, text: string): Promise<void> {
    const { words } = ctx
    ctx.asked = { kind: 'convert' }
    if (text === '') return ctx.replyOrEdit(conversionQuestion(words), amountsKeyboard(words))
    const read = readTyped(text, {
      today: dayOf(ctx.now),
      numbers: words.numbers.style,
      markNames: prices.markNames,
    })
    if (read.kind !== 'conversion') return askAgain(ctx, read)
    ctx.asked = { kind: 'convert', conversion: read.conversion }
    await answerConversion(ctx, read.conversion)
  }

  const feature = new Feature(access, EVERYONE)
  feature.command('convert', (ctx) => answerText(ctx, ctx.match))
  feature.button('convert', pressed)
  return { feature, answerText, answerConversion, answerAmount, answerOwnRate, answerEach, answerSums }
}
