import { expect, onTestFinished, test, vi } from 'vitest'
import { createCloses } from '../../../src/prices/closes.ts'
import { type DayClose, monitorRef, type Quote } from '../../../src/rates/monitor.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { monitor, NOON, quote } from '../../integration/bot/memory.ts'

const usd = monitor('page_beta.usd')
const day = (day: string, price: string) => ({ day, price, lastUpdate: 0, high: price, low: price })

/** Reads closes at noon of 21 January 2026, a Wednesday; `tick` lets the next check come. */
async function arrange(quotes: readonly Quote[], days: readonly ReturnType<typeof day>[]) {
  vi.useFakeTimers()
  const time = { now: NOON }
  const kept = new Map<string, DayClose>()
  const history = vi.fn(async () => [...days])
  const closes = createCloses({
    prices: {
      all: () =>
        quotes.map((one) => {
          const { close: _, ...bare } = one
          const close = kept.get(monitorRef(one.monitor))
          return { quote: { ...bare, ...(close && { close }) }, asOf: NOON }
        }),
      keepCloses: (read) => read.forEach((close, ref) => void kept.set(ref, close)),
    },
    client: { history },
    clock: () => time.now,
    log: createLog('info', () => {}).log,
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
  expect(kept.get(monitorRef(usd))).toEqual({ day: '2026-01-20', price: '800' })
  await tick(3_600_000)
  expect(history).toHaveBeenCalledTimes(1)
  await tick(24 * 3_600_000)
  expect(kept.get(monitorRef(usd))?.day).toBe('2026-01-21')
})

test('a day without a price of its own closed at what was in force: the last price, or for effective days the next one', async () => {
  const days = [day('2026-01-16', '700'), day('2026-01-21', '710')]
  const official = quote(monitor('page_alpha.usd'), 'BCV', '710', { effectiveDay: true })
  const { kept } = await arrange([quote(usd, 'Paralelo', '812'), official], days)
  expect([...kept.values()].map(({ price }) => price)).toEqual(['700', '710'])
})

test('a history that is empty or does not answer is asked again a minute later', async () => {
  const { kept, history, tick } = await arrange([quote(usd, 'Paralelo', '812')], [])
  await tick(30_000)
  expect(history).toHaveBeenCalledTimes(1)
  history.mockRejectedValueOnce(new Error('no answer'))
  await tick(60_000)
  history.mockResolvedValueOnce([day('2026-01-20', '800')])
  await tick(60_000)
  expect(kept.size).toBe(1)
})
