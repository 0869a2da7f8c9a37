import { expect, onTestFinished, test, vi } from 'vitest'
import { type Closes, monitorRef, type Quote } from '../../../src/domain/monitor.ts'
import { createCloses } from '../../../src/prices/closes.ts'
import { monitor, NOON, quote } from '../../integration/bot/memory.ts'
import { silent } from '../../support/redis.ts'

const usd = monitor('page_beta.usd')
const day = (day: string, price: string) => ({ day, price, lastUpdate: 0, high: price, low: price })

/** Reads closes at noon of 21 January 2026, a Wednesday; `tick` lets the next check come. */
async function arrange(quotes: readonly Quote[], days: readonly ReturnType<typeof day>[]) {
  vi.useFakeTimers()
  const time = { now: NOON }
  const kept = new Map<string, Closes>()
  const history = vi.fn(async () => [...days])
  const closes = createCloses({
    prices: {
      all: () =>
        quotes.map((one) => {
          const { close: _, ...bare } = one
          return { quote: { ...bare, ...kept.get(monitorRef(one.monitor)) }, asOf: NOON }
        }),
      keepCloses: (read) => read.forEach((closes, ref) => void kept.set(ref, closes)),
    },
    client: { history },
    clock: () => time.now,
    log: silent,
  })
  const tick = async (ms: number) => {
    time.now += ms
    await vi.advanceTimersByTimeAsync(6_000)
  }
  await closes.start()
  await tick(0)
  onTestFinished(async () => {
    await closes.stop()
    vi.useRealTimers()
  })
  return { kept, history, tick }
}

test('the close of the day before is read once a day', async () => {
  const { kept, history, tick } = await arrange(
    [quote(usd, 'Paralelo', '812')],
    [day('2026-01-19', '790'), day('2026-01-20', '800')],
  )
  expect(kept.get(monitorRef(usd))).toEqual({ close: { day: '2026-01-20', price: '800' } })
  await tick(3_600_000)
  expect(history).toHaveBeenCalledTimes(1)
  await tick(24 * 3_600_000)
  expect(kept.get(monitorRef(usd))?.close?.day).toBe('2026-01-21')
})

test('a day without a price of its own closed at what was in force: the last price, or for effective days the next one', async () => {
  const days = [day('2026-01-16', '700'), day('2026-01-21', '710')]
  const official = quote(monitor('page_alpha.usd'), 'BCV', '710', { effectiveDay: true })
  const { kept } = await arrange([quote(usd, 'Paralelo', '812'), official], days)
  expect([...kept.values()].map(({ close }) => close?.price)).toEqual(['700', '710'])
})

test('a monitor for effective days keeps its closes of a week, and none of days before its history begins', async () => {
  const official = quote(monitor('page_alpha.usd'), 'BCV', '710', { effectiveDay: true })
  const closesIn = async (...days: readonly ReturnType<typeof day>[]) => {
    const { weekCloses = [] } = (await arrange([official], days)).kept.get(monitorRef(official.monitor)) ?? {}
    return weekCloses.map((one) => `${one.day.slice(-2)} ${one.price} of ${one.effectiveDay.slice(-2)}`)
  }
  // A holiday has the price of the next business day.
  expect(
    await closesIn(day('2026-01-13', '690'), day('2026-01-16', '700'), day('2026-01-21', '710')),
  ).toEqual([
    ...['14 700 of 16', '15 700 of 16', '16 700 of 16'],
    ...['17 710 of 21', '18 710 of 21', '19 710 of 21', '20 710 of 21'],
  ])
  const begun = await closesIn(day('2026-01-19', '700'), day('2026-01-20', '710'))
  expect(begun).toEqual(['19 700 of 19', '20 710 of 20'])
})

test('a history that is empty or does not answer is asked again after a minute, then after two', async () => {
  const { kept, history, tick } = await arrange([quote(usd, 'Paralelo', '812')], [])
  await tick(30_000)
  expect(history).toHaveBeenCalledTimes(1)
  history.mockRejectedValueOnce(new Error('no answer'))
  await tick(60_000)
  history.mockResolvedValueOnce([day('2026-01-20', '800')])
  await tick(120_000)
  expect(kept.size).toBe(1)
})

test('a server without a history is asked ever more seldom, up to once an hour', async () => {
  const { history, tick } = await arrange([quote(usd, 'Paralelo', '812')], [])
  for (let minute = 0; minute < 10; minute++) await tick(60_000)
  expect(history).toHaveBeenCalledTimes(5)
  for (let minute = 0; minute < 180; minute++) await tick(60_000)
  expect(history.mock.calls.length).toBeLessThanOrEqual(20)
})
