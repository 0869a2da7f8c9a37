import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '../../src/domain/caracas.ts'
import { lastPastDay, readPastDays } from '../../src/service/sources/shipped/past.ts'
import { forFile } from '../support/folder.ts'
import type { PlaceName } from '../support/internet/answers.ts'
import { ANA, LUIS } from '../support/people.ts'
import { startWithToken } from '../support/real-sources.ts'
import { until } from '../support/until.ts'

interface Caption {
  readonly caption?: string
}

interface History {
  readonly history: readonly { readonly price: number; readonly last_update: string }[]
}

const OFFICIAL: readonly PlaceName[] = ['bcvToday', 'dolarVzla', 'dolarApi', 'dolarApiEuro']
const inSpanish = (price: number): string => price.toFixed(2).replace('.', ',')

const world = await forFile(startWithToken())

describe('a bot with a token of @BotFather, and nothing set but where this Telegram is', () => {
  beforeAll(async () => {
    const { internet } = world
    internet.set({ usd: 812.5, eur: 903.25, paralelo: 960.75, buy: 981, sell: 975 })
    for (const source of OFFICIAL) internet.set({ usd: 810, eur: 900 }, source)
    internet.behave('binance', 'bait')
    await world.program.address('Bot')
    await until(async () => expect(await world.people.ask(LUIS, '/tasa')).toMatch(/Euro BCV +903,25/), {
      timeout: 30_000,
      interval: 1_000,
    })
  })

  it('shows BCV, paralelo and USDT on one screen', async () => {
    const rates = await world.people.ask(ANA, '/tasa')
    expect(rates).toMatch(/^Tasas en Bs\./)
    expect(rates.split('\n').length).toBeLessThanOrEqual(14)
    expect(rates).toMatch(/Dólar BCV +812,50( [+−][\d,]+\s%)? *$/m)
    expect(rates).toMatch(/Euro BCV +903,25( [+−][\d,]+\s%)? *$/m)
    expect(rates).toMatch(/Dólar paralelo +960,75( \+[\d,]+\s%)? *$/m)
    expect(rates).not.toMatch(/simulad/i)
  })

  it('reads the bank, whose chain it completes with the intermediate that comes with the program', () => {
    expect(world.internet.asked('bcv')).not.toEqual([])
  })

  it('names the sources of each price', async () => {
    expect(await world.people.ask(ANA, '/tasa bcv.usd')).toContain('Fuente: BCV')
    expect(await world.people.ask(ANA, '/tasa paralelo.usd')).toContain('Fuente: Yadio')
    expect(await world.people.ask(ANA, '/tasa binance.usdt')).toContain(
      'Promedio de Binance compra y Binance venta',
    )
    // A mean is made once its parts have prices: a minute later where a busy machine takes ten seconds for these.
    await until(
      async () =>
        expect(await world.people.ask(ANA, '/tasa promedio')).toContain(
          'Promedio del dólar BCV y el dólar paralelo',
        ),
      { timeout: 90_000, interval: 1_000 },
    )
  })

  /** The past that comes with the program, and the rows of DolarApi for the days since, of the last year. */
  function lastYear(): { date: string; price: number }[] {
    const shipped = readPastDays('bcv.usd').map(({ day, price }) => ({ date: day, price: Number(price) }))
    const rows = world.internet.recordedYear('usd').filter(({ date }) => date > lastPastDay('bcv.usd'))
    expect(rows).not.toEqual([])
    return [...shipped, ...rows].filter(({ date }) => date >= addDays(dayOf(Date.now()), -365))
  }

  it('has a year of history: the past that comes with the program, and the recorded rows since', async () => {
    const today = dayOf(Date.now())
    const [start, end] = [addDays(today, -365), addDays(today, 1)]
    const rows = lastYear()
    const query = `page=bcv&monitor=usd&start_date=${start}&end_date=${end}&order=asc&rounded_price=false&format_date=iso`
    const days = await until(
      async () => {
        const { history } = (await world.read(`/dollar/history?${query}`)) as History
        expect(history.length).toBeGreaterThan(rows.length)
        return history.map(({ price, last_update }) => ({ date: last_update.slice(0, 10), price }))
      },
      { timeout: 30_000, interval: 500 },
    )
    expect(days.slice(0, rows.length)).toEqual(rows)
  })

  it('draws that year, from the first row to the price of today', async () => {
    await world.people.ask(ANA, '/historial bcv.usd 365d')
    const { caption = '' } = (await world.people.messages(ANA)).at(-1) as Caption
    // A first day on which no bank opened has the price of the next business day.
    const prices = lastYear().map(({ price }) => price)
    expect(caption).toMatch(/^Dólar BCV: Bs\.\s812,50\nÚltimo año/)
    expect(caption).toMatch(new RegExp(`^Máximo .* ${inSpanish(Math.max(...prices, 812.5))}$`, 'm'))
    expect(caption).toMatch(new RegExp(`^Mínimo .* ${inSpanish(Math.min(...prices))}$`, 'm'))
  })

  it('wants nothing of the internet but its sources', () => {
    expect(world.internet.refused()).toEqual([])
  })
})
