import { setTimeout as sleep } from 'node:timers/promises'
import { InlineKeyboard } from 'grammy'
import { lookUp, newest, newestOfAll, notFound, parseName } from '../../../prices/look-up.ts'
import type { ObservedQuote, Prices } from '../../../prices/prices.ts'
import { isSameMonitor, type MonitorId, type Quote } from '../../../rates/monitor.ts'
import { formatButtonData } from '../../button-data.ts'
import type { Command } from '../../command.ts'
import { follows, preferredBy, type Turn } from '../../context.ts'
import { monitorButtons, shareAllButton, shareButton } from '../../keyboards.ts'
import { fingerprintOf } from '../../shared-answers.ts'

/** Who asks for news waits a moment for them; an API that is away is not waited for longer. */
const REFRESH_MS_MAX = 300
/** Behind the print in a refresh button, where others of the same key are offered above it. */
const WITH_OTHERS = '+'

/** `/rate`: all monitors; `/rate usd`: one; `/rate page_alpha`: those of a page. Its buttons know what they stand under, and say where nothing changed. */
export function createRate(prices: Prices): Command {
  async function all(turn: Turn, seen: string): Promise<string | undefined> {
    const { messages, now } = turn
    if (seen !== '') await refreshed(prices)
    const observedQuotes = preferredFirst(turn, await newestOfAll(prices))
    const quotes = observedQuotes.map(({ quote }) => quote)
    await turn.answer(messages.overview({ observedQuotes, now }), overviewKeyboard(turn, quotes))
    return seen === fingerprintOf(quotes) ? messages.nothingNew : undefined
  }

  async function one(turn: Turn, name: string): Promise<void> {
    const found = await lookUp(prices, name)
    if (found.kind === 'one') return show(turn, found.observed, found.others)
    const ofPage = prices.all().filter(({ quote }) => isOfPage(quote, name))
    if (ofPage.length > 0) return showPage(turn, ofPage)
    await sayUnknown(prices, turn, name, found.near)
  }

  async function again(turn: Turn, id: MonitorId | undefined, seen: string): Promise<string | undefined> {
    if (id && seen !== '') await refreshed(prices, id)
    const observed = await newest(prices, id)
    if (!observed) return turn.messages.oldButton
    await show(turn, observed, seen.endsWith(WITH_OTHERS) ? othersOf(observed) : [])
    return seen.startsWith(fingerprintOf([observed.quote])) ? turn.messages.nothingNew : undefined
  }

  const othersOf = ({ quote }: ObservedQuote): readonly ObservedQuote[] =>
    prices.find(quote.monitor.key).filter((other) => !isSameMonitor(other.quote.monitor, quote.monitor))

  return {
    names: ['rate', 'tasa'],
    run: async (turn, argument) => {
      const name = parseName(argument)
      await (name === '' ? all(turn, '') : one(turn, name))
    },
    buttons: { rate: again, rates: (turn, _monitor, seen) => all(turn, seen) },
  }
}

const refreshed = (prices: Prices, id?: MonitorId): Promise<unknown> =>
  Promise.race([prices.refresh(id && [id]), sleep(REFRESH_MS_MAX)])

/** Those that the chat chose first, in its own order. */
function preferredFirst(
  { chatState }: Turn,
  observedQuotes: readonly ObservedQuote[],
): readonly ObservedQuote[] {
  const first = preferredBy(chatState).flatMap(
    (id) => observedQuotes.find(({ quote }) => isSameMonitor(quote.monitor, id)) ?? [],
  )
  return [...first, ...observedQuotes.filter((observed) => !first.includes(observed))]
}

function overviewKeyboard(turn: Turn, quotes: readonly Quote[]): InlineKeyboard {
  const share = shareAllButton(turn)
  const refresh = InlineKeyboard.text(
    turn.messages.button.refresh,
    formatButtonData('rates', undefined, fingerprintOf(quotes)),
  )
  const pin = InlineKeyboard.text(turn.messages.liveWords.pin, formatButtonData('pin'))
  const rows = [[refresh, ...(share ? [share] : [])], ...(turn.isPrivate ? [] : [[pin]])]
  return monitorButtons('rate', quotes).append(rows)
}

function cardKeyboard(turn: Turn, quote: Quote, mark: string): InlineKeyboard {
  const { button } = turn.messages
  const change = follows(turn, quote.monitor) ? 'unfollow' : 'follow'
  return new InlineKeyboard()
    .text(button.refresh, formatButtonData('rate', quote.monitor, fingerprintOf([quote]) + mark))
    .text(turn.messages.pastButton.chart, formatButtonData('chart', quote.monitor))
    .row()
    .text(button[change], formatButtonData(change, quote.monitor))
    .add(shareButton(turn, quote))
    .row()
    .text(button.rates, formatButtonData('rates'))
}

async function show(
  turn: Turn,
  { quote, asOf }: ObservedQuote,
  others: readonly ObservedQuote[],
): Promise<void> {
  const quotes = others.map((other) => other.quote)
  const keyboard = cardKeyboard(turn, quote, quotes.length > 0 ? WITH_OTHERS : '')
  await turn.answer(
    turn.messages.rate({ quote, asOf, others: quotes, now: turn.now }),
    quotes.length > 0 ? monitorButtons('rate', quotes).append(keyboard) : keyboard,
  )
}

/** A page is named as it is in `page.key`, or as people call it. */
const isOfPage = (quote: Quote, name: string): boolean =>
  quote.monitor.page === name || quote.source?.toLowerCase() === name

async function showPage(turn: Turn, observedQuotes: readonly ObservedQuote[]): Promise<void> {
  const { messages, now } = turn
  const quotes = observedQuotes.map(({ quote }) => quote)
  const keyboard = monitorButtons('rate', quotes).row().text(messages.button.rates, formatButtonData('rates'))
  await turn.answer(messages.overview({ observedQuotes, now }), keyboard)
}

async function sayUnknown(
  prices: Prices,
  turn: Turn,
  name: string,
  near: readonly ObservedQuote[],
): Promise<void> {
  const quotes = near.map(({ quote }) => quote)
  await turn.answer(
    notFound(turn.messages, prices, name, quotes.length > 0),
    quotes.length > 0 ? monitorButtons('rate', quotes) : undefined,
  )
}
