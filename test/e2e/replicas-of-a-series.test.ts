import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../support/cluster.ts'
import { startTown } from '../support/load-fixture.ts'
import { report } from '../support/report.ts'
import { type Day, readSeries } from '../support/series.ts'

const CHATS = 1_000
const RATE_PER_SECOND = Number(process.env.RATE ?? 600)
const DAY_MS = 1_000
/** One that rises and falls, stands still and comes back to where it was. */
const MADE = [801.25, 812.4, 812.4, 790.333, 801.25, 2_005.5, 1_999.99]
/** A real one: `SERIES=FILE.csv DATE_COLUMN=date PRICE_COLUMN=bcv_usd FROM=2026-01-01`. */
const { SERIES, DATE_COLUMN = 'date', PRICE_COLUMN = 'bcv_usd', FROM = '' } = process.env
const days: readonly Day[] = SERIES
  ? readSeries(SERIES, { dateColumn: DATE_COLUMN, priceColumn: PRICE_COLUMN, from: FROM })
  : MADE.map((price, index) => ({ price, date: `2026-11-${10 + index}` }))
const SETTLED = { timeout: 30_000, interval: 100 }

describe(`a series of prices, a day a second, sent to ${CHATS} chats by two replicas`, () => {
  let redis: TestServer
  let town: Awaited<ReturnType<typeof startTown>>
  beforeAll(async () => {
    redis = await startServer()
    town = await startTown({ redisUrl: redis.url, ratePerSecond: RATE_PER_SECOND, chats: CHATS })
    await Promise.all([town.startPush(), town.startPush()])
    await town.registered()
  })
  afterAll(async () => {
    await town.stop()
    await redis.stop()
  })

  it(
    'leaves every chat at the newest price',
    async () => {
      for (const day of days) {
        town.setPrice(day)
        await sleep(DAY_MS)
      }
      const newest = new Intl.NumberFormat('es-VE', {
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      }).format(days.at(-1)?.price ?? 0)
      const lastTold = (): Map<string, string> =>
        new Map(town.recorder.sent.map(({ chat, price }) => [chat, price]))
      const behind = (): number => CHATS - [...lastTold().values()].filter((price) => price === newest).length
      await expect.poll(behind, SETTLED).toBe(0)
      report(`${days.length} days, ${town.recorder.sent.length} messages, newest ${newest}`)
    },
    SETTLED.timeout + days.length * DAY_MS * 2 + 10_000,
  )
})
