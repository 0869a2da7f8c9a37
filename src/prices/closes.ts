import type { RatesClient } from '../api/client.ts'
import { addDays, type Day, dayOf, HOUR_MS, MINUTE_MS, SECOND_MS } from '../domain/caracas.ts'
import { createPriceOfDay, type DailyPrice, HELD_DAYS_MAX, isForDays } from '../domain/in-force.ts'
import { type Closes, type EffectiveClose, monitorRef, type Quote } from '../domain/monitor.ts'
import type { Resources } from '../redis/connection.ts'
import { isAhead, shareAnswer } from '../runtime/clock.ts'
import type { Part } from '../runtime/lifecycle.ts'
import { messageOf } from '../runtime/log.ts'
import type { PriceStore } from './prices.ts'

const CHECK_MS = 5 * SECOND_MS
/** A history that has no price of yesterday may still be filling; a server may have none at all. */
const RETRY_MS_MAX = HOUR_MS
const ASK_TIMEOUT_MS = 5_000
const WEEK = 7

/** The closes of a monitor up to a day; `days` are its prices by day, oldest first. */
function closesOf(days: readonly DailyPrice[], forDays: boolean, day: Day): Closes | undefined {
  const priceOn = createPriceOfDay(days, forDays)
  const last = priceOn(day)
  if (!last) return undefined
  const close = { day, price: last.price.price }
  if (!forDays) return { close }
  const week = Array.from({ length: WEEK }, (_, index) => addDays(day, index + 1 - WEEK))
  const weekCloses = week.flatMap((on): EffectiveClose[] => {
    const found = priceOn(on)
    // Days before the history begins had another price than its first one.
    const isKnown = found && (found.price.day <= on || found.before)
    return isKnown ? [{ day: on, price: found.price.price, effectiveDay: found.price.day }] : []
  })
  return { close, weekCloses }
}

interface ClosesOptions extends Pick<Resources, 'log' | 'clock'> {
  readonly prices: Pick<PriceStore, 'all' | 'keepCloses'>
  readonly client: Pick<RatesClient, 'history'>
}

/**
 * Reads once a day, from the history, at which price each monitor closed the day before, and those for effective days on
 * each day of the last week. No answer or push waits for it.
 */
export function createCloses({ prices, client, clock, log }: ClosesOptions): Part {
  /** How often the close of a monitor was not found, and when it is looked for again (ms). */
  const missing = new Map<string, { readonly times: number; readonly retryAt: number }>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function read(quote: Quote, day: Day): Promise<void> {
    const ref = monitorRef(quote.monitor)
    const times = (missing.get(ref)?.times ?? 0) + 1
    missing.set(ref, { times, retryAt: clock() + Math.min(times * MINUTE_MS, RETRY_MS_MAX) })
    const days = await client.history(
      quote.monitor,
      addDays(day, 1 - WEEK - HELD_DAYS_MAX),
      addDays(day, HELD_DAYS_MAX),
      ASK_TIMEOUT_MS,
    )
    const closes = closesOf(days, isForDays(quote), day)
    if (!closes) return
    missing.delete(ref)
    prices.keepCloses(new Map([[ref, closes]]))
  }

  const check = shareAnswer(async (): Promise<void> => {
    const yesterday = addDays(dayOf(clock()), -1)
    for (const { quote } of prices.all()) {
      const { retryAt = 0 } = missing.get(monitorRef(quote.monitor)) ?? {}
      const isDue = !isAhead(retryAt, clock(), RETRY_MS_MAX)
      if (isStopped || quote.close?.day === yesterday || !isDue) continue
      // The rate API may have no history of it, or not answer: prices then stand without a change.
      await read(quote, yesterday).catch((error: unknown) =>
        log.debug(
          { monitor: monitorRef(quote.monitor), err: messageOf(error) },
          'no close of the day before',
        ),
      )
    }
  }, 0)

  return {
    name: 'closes',
    async start() {
      void check()
      timer = setInterval(check, CHECK_MS)
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      await check() // the one that is under way; none reads anything from now on
    },
  }
}
