import type { InlineKeyboard } from 'grammy'
import { dayOf } from '../../domain/caracas.ts'
import type { MonitorId } from '../../domain/monitor.ts'
import { newestOfAll } from '../../prices/look-up.ts'
import type { Past } from '../../prices/past.ts'
import type { ObservedQuote, Prices } from '../../prices/prices.ts'
import type { Words } from '../../words/words.ts'
import { type Exchanged, exchange } from './exchange.ts'
import { conversionKeyboard } from './keyboard.ts'
import { conversionRefusal } from './questions-text.ts'
import type { ConversionRequest } from './request.ts'
import type { ConversionView } from './rows-text.ts'
import { conversionMessage } from './text.ts'
import { waysOf } from './ways.ts'

export interface ConversionOptions {
  readonly words: Words
  /** The monitors that the chat prefers. */
  readonly defaults: readonly MonitorId[]
  readonly now: number
  /** Monitors that share the key of the one named. */
  readonly others?: readonly ObservedQuote[]
}

export interface ConversionAnswer {
  readonly html: string
  readonly keyboard?: InlineKeyboard
}

/** Answers conversions. It calls the rate API for past days only. */
export function createConverter(prices: Prices, past: Past) {
  return async (
    request: ConversionRequest,
    { words, defaults, now, others = [] }: ConversionOptions,
  ): Promise<ConversionAnswer> => {
    const all = await newestOfAll(prices)
    const exchangeOf = (one: ConversionRequest) => exchange(one, waysOf(one, { all, defaults }), past, now)
    const asked = await exchangeOf(request)
    const isTooEarly = asked.kind === 'no_price_yet'
    const answered = isTooEarly ? { ...request, date: dayOf(now) } : request
    const exchanged = isTooEarly ? await exchangeOf(answered) : asked
    if (exchanged.kind !== 'rows') return { html: refusal(words, request, exchanged.kind, all.length === 0) }
    const turned = request.isTurned
      ? await exchangeOf({ ...answered, from: request.to, to: request.from })
      : undefined
    const shown = isTooEarly ? withoutDate(request) : request
    const view = viewOf(shown, exchanged, turned)
    const canCompare = waysOf({ ...request, monitors: [] }, { all, defaults: [] }).length > 1
    const html = conversionMessage(words, { ...view, now })
    const keyboard = conversionKeyboard(words, {
      ...{ request: shown, rows: view.rows, canCompare },
      others: others.map(({ quote }) => quote),
    })
    return { html: isTooEarly ? `${words.conversion.notComeYet}\n\n${html}` : html, keyboard }
  }
}

type Rows = Extract<Exchanged, { kind: 'rows' }>

const viewOf = (
  { amount, otherReading, date }: ConversionRequest,
  { rows }: Rows,
  turned: Exchanged | undefined,
): Omit<ConversionView, 'now'> => ({
  amount,
  rows,
  ...(turned?.kind === 'rows' && { turned: turned.rows }),
  ...(otherReading && { otherReading }),
  ...(date && { date }),
})

const withoutDate = ({ date: _, ...request }: ConversionRequest): ConversionRequest => request

export type Converter = ReturnType<typeof createConverter>

type Refused = Exclude<Awaited<ReturnType<typeof exchange>>['kind'], 'rows'>

function refusal(words: Words, { date = '' }: ConversionRequest, kind: Refused, isEmpty: boolean): string {
  if (kind === 'no_price_then') return words.conversion.noPriceThen(words.conversion.day(date))
  if (isEmpty || kind === 'no_price_yet') return words.noPrices
  return conversionRefusal(words, kind)
}
