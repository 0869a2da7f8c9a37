import { InlineKeyboard } from 'grammy'
import { LRUCache } from 'lru-cache'
import { fingerprintOf, isShareable, monitorButtons, shareAllButton } from '../../bot/buttons.ts'
import { type BotContext, preferredBy } from '../../bot/context.ts'
import { SECOND_MS } from '../../domain/durations.ts'
import { moneyNamed } from '../../domain/money-named.ts'
import { monitorRef, type Quote } from '../../domain/monitor.ts'
import { mainRatesOf } from '../../prices/benchmarks.ts'
import type { GapNames } from '../../prices/gap-pair.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import { formatButtonData } from '../../telegram/button-data.ts'
import { mainRates } from './text.ts'

/** In the button that shows the rates that are no main ones. */
export const OTHERS = '>'

interface MainAnswer {
  readonly html: string
  readonly keyboard: InlineKeyboard
  /** That of the prices in it. */
  readonly fingerprint: string
}

type Asking = Pick<BotContext, 'chat' | 'me' | 'words' | 'language' | 'chatState' | 'isPrivate' | 'now'>

const WRITTEN_MAX = 500

/** The answer to `/rate`, written once for all who ask the same of the same prices within a second. */
export function createMainAnswer(gapNames?: GapNames) {
  const written = new LRUCache<string, MainAnswer>({ max: WRITTEN_MAX })
  let prices: readonly ObservedQuote[] = []

  return (ctx: Asking, all: readonly ObservedQuote[]): MainAnswer => {
    if (all !== prices) written.clear()
    prices = all
    const key = keyOf(ctx)
    const known = written.get(key)
    if (known) return known
    const answer = writeMainAnswer(ctx, all, gapNames)
    written.set(key, answer)
    return answer
  }
}

/** What an answer depends on beside the prices; no time in it is exact to less than a second. */
const keyOf = ({ chat, now, language, chatState, isPrivate }: Asking): string =>
  [
    Math.floor(now / SECOND_MS),
    language,
    chatState?.numbers,
    isPrivate,
    isShareable({ chat }),
    ...preferredBy(chatState).map(monitorRef),
  ].join(' ')

function writeMainAnswer(ctx: Asking, all: readonly ObservedQuote[], gapNames?: GapNames): MainAnswer {
  const { words, now, chatState } = ctx
  const { main, others, gap } = mainRatesOf(all, preferredBy(chatState), gapNames)
  const quotes = main.map(({ quote }) => quote)
  const pair = gap && ([gap[0].quote, gap[1].quote] as const)
  const fingerprint = fingerprintOf(quotes)
  return {
    html: mainRates(words, { observedQuotes: main, gap: pair, now }),
    keyboard: mainKeyboard(ctx, quotes, { fingerprint, hasOthers: others.length > 0 }),
    fingerprint,
  }
}

const CARDS_MAX = 2

/** The first two rates, refresh and share, the other rates, and in a group the live message: six at most. */
function mainKeyboard(
  ctx: Asking,
  quotes: readonly Quote[],
  { fingerprint, hasOthers }: { readonly fingerprint: string; readonly hasOthers: boolean },
): InlineKeyboard {
  const { button, live } = ctx.words
  const share = shareAllButton(ctx)
  const refresh = InlineKeyboard.text(button.refresh, formatButtonData('rates', undefined, fingerprint))
  const others = InlineKeyboard.text(button.others, formatButtonData('rates', undefined, OTHERS))
  const pin = InlineKeyboard.text(live.pin, formatButtonData('pin'))
  const rows = [
    [refresh, ...(share ? [share] : [])],
    ...(hasOthers ? [[others]] : []),
    ...(ctx.isPrivate ? [] : [[pin]]),
  ]
  const official = quotes.filter((quote) => moneyNamed(quote) === 'dollar').slice(0, CARDS_MAX)
  return monitorButtons('rate', official).append(rows)
}
