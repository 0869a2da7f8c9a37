import type { InlineKeyboard } from 'grammy'
import type { Sighting } from '../../board/board.ts'
import type { Messages } from '../../messages/messages.ts'
import type { MonitorId } from '../../rates/monitor.ts'
import { newestOfAll, type Prices } from '../look-up.ts'
import type { Past } from '../past.ts'
import { exchange } from './exchange.ts'
import { conversionKeyboard } from './keyboard.ts'
import { waysOf } from './ways.ts'
import type { Wish } from './wish.ts'

export interface ConversionAsked {
  readonly messages: Messages
  /** The monitors that the chat prefers. */
  readonly defaults: readonly MonitorId[]
  readonly now: number
  /** Monitors that share the key of the one named. */
  readonly others?: readonly Sighting[]
}

export interface ConversionAnswer {
  readonly html: string
  readonly keyboard?: InlineKeyboard
}

/** Answers a conversion; the rate API is asked for past days only. */
export function createConverter(prices: Prices, past: Past) {
  return async (
    wish: Wish,
    { messages, defaults, now, others = [] }: ConversionAsked,
  ): Promise<ConversionAnswer> => {
    const all = await newestOfAll(prices)
    const exchanged = await exchange(wish, waysOf(wish, { all, defaults }), past, now)
    if (exchanged.kind !== 'rows') return { html: refusal(messages, wish, exchanged.kind, all.length === 0) }
    const { rows } = exchanged
    const { amount, otherReading, date } = wish
    const view = { amount, rows, now, ...(otherReading && { otherReading }), ...(date && { date }) }
    const canCompare = waysOf({ ...wish, monitors: [] }, { all, defaults: [] }).length > 1
    const keyboard = conversionKeyboard(messages, {
      wish,
      rows,
      canCompare,
      others: others.map(({ quote }) => quote),
    })
    return { html: messages.conversion(view), keyboard }
  }
}

export type Converter = ReturnType<typeof createConverter>

type Refused = Exclude<Awaited<ReturnType<typeof exchange>>['kind'], 'rows'>

function refusal(messages: Messages, { date = '' }: Wish, kind: Refused, isEmpty: boolean): string {
  if (kind === 'no_price_then') return messages.noPriceThen(date)
  if (kind === 'no_price_yet') return messages.noPriceYet(date)
  return isEmpty ? messages.noPrices : messages.conversionRefusal(kind)
}
