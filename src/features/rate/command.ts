import { setTimeout as sleep } from 'node:timers/promises'
import type { InlineKeyboard } from 'grammy'
import {
  act,
  findOrSay,
  fingerprintOf,
  keyboardOf,
  LISTED_MAX,
  listedButtons,
  monitorButtons,
  shareButton,
} from '../../bot/buttons.ts'
import { type BotContext, follows } from '../../bot/context.ts'
import { type ButtonHandler, EVERYONE, Feature, type FeatureParts } from '../../bot/feature.ts'
import { isEuroBeside, isSameMonitor, type MonitorId, moneyNamed, type Quote } from '../../domain/monitor.ts'
import { monitorNamed, tokensOf } from '../../language/tokens.ts'
import { mainRatesOf, officialPrice } from '../../prices/benchmarks.ts'
import {
  eachOnce,
  findFor,
  lookUp,
  newest,
  newestOfAll,
  type ObservedQuote,
  type Prices,
  parseName,
} from '../../prices/prices.ts'
import type { FieldsOf } from '../../telegram/button-data.ts'
import { rateCard, sourcesAlert } from '../../words/price.ts'
import { lines } from '../../words/text.ts'
import { openedLine } from '../changes/text.ts'
import { mainRates, overview } from './text.ts'

/** Longest wait of a refresh button for new prices. */
const REFRESH_MS_MAX = 300

/** What the message also offers: monitors with the same key, or the euro of the page. */
type Beside = FieldsOf<'rate'>['beside']

/** `/rate`: the main rates, and all others behind a button; `/rate usd`: one; `/rate page_alpha`: those of a page. Its refresh buttons tell the presser if nothing changed. */
export function createRate({ access, prices }: FeatureParts) {
  /** The main rates, below a text where there is one. `seen` is the fingerprint in a refresh button. */
  async function showAll(ctx: BotContext, seen?: string, above = ''): Promise<string | undefined> {
    if (seen !== undefined) await refreshed(prices)
    await newestOfAll(prices)
    const { words, now, preferred } = ctx
    const { main, others, gap } = mainRatesOf(prices, preferred)
    const quotes = main.map(({ quote }) => quote)
    const fingerprint = fingerprintOf(quotes)
    const pair = gap && ([gap[0].quote, gap[1].quote] as const)
    await ctx.replyOrEdit(
      above + mainRates(words, { observedQuotes: main, gap: pair, now }),
      mainKeyboard(ctx, quotes, { seen: fingerprint, hasOthers: others.length > 0 }),
    )
    return seen === fingerprint ? words.nothingNew : undefined
  }

  /** The main rates, below a word about money that has no rate of its own. */
  const answerZelle = async (ctx: BotContext): Promise<void> =>
    void (await showAll(ctx, undefined, `${ctx.words.zelle}\n\n`))

  async function showOthers({ words, now, preferred, replyOrEdit }: BotContext): Promise<void> {
    await newestOfAll(prices)
    const { others } = mainRatesOf(prices, preferred)
    const quotes = others.map(({ quote }) => quote)
    await replyOrEdit(
      overview(words, { observedQuotes: others, now }),
      keyboardOf(listedButtons(words, { action: 'rate' }, quotes), [act(words.button.back, 'rates')]),
    )
  }

  async function answerName(ctx: BotContext, name: string, isOpening = false): Promise<void> {
    const { kind } = await lookUp(prices, name, ctx.preferred)
    const ofPage = kind === 'one' ? [] : prices.all().filter(({ quote }) => isOfPage(quote, name))
    if (ofPage.length > 0) return showPage(ctx, ofPage)
    const found = await findOrSay(ctx, prices, name, { action: 'rate' })
    if (found) await show(ctx, found.observed, { others: found.others, isOpening })
  }

  const refreshOne: ButtonHandler<'rate'> = async (ctx, id, { seen, beside }) => {
    if (id && seen !== undefined) await refreshed(prices, id)
    const observed = await newest(prices, id)
    if (!observed) return ctx.words.oldButton
    await show(ctx, observed, { others: othersOf(observed, beside) })
    return seen === fingerprintOf([observed.quote]) ? ctx.words.nothingNew : undefined
  }

  function othersOf({ quote }: ObservedQuote, beside: Beside): readonly ObservedQuote[] {
    const { monitor } = quote
    if (beside === 'namesakes')
      return prices
        .all()
        .filter(
          (other) => other.quote.monitor.key === monitor.key && !isSameMonitor(other.quote.monitor, monitor),
        )
    return beside === 'euro' ? prices.all().filter((other) => isEuroBeside(quote, other.quote)) : []
  }

  /** `el dólar`: the main rates; `bcv y paralelo`: each of them in one message; of one also with which price the day began, where that is asked. */
  async function answerNames(ctx: BotContext, names: readonly string[], isOpening = false): Promise<void> {
    const [name] = names
    const { preferred, words, now } = ctx
    // People who ask for the dollar want the official one beside the others, unless the chat has chosen one.
    if (name === undefined || (names.every(isAnyDollar) && preferred.length === 0)) {
      const official = isOpening ? officialPrice(prices, 'dollar')?.quote : undefined
      const opened = official ? openedLine(words, official, now) : ''
      return void (await showAll(ctx, undefined, opened && `${opened}\n\n`))
    }
    const found = names.flatMap((one) => findFor(prices, one, preferred)[0] ?? [])
    const shown = eachOnce(found)
    await (shown.length < 2 || found.length < names.length
      ? answerName(ctx, name, isOpening)
      : showPage(ctx, shown))
  }

  const feature = new Feature(access, EVERYONE)
  feature.command('rate', async (ctx) => {
    const name = parseName(ctx.match)
    ctx.asked = { kind: 'rate', names: name === '' ? [] : [name] }
    await answerNames(ctx, name === '' ? [] : [name])
  })
  feature.button('rate', refreshOne)
  feature.button('rates', (ctx, _monitor, { isOthers, seen }) =>
    isOthers ? showOthers(ctx) : showAll(ctx, seen),
  )
  feature.button('sources', async (ctx, monitor) => {
    const observed = await newest(prices, monitor)
    return (observed && sourcesAlert(ctx.words, observed.quote)) || ctx.words.oldButton
  })
  return { feature, answerName, answerNames, answerZelle }
}

/** `dólar`, `$`, `verde`, as it is typed or read; `usd` is the key of a monitor. */
const isAnyDollar = (name: string): boolean =>
  name === 'dollar' || tokensOf(name)?.map(monitorNamed).join() === 'dollar'

const refreshed = (prices: Prices, id?: MonitorId): Promise<unknown> =>
  Promise.race([prices.refresh(id && [id]), sleep(REFRESH_MS_MAX)])

const CARDS_MAX = 2

/** The first two rates, refresh and share, the other rates, and in a group the live message: six at most. */
function mainKeyboard(
  ctx: BotContext,
  quotes: readonly Quote[],
  { seen, hasOthers }: { readonly seen: string; readonly hasOthers: boolean },
): InlineKeyboard {
  const { button, live } = ctx.words
  const official = quotes.filter((quote) => moneyNamed(quote) === 'dollar').slice(0, CARDS_MAX)
  return keyboardOf(
    monitorButtons('rate', official),
    [act(button.refresh, 'rates', undefined, { seen }), shareButton(ctx)],
    [hasOthers && act(button.others, 'rates', undefined, { isOthers: true })],
    [!ctx.isPrivate && act(live.pin, 'pin')],
  )
}

/** Buttons of monitors beside the card of one. */
const BESIDE_MAX = 2

/** The buttons under a card, with those of other monitors above; there is room to share it where these are few. */
function cardKeyboard(ctx: BotContext, quote: Quote, others: readonly Quote[]): InlineKeyboard {
  const { button } = ctx.words
  const kind = others.every((other) => isEuroBeside(quote, other)) ? 'euro' : 'namesakes'
  const beside = others.length > 0 ? kind : undefined
  const change = follows(ctx, quote.monitor) ? 'unfollow' : 'follow'
  const seen = fingerprintOf([quote])
  const { monitor } = quote
  const follow = act(button[change], change, monitor)
  const rates = act(button.rates, 'rates')
  const hasNames = (quote.sources?.length ?? 0) > 1
  return keyboardOf(
    monitorButtons('rate', others.slice(0, BESIDE_MAX)),
    [act(button.refresh, 'rate', monitor, { seen, beside }), act(ctx.words.history.chart, 'chart', monitor)],
    ...(beside
      ? [[follow, rates], [others.length < BESIDE_MAX && shareButton(ctx)]]
      : [
          [follow, shareButton(ctx)],
          [rates, hasNames && act(button.sources, 'sources', monitor)],
        ]),
  )
}

async function show(
  ctx: BotContext,
  { quote, asOf }: ObservedQuote,
  { others, isOpening = false }: { readonly others: readonly ObservedQuote[]; readonly isOpening?: boolean },
): Promise<void> {
  const quotes = others.map((other) => other.quote)
  const opened = isOpening ? openedLine(ctx.words, quote, ctx.now) : ''
  const card = rateCard(ctx.words, { quote, asOf, others: quotes, now: ctx.now })
  await ctx.replyOrEdit(lines(opened && `${opened}\n`, card), cardKeyboard(ctx, quote, quotes))
}

/** Whether a name is that of the quote's page, as in `page.key` or as people call it. */
const isOfPage = (quote: Quote, name: string): boolean =>
  quote.monitor.page === name || quote.source?.toLowerCase() === name

async function showPage(ctx: BotContext, observedQuotes: readonly ObservedQuote[]): Promise<void> {
  const { words, now } = ctx
  const quotes = observedQuotes.map(({ quote }) => quote)
  const listed = monitorButtons('rate', quotes.slice(0, LISTED_MAX))
  await ctx.replyOrEdit(
    overview(words, { observedQuotes, now }),
    keyboardOf(listed, [act(words.button.rates, 'rates')]),
  )
}
