import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf, startOfDay } from '../../src/domain/caracas.ts'
import { HOUR_MS } from '../../src/domain/durations.ts'
import { ANA } from '../support/people.ts'
import { startWithToken } from '../support/real-sources.ts'
import { until } from '../support/until.ts'

const SHIFTED_CLOCK = pathToFileURL(join(import.meta.dirname, '../support/shifted-clock.ts')).href

/** The next Friday after today. */
function nextFriday(): string {
  let day = addDays(dayOf(Date.now()), 1)
  while (new Date(day).getUTCDay() !== 5) day = addDays(day, 1)
  return day
}

interface Monitors {
  readonly monitors: Readonly<Record<string, object>>
}

describe('on a Friday evening, while the page of the bank is dead and DolarApi has the price of Friday', () => {
  const friday = nextFriday()
  const monday = addDays(friday, 3)
  let world: Awaited<ReturnType<typeof startWithToken>>
  beforeAll(async () => {
    const aheadMs = startOfDay(friday) + 20 * HOUR_MS - Date.now() + Number(process.env.CLOCK_AHEAD_MS ?? 0)
    const clock = { NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`, CLOCK_AHEAD_MS: String(aheadMs) }
    world = await startWithToken(clock, (internet) => {
      internet.setDay(monday)
      internet.set({ usd: 812.5, eur: 903.25, cny: 114.4, try: 18.5, rub: 10.25 })
      for (const late of ['dolarApi', 'dolarApiEuro'] as const) {
        internet.setDay(friday, late)
        internet.set({ usd: 810, eur: 900 }, late)
      }
      for (const dead of ['bcv', 'dolarVzla'] as const) internet.behave(dead, 500)
    })
    await world.program.address('Bot')
  })
  afterAll(() => world.stop())

  const read = async (currency: string) =>
    ((await world.read(`/${currency}?page=bcv&rounded_price=false`)) as Monitors).monitors

  it('BCV Today gives the five prices of Monday, and none is stale', async () => {
    const published = { sources: ['BCV Today'], last_update: expect.stringContaining('12:00 AM') }
    await until(
      async () => {
        const { usd, cny, try: lira, rub } = await read('dollar')
        expect([usd, cny, lira, rub]).toMatchObject(
          [812.5, 114.4, 18.5, 10.25].map((price) => ({ ...published, price })),
        )
        expect((await read('euro')).eur).toMatchObject({ ...published, price: 903.25 })
        for (const one of [usd, cny, lira, rub]) expect(one).not.toHaveProperty('stale', true)
      },
      { timeout: 30_000, interval: 500 },
    )
  })

  it('a person reads the price of Monday, and where it comes from', async () => {
    const rate = await world.people.ask(ANA, '/tasa bcv')
    expect(rate).toMatch(/812,50/)
    expect(rate).toContain('Fuente: BCV Today')
    expect(rate).not.toContain('⚠')
  })
})
