import { InlineKeyboard } from 'grammy'
import { act, findOrSay, keyboardOf, listedButtons } from '../../bot/buttons.ts'
import type { BotContext } from '../../bot/context.ts'
import { type ButtonHandler, EVERYONE, Feature, type FeatureParts } from '../../bot/feature.ts'
import { type ChartView, SERIES_MAX } from '../../charts/chart.ts'
import { addDays, type Day, dayOf } from '../../domain/caracas.ts'
import { isEuroBeside, type MonitorId } from '../../domain/monitor.ts'
import { isDrawable, parseHistory, RANGE_DAYS_MAX } from '../../language/history.ts'
import type { Crossed, HistoryRequest, Range } from '../../language/request.ts'
import { usualGap } from '../../prices/benchmarks.ts'
import { eachOnce, newest, newestOfAll, type ObservedQuote } from '../../prices/prices.ts'
import {
  type FieldsOf,
  formatButtonData,
  monitorsOfHashes,
  shortHashesOf,
} from '../../telegram/button-data.ts'
import { labelsOf, moneyOf, sourceOf, type Titled } from '../../words/price.ts'
import { lines } from '../../words/text.ts'
import type { Words } from '../../words/words.ts'
import { crossedOn, type DrawnChart, endOfToday, gapSummary, readChart } from './chart-data.ts'
import { isUnderPicture, type Picture, type Pictures } from './pictures.ts'
import {
  comparedTitle,
  crossedLine,
  gapCaption,
  type HistorySpan,
  historyCaption,
  historyRefusal,
  isToday,
  noHistory,
  noHistoryNotice,
} from './text.ts'

/** `/history usd 90d`, `/history usd eur`, `/history gap`: a chart; without a name it offers what can be drawn. */
export function createHistory(
  { access, prices, past, chats: { settings } }: FeatureParts,
  pictures: Pick<Pictures, 'show'>,
) {
  /**
   * Reads the days of a request and sends the chart, or says why there is none. Under a picture, which stays as it is then,
   * that is a text for the presser of the button, which it returns.
   */
  async function show(ctx: BotContext, chart: RequestedChart): Promise<string | undefined> {
    const { words, now } = ctx
    const { request, observedQuotes } = chart
    const asked = spanOf(request.range, dayOf(now))
    const { silent, busy } = words.history
    const drawn = await readChart(past, observedQuotes, asked, now)
    if (!drawn) return say(ctx, silent, silent, request)
    const picture = pictureOf(ctx, chart, drawn)
    if (!picture) {
      const quotes = observedQuotes.map(({ quote }) => quote)
      return say(ctx, noHistory(words, quotes, asked), noHistoryNotice(words, asked), request)
    }
    const sent = await pictures.show(ctx, picture)
    if (sent === 'busy') return say(ctx, busy, busy, request)
    // Where it cannot be written, it is asked again.
    if (picture.asksDark) await settings.set(ctx.chatKey, 'hasDarkCharts', '0').catch(() => undefined)
    return sent === 'unchanged' ? words.nothingNew : undefined
  }

  /** A sentence about a range without a name is about the dollar, official and parallel; a command offers what can be drawn. */
  async function answer(
    ctx: BotContext,
    { names, isGap, range: asked, crossed }: HistoryRequest,
    isSentence = false,
  ): Promise<void> {
    const range = asked ?? USUAL_RANGE
    if (!isDrawable(range)) return ctx.replyOrEdit(historyRefusal(ctx.words, 'bad_range'))
    if (names.length > 0) return showNamed(ctx, names, isGap, range, crossed)
    if (isGap) return void (await showUsualGap(ctx, range))
    const [preferred] = ctx.preferred
    const observed = await newest(prices, preferred)
    if (observed) return void (await show(ctx, requestedChart([observed], isGap, range)))
    await newestOfAll(prices)
    const main = isSentence && asked && usualGap(prices)
    await (main ? show(ctx, requestedChart(main, isGap, range)) : offer(ctx, range))
  }

  async function showNamed(
    ctx: BotContext,
    names: readonly string[],
    isGap: boolean,
    range: Range,
    crossed?: Crossed,
  ): Promise<void> {
    const found: ObservedQuote[] = []
    let others: readonly ObservedQuote[] = []
    for (const name of new Set(names)) {
      const known = await findOrSay(ctx, prices, name, { action: 'chart', fields: { range } })
      if (!known) return
      found.push(known.observed)
      others = known.others
    }
    const shown = eachOnce(found)
    if (isGap && shown.length < 2) return ctx.replyOrEdit(historyRefusal(ctx.words, 'gap_needs_two'))
    if (shown.length > SERIES_MAX) return ctx.replyOrEdit(historyRefusal(ctx.words, 'too_many_names'))
    const [only] = shown.length === 1 ? shown : []
    const titled = only
      ? others.map(({ quote }) => quote).filter((other) => !isEuroBeside(only.quote, other))
      : []
    await show(ctx, { ...requestedChart(shown, isGap, range), others: titled, crossed })
  }

  async function showUsualGap(ctx: BotContext, range: Range): Promise<string | undefined> {
    await newestOfAll(prices)
    const observedQuotes = usualGap(prices)
    if (observedQuotes) return show(ctx, requestedChart(observedQuotes, true, range))
    const { gap, noPrices } = ctx.words
    await ctx.replyOrEdit(prices.all().length > 0 ? gap.noPair : noPrices)
    return undefined
  }

  async function offer(ctx: BotContext, range: Range): Promise<void> {
    const quotes = (await newestOfAll(prices)).map(({ quote }) => quote)
    const question = quotes.length > 0 ? ctx.words.history.whichChart : ctx.words.noPrices
    const gap = formatChartButton({ monitors: [], isGap: true, range })
    await ctx.replyOrEdit(
      question,
      keyboardOf(listedButtons(ctx.words, { action: 'chart', fields: { range } }, quotes), [
        usualGap(prices) && InlineKeyboard.text(ctx.words.gapRow, gap),
      ]),
    )
  }

  /** Makes all charts of a person dark; false in a group, where the settings ask for an administrator. */
  async function darken(ctx: BotContext): Promise<boolean> {
    if (!ctx.isPrivate || !ctx.chatState) return false
    await settings.set(ctx.chatKey, 'hasDarkCharts', '1')
    ctx.chatState = { ...ctx.chatState, hasDarkCharts: true }
    return true
  }

  const answerButton: ButtonHandler<'chart'> = async (ctx, monitor, fields) => {
    const isOffer = !monitor && fields.compared === undefined && fields.gap === undefined
    if (isOffer) return void (await offer(ctx, fields.range ?? USUAL_RANGE))
    if (fields.isDark && !(await darken(ctx))) return ctx.words.oldButton
    const known = prices.all().map(({ quote }) => quote.monitor)
    const request = chartPressed(fields, monitor, known)
    if (!request) return ctx.words.oldButton
    if (request.isGap && request.monitors.length === 0) return showUsualGap(ctx, request.range)
    const observedQuotes = request.monitors.flatMap((id) => prices.latest(id) ?? [])
    return observedQuotes.length < request.monitors.length
      ? ctx.words.oldButton
      : show(ctx, { request, observedQuotes })
  }

  const feature = new Feature(access, EVERYONE)
  feature.command('history', async (ctx) => {
    const read = parseHistory(ctx.match, dayOf(ctx.now), prices)
    if (read.kind === 'history') ctx.asked = { kind: 'history', history: read.request }
    await (read.kind === 'history'
      ? answer(ctx, read.request)
      : ctx.replyOrEdit(historyRefusal(ctx.words, read.reason, read.word)))
  })
  feature.button('chart', answerButton)
  return { feature, answer }
}

/** A chart to show: a request and its quotes, in the same order. */
interface RequestedChart {
  readonly request: ChartRequest
  readonly observedQuotes: readonly ObservedQuote[]
  /** Monitors that share the name of the only one. */
  readonly others?: readonly Titled[]
  readonly crossed?: Crossed | undefined
}

const requestedChart = (
  observedQuotes: readonly ObservedQuote[],
  isGap: boolean,
  range: Range,
): RequestedChart => ({
  request: { monitors: observedQuotes.map(({ quote }) => quote.monitor), isGap, range },
  observedQuotes,
})

/** Replies with a text; under a picture it returns the notice for the presser instead. */
async function say(
  ctx: BotContext,
  html: string,
  notice: string,
  request: ChartRequest,
): Promise<string | undefined> {
  if (isUnderPicture(ctx)) return notice
  await ctx.replyOrEdit(html, rangeKeyboard(ctx.words, request))
  return undefined
}

/** Undefined where no day of the span has a price. */
function pictureOf(
  ctx: BotContext,
  { request, others = [], crossed }: RequestedChart,
  { span, lines: drawn }: DrawnChart,
): (Picture & { readonly asksDark: boolean }) | undefined {
  const { words, now, isPrivate, chatState } = ctx
  const isAlone = request.monitors.length === 1 && others.length === 0
  const asksDark = isAlone && isPrivate && chatState !== undefined && chatState.hasDarkCharts === undefined
  const keyboard = chartKeyboard(words, request, { others, asksDark })
  const [first, second] = drawn
  const asOf = Math.min(...drawn.map(({ observed }) => observed.asOf))
  if (request.isGap) {
    const summary = first && second && gapSummary(first, second, span)
    if (!summary) return undefined
    const quotes = [first.observed.quote, second.observed.quote] as const
    const caption = gapCaption(words, { span, quotes, summary, asOf, now })
    return { view: chartView(ctx, 'gap', { span, lines: drawn }), caption, keyboard, asksDark }
  }
  const series = drawn.flatMap(({ observed, summary }) =>
    summary ? [{ quote: observed.quote, summary }] : [],
  )
  if (series.length === 0) return undefined
  const crossing = crossed && first ? crossedLine(words, crossed, crossedOn(first, crossed)) : ''
  const caption = lines(crossing, historyCaption(words, { span, series, others, asOf, now }))
  return { view: chartView(ctx, 'price', { span, lines: drawn }), caption, keyboard, asksDark }
}

/** What the chart shows, in the colours that the chat chose. */
function chartView(
  { words, language, chatState, now }: BotContext,
  kind: ChartView['kind'],
  { span, lines }: DrawnChart,
): ChartView {
  const quotes = lines.map(({ observed }) => observed.quote)
  const isSameMoney = new Set(quotes.map(moneyOf)).size === 1
  const labels = labelsOf(quotes).map((label, at) => (isSameMoney ? withoutMoney(label, quotes[at]) : label))
  const isAlone = lines.length === 1
  const { from, to } = span
  return {
    kind,
    title: kind === 'gap' ? words.gapRow : isAlone ? (quotes[0]?.title ?? '') : comparedTitle(words, quotes),
    source: [...new Set(quotes.map(sourceOf))].join(', '),
    series: lines.map(({ series: { extremes, ...drawn } }, index) => ({
      ...drawn,
      label: labels[index] ?? '',
      ...(isAlone && extremes && { extremes }),
    })),
    from,
    to,
    ...(isToday(span) && { until: endOfToday(to, now) }),
    isDark: chatState?.hasDarkCharts === true,
    isSameMoney,
    language,
    numbers: words.numbers.style,
    simulated: quotes.some(({ simulated }) => simulated),
  }
}

/** A label without the sign of its money, which all lines of a chart share. */
function withoutMoney(label: string, quote: Titled | undefined): string {
  const sign = quote ? `${moneyOf(quote).trim()} ` : ' '
  return label.startsWith(sign) ? label.slice(sign.length) : label
}

/** A requested chart: one monitor, up to 4 compared, or the gap between two. */
interface ChartRequest {
  readonly monitors: readonly MonitorId[]
  readonly isGap: boolean
  readonly range: Range
}

/** The range of a chart requested without one. */
const USUAL_RANGE: Range = { kind: 'last', days: 30 }

/** One day is today by its hours; more are counted back from it. */
const TODAY_DAYS = 1

/** The days of a range, which ends today at the latest. */
export function spanOf(range: Range, today: Day): HistorySpan {
  if (range.kind === 'last') {
    const { days } = range
    return { from: addDays(today, days === TODAY_DAYS ? 0 : -days), to: today, lastDays: days }
  }
  const { from, to } = range
  return { from, to: to > today && from <= today ? today : to }
}

/** The data of a chart button. */
export function formatChartButton({ monitors, isGap, range }: ChartRequest): string {
  const [only] = monitors
  if (only && monitors.length === 1 && !isGap) return formatButtonData('chart', only, { range })
  const names = shortHashesOf(monitors)
  return formatButtonData('chart', undefined, { range, ...(isGap ? { gap: names } : { compared: names }) })
}

/** The chart that a button names among known monitors: a gap without monitors is the usual one. Undefined where it names none. */
function chartPressed(
  { range = USUAL_RANGE, compared, gap }: FieldsOf<'chart'>,
  monitor: MonitorId | undefined,
  known: readonly MonitorId[],
): ChartRequest | undefined {
  const monitors = monitor ? [monitor] : monitorsOfHashes(gap ?? compared ?? '', known)
  return monitors && { monitors, isGap: !monitor && gap !== undefined, range }
}

const RANGES_DAYS = [TODAY_DAYS, 7, 30, 365, RANGE_DAYS_MAX]

/** Buttons of ranges; the one shown is marked, and draws the chart anew. */
function rangeKeyboard({ history }: Words, request: ChartRequest): InlineKeyboard {
  const buttons = RANGES_DAYS.map((days) => {
    const isShown = request.range.kind === 'last' && request.range.days === days
    const label = history.shortRange(days)
    const data = formatChartButton({ ...request, range: { kind: 'last', days } })
    return InlineKeyboard.text(isShown ? `• ${label}` : label, data)
  })
  return keyboardOf(buttons)
}

/**
 * The buttons under a chart: five ranges, and one more: other rates where its name was not of one alone, else for its only one
 * whether it is to be dark, the first time, and then today's changes.
 */
function chartKeyboard(
  words: Words,
  request: ChartRequest,
  { others, asksDark }: { readonly others: readonly Titled[]; readonly asksDark: boolean },
): InlineKeyboard {
  const { history } = words
  const { range } = request
  const [only, ...more] = request.monitors
  const beside =
    others.length > 0
      ? act(words.button.others, 'chart', undefined, { range, isOffer: true })
      : asksDark
        ? act(history.inDark, 'chart', only, { range, isDark: true })
        : act(history.changes, 'changes', only)
  return keyboardOf(rangeKeyboard(words, request), [only && more.length === 0 && beside])
}
