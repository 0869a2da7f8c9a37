import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANA } from '../support/people.ts'
import { startWithToken } from '../support/real-sources.ts'

interface History {
  readonly history?: readonly { readonly price: number; readonly last_update: string }[]
}

describe('the first start with a token, while the first source of two histories is away', () => {
  let world: Awaited<ReturnType<typeof startWithToken>>
  beforeAll(async () => {
    world = await startWithToken({ ADMIN_CHAT_IDS: String(ANA.user) }, (internet) => {
      internet.behave('dolarApiPast', 500)
      internet.behave('dolarApiParaleloPast', 500)
    })
    await world.program.address('Bot')
    await world.people.ask(ANA, '/start')
  })
  afterAll(() => world.stop())

  it('prints which sources prices come from', () => {
    expect(world.program.out()).toContain(
      'Prices from    venezuela: Banco Central, Paralelo, Binance P2P, Promedio\n',
    )
  })

  it('says in /stats how many histories are read, and why one is not', async () => {
    await expect
      .poll(() => world.people.ask(ANA, '/stats'), { timeout: 30_000, interval: 1_000 })
      .toMatch(/Historial leído: 3 de 4 tasas\n.*Lo intentaré de nuevo.*paralelo\.usd: the page answered 500/)
  })

  it('reads the official year from the source that stands in, equal to its rows', async () => {
    const rows = world.internet.recordedYear('usd')
    const range = 'start_date=2020-01-01&end_date=2029-12-31&order=asc&format_date=iso'
    const { history = [] } = (await world.read(`/dollar/history?page=bcv&monitor=usd&${range}`)) as History
    const days = history.map(({ price, last_update }) => ({ date: last_update.slice(0, 10), price }))
    const live = days.at(-1)?.date ?? ''
    expect(days.length).toBeGreaterThan(240)
    expect(days.filter(({ date }) => date < live)).toEqual(rows.filter(({ date }) => date < live))
  })
})
