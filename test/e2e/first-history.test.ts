import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPastDays } from '../../src/service/sources/shipped/past.ts'
import { PLACES, type PlaceName } from '../support/internet/answers.ts'
import { ANA } from '../support/people.ts'
import { startWithToken } from '../support/real-sources.ts'
import { until } from '../support/until.ts'

interface History {
  readonly history?: readonly { readonly price: number; readonly last_update: string }[]
}
interface Picture {
  readonly caption?: string
  readonly photo?: unknown
}

const everything = Object.keys(PLACES) as PlaceName[]

describe('the first start with a token, while every source is away', () => {
  let world: Awaited<ReturnType<typeof startWithToken>>
  beforeAll(async () => {
    world = await startWithToken({ ADMIN_CHAT_IDS: String(ANA.user) }, (internet) => {
      for (const name of everything) internet.behave(name, 500)
    })
    await world.program.address('Bot')
    await world.people.ask(ANA, '/start')
  })
  afterAll(() => world.stop())

  async function daysOf(page: string): Promise<{ date: string; price: number }[]> {
    const range = 'start_date=2020-01-01&end_date=2029-12-31&order=asc&format_date=iso&rounded_price=false'
    const { history = [] } = (await world.read(
      `/dollar/history?page=${page}&monitor=usd&${range}`,
    )) as History
    return history.map(({ price, last_update }) => ({ date: last_update.slice(0, 10), price }))
  }

  it('prints which sources prices come from', () => {
    expect(world.program.out()).toContain(
      'Prices from    venezuela: Banco Central, Paralelo, Binance P2P, Promedio\n',
    )
  })

  it.each([
    ['bcv', 'Dólar BCV', '3 ene 2023'],
    ['paralelo', 'Dólar paralelo', '22 may 2024'],
  ] as const)('draws the past of %s that comes with the program', async (name, title, from) => {
    const past = readPastDays(`${name}.usd`)
    await until(
      async () => {
        await world.people.ask(ANA, `/historial ${name} 3650d`)
        const { caption = '', photo } = (await world.people.messages(ANA)).at(-1) as Picture
        expect(photo).toBeDefined()
        expect(caption).toMatch(new RegExp(`^${title}: Bs\\.\\s[\\d.,]+\\n${from} – `))
        expect(caption).toMatch(/^Máximo .*\d{3},\d{2}$/m)
      },
      { timeout: 30_000, interval: 1_000 },
    )
    expect(await daysOf(name)).toEqual(past.map(({ day, price }) => ({ date: day, price: Number(price) })))
  })

  it('says that the last price of that past is stale, and since when', async () => {
    expect(await world.people.ask(ANA, '/tasa bcv')).toMatch(/779,95[\s\S]*sin actualizar desde/)
  })

  it('makes no mean of the past', async () => {
    expect(await world.people.ask(ANA, '/tasa promedio')).toContain('No conozco «promedio»')
  })

  it('says in /stats how many histories are read, and why one is not', async () => {
    await until(
      async () =>
        expect(await world.people.ask(ANA, '/stats')).toMatch(
          /Historial leído: 0 de 4 tasas\n.*Lo intentaré de nuevo.*: the page answered 500/,
        ),
      { timeout: 30_000, interval: 1_000 },
    )
  })
})
