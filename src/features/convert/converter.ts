import { InlineKeyboard } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import { act, BUTTONS_MAX, inRows, keyboardOf, listedButtons, shareButton } from '../../bot/buttons.ts'
import type { BotContext } from '../../bot/context.ts'
import { type Decimal, divide, isPositive, multiply } from '../../domain/decimal.ts'
import { type Currency, currencyMeant, type MonitorId, SIGN_OF } from '../../domain/monitor.ts'
import { mainRatesOf } from '../../prices/benchmarks.ts'
import type { Past } from '../../prices/past.ts'
import { newestOfAll, type ObservedQuote, type Prices } from '../../prices/prices.ts'
import {
  BOLIVARES,
  bareNumber,
  buttonLabels,
  copyCaption,
  given,
  moneyOf,
  payable,
  plainTitle,
  type Titled,
  ungrouped,
} from '../../words/price.ts'
import { clip, lines } from '../../words/text.ts'
import type { Words } from '../../words/words.ts'
import { billButton } from '../charge/command.ts'
import { exchange, exchangeEach, waysOf } from './exchange.ts'
import { type ConversionRequest, conversionList, fieldsOf, type Side } from './request.ts'
import {
  type ConvertedRow,
  conversionMessage,
  conversionRefusal,
  type OwnRate,
  ownRateMessage,
  type Rows,
} from './text.ts'

/** Whose conversion it is, and the chat that it is shown in, where there is one. */
type Asker = Pick<BotContext, 'words' | 'preferred' | 'now'> & Partial<Pick<BotContext, 'chat'>>

/** The answer to a conversion; `others` share the key of the monitor named. It calls the rate API for past days only. */
export async function convert(
  { prices, past }: { readonly prices: Prices; readonly past: Past },
  request: ConversionRequest,
  asker: Asker,
  others: readonly ObservedQuote[] = [],
): Promise<{ readonly html: string; readonly keyboard?: InlineKeyboard }> {
  const { words, preferred: defaults, now } = asker
  const all = await newestOfAll(prices)
  const exchangeOf = (one: ConversionRequest) => exchange(one, waysOf(one, { all, defaults }), past, now)
  const asked = await exchangeOf(request)
  const isTooEarly = asked.kind === 'no_price_yet'
  // The prices of today stand beside those to come, where these are out.
  const isOfToday = isTooEarly || request.isOrToday === true
  const answered = isOfToday ? { ...request, date: undefined } : request
  const exchanged = isOfToday ? await exchangeOf(answered) : asked
  if (exchanged.kind !== 'rows') return { html: refusal(words, request, exchanged.kind, all.length === 0) }
  // An amount is counted by named rates or by the main ones, and others are shown where they are asked for.
  const isShort = !request.isTurned && (!request.isAll || request.monitors.length > 0)
  const [first, ...more] = exchanged.rows
  const isCut = isShort && request.monitors.length === 0 && !request.plus
  const rows: Rows = isCut ? [first, ...more.slice(0, SHORT_ROWS_MAX - 1)] : exchanged.rows
  const turned = request.isTurned
    ? await exchangeOf({ ...answered, from: request.to, to: request.from })
    : undefined
  const html = conversionMessage(words, {
    ...answered,
    rows,
    turned: turned?.kind === 'rows' ? turned.rows : undefined,
    now,
  })
  const beside = others.map(({ quote }) => quote)
  const view = { request: answered, rows, share: shareButton(asker), others: beside }
  const keyboard = isShort ? shortKeyboard(words, view) : longKeyboard(words, view)
  return { html: isTooEarly ? `${words.conversion.notComeYet}\n\n${html}` : html, keyboard }
}

/** Answers an amount without its money: what it comes to by each of the main rates. */
export async function answerByMain(prices: Prices, amount: Decimal, ctx: BotContext): Promise<void> {
  const { words, preferred, now } = ctx
  await newestOfAll(prices)
  const [first, ...others] = exchangeEach(amount, mainRatesOf(prices, preferred).main, now)
  await ctx.replyOrEdit(
    first ? conversionMessage(words, { amount, rows: [first, ...others], now }) : words.noPrices,
    keyboardOf(...moneyRows(words, amount, shareButton(ctx))),
  )
}

/** Answers what an amount comes to at such a price, above what it comes to by the main rates. */
export async function answerAtOwnRate(prices: Prices, ownRate: OwnRate, ctx: BotContext): Promise<void> {
  const { amount, from, rate, out } = ownRate
  const { words, preferred, now } = ctx
  await newestOfAll(prices)
  const isBack = from === 'bolivares'
  const money = isBack ? 'dollar' : from
  const main = mainRatesOf(prices, preferred).main.filter(({ quote }) => currencyMeant(quote) === money)
  const [first, ...others] = exchangeEach(amount, main, now, isBack)
  const value = isBack ? divide(amount, rate) : multiply(amount, rate)
  const own = ownRateMessage(words, ownRate, now)
  if (out) return ctx.replyOrEdit(own, keyboardOf([shareButton(ctx)]))
  const copy = InlineKeyboard.copyText(copyCaption(words, value), bareNumber(words.numbers, value))
  await ctx.replyOrEdit(
    lines(own, first && `\n${conversionMessage(words, { amount, rows: [first, ...others], now })}`),
    keyboardOf([copy, shareButton(ctx)]),
  )
}

type Refused = Exclude<Awaited<ReturnType<typeof exchange>>['kind'], 'rows'>

function refusal(words: Words, { date = '' }: ConversionRequest, kind: Refused, isEmpty: boolean): string {
  if (kind === 'no_price_then') return words.conversion.noPriceThen(words.fullDay(date, true))
  if (isEmpty || kind === 'no_price_yet') return words.noPrices
  return conversionRefusal(words, kind)
}

const COPY_TITLE_MAX = 20
/** As many rates as an amount is counted by at first. */
const SHORT_ROWS_MAX = 3
const PER_ROW = 2
const AMOUNTS: Readonly<Record<Side, readonly Decimal[]>> = {
  dollar: ['1', '5', '10', '20', '50', '100'],
  euro: ['1', '5', '10', '20', '50', '100'],
  bolivares: ['100', '500', '1000', '5000', '10000', '50000'],
}
const AMOUNTS_PER_ROW = 3
const COMMON_AMOUNTS: readonly (readonly [Side, readonly Decimal[]])[] = [
  ['dollar', ['10', '100']],
  ['euro', ['10', '100']],
  ['bolivares', ['1000', '10000']],
]

/** What the buttons under a conversion are made from. */
interface ConversionButtons {
  readonly request: ConversionRequest
  readonly rows: readonly ConvertedRow[]
  readonly share?: InlineKeyboardButton | undefined
  /** Monitors that share the key of the one shown. */
  readonly others: readonly Titled[]
}

/** The buttons under a conversion: copy the first result, charge it, share it, and more. */
function shortKeyboard(words: Words, { request, rows, share, others }: ConversionButtons): InlineKeyboard {
  const [first] = rows
  const { amount, from, date } = request
  const isBill = from === 'dollar' && request.to === 'bolivares' && date === undefined && !request.plus
  const caption = words.charge.button.charge(given(words.numbers, SIGN_OF.dollar, amount))
  const monitor = monitorOf(rows)
  return keyboardOf(
    [
      first && copyOf(words, first),
      isBill && billButton(caption, amount, request.monitors.length > 0 ? monitor : undefined),
    ],
    [readOtherwise(words, request, monitor)],
    ...inRows(choiceButtons(request, others.slice(0, PER_ROW)), PER_ROW),
    [share, !request.plus && conversionButton(words.button.more, { ...request, monitors: [], isAll: true })],
  )
}

/** The monitor that a conversion is by, where it is one. */
const monitorOf = (rows: readonly ConvertedRow[]): MonitorId | undefined => {
  const [first] = rows
  return rows.length === 1 && first?.quotes.length === 1 ? first.quotes[0].monitor : undefined
}

/** `Copiar BCV`: the result by one rate; by several the amount. */
function copyOf(words: Words, { quotes: [quote, ...others], to, result }: ConvertedRow) {
  const amount = payable(to, result)
  const caption =
    others.length > 0
      ? copyCaption(words, amount)
      : words.conversion.copy(clip(plainTitle(quote), COPY_TITLE_MAX))
  return isPositive(amount) ? InlineKeyboard.copyText(caption, bareNumber(words.numbers, amount)) : undefined
}

/** The buttons under a conversion by all rates: turn round, the other reading of the amount, share, and each rate. */
function longKeyboard(words: Words, { request, rows, share, others }: ConversionButtons): InlineKeyboard {
  const [first] = rows
  const monitor = monitorOf(rows)
  const readings = [
    !request.isTurned &&
      conversionButton(turned(words, first, request), { ...request, isTurned: true, isAll: false }, monitor),
    readOtherwise(words, request, monitor),
    share,
  ].filter((one) => one !== undefined && one !== false)
  const room = BUTTONS_MAX - readings.length
  const isOfAll = first !== undefined && rows.length > 1 && first.quotes.length === 1
  const list = isOfAll && request.monitors.length === 0 ? conversionList(request, room) : undefined
  const choices = isOfAll ? rows.map(({ quotes: [quote] }) => quote) : others
  return keyboardOf(
    readings,
    ...(list
      ? [listedButtons(words, list, choices)]
      : inRows(choiceButtons(request, choices.slice(0, room)), PER_ROW)),
  )
}

/** The conversion of the other reading of an ambiguous amount. */
const readOtherwise = (words: Words, request: ConversionRequest, monitor?: MonitorId) =>
  request.otherReading === undefined
    ? undefined
    : conversionButton(
        words.conversion.itWas(ungrouped(words.numbers, request.otherReading)),
        { ...request, amount: request.otherReading },
        monitor,
      )

const conversionButton = (caption: string, request: ConversionRequest, monitor?: MonitorId) =>
  act(caption, 'convert', monitor, fieldsOf(request))

/** Caption of the conversion the other way round, below this one: `⇄ Bs. 100 → $`. */
const turned = ({ numbers }: Words, row: ConvertedRow | undefined, { amount }: ConversionRequest): string =>
  row ? `⇄ ${given(numbers, row.to, amount)} → ${row.from.trim()}` : ''

function choiceButtons(request: ConversionRequest, choices: readonly Titled[]) {
  const labels = buttonLabels(choices)
  return choices.flatMap(({ monitor }, at) => conversionButton(labels[at] ?? '', request, monitor) ?? [])
}

function amountButton({ numbers }: Words, side: Side, amount: Decimal, titled?: Titled) {
  const to = side === 'bolivares' ? 'dollar' : 'bolivares'
  const money = side === 'bolivares' ? BOLIVARES : titled ? moneyOf(titled) : SIGN_OF[side]
  const request = { amount, from: side, to, monitors: [] } as const
  return conversionButton(given(numbers, money, amount), request, titled?.monitor)
}

/** Buttons with common amounts, of all currencies or of one, by the named monitor if there is one. */
export function amountsKeyboard(words: Words, side?: Side, titled?: Titled): InlineKeyboard {
  if (side === undefined)
    return keyboardOf(
      ...COMMON_AMOUNTS.map(([money, amounts]) => amounts.map((one) => amountButton(words, money, one))),
    )
  const buttons = AMOUNTS[side].map((one) => amountButton(words, side, one, titled))
  return keyboardOf(...inRows(buttons, AMOUNTS_PER_ROW))
}

/** Buttons under an amount without its money: that it was euros or bolivares, one that charges it in dollars, and share. */
const moneyRows = ({ charge, conversion, numbers }: Words, amount: Decimal, share?: InlineKeyboardButton) => [
  [
    conversionButton(conversion.wereEuros, { amount, from: 'euro', to: 'bolivares', monitors: [] }),
    conversionButton(conversion.wereBolivares, { amount, from: 'bolivares', to: 'dollar', monitors: [] }),
  ],
  [billButton(charge.button.charge(given(numbers, SIGN_OF.dollar, amount)), amount), share],
]

/** Buttons with the same conversion by monitors of a similar name. */
export const nearKeyboard = (request: ConversionRequest, near: readonly Titled[]): InlineKeyboard =>
  keyboardOf(
    ...inRows(
      near.flatMap((titled) => choiceButtons(sidedBy(request, currencyMeant(titled)), [titled])),
      PER_ROW,
    ),
  )

const sidedBy = (request: ConversionRequest, currency: Currency): ConversionRequest =>
  request.from === 'bolivares'
    ? { ...request, to: currency }
    : { ...request, from: currency, to: 'bolivares' }
