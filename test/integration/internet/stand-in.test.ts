import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { load } from 'cheerio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Internet, startInternet } from '../../support/internet/internet.ts'
import { environmentOf } from '../../support/program.ts'

const VISITOR = fileURLToPath(new URL('../../support/internet/visit.ts', import.meta.url))
const run = promisify(execFile)

type Visit = string | { url: string; method?: string; body?: string; headers?: Record<string, string> }

describe('the stand-in for the internet', () => {
  let internet: Internet
  beforeAll(async () => {
    internet = await startInternet()
    internet.set({ usd: 812.5, eur: 903.25, paralelo: 960.75, buy: 1_000, sell: 990 })
    internet.setDay('2026-11-20')
  })
  afterAll(() => internet.stop())

  /** Asks as a program that lives there: `status body`, or the error. */
  async function visit(...visits: Visit[]): Promise<string[]> {
    const asked = visits.map((one) => (typeof one === 'string' ? { url: one } : one))
    const env = environmentOf(internet.env)
    return JSON.parse((await run('node', [VISITOR, JSON.stringify(asked)], { env })).stdout)
  }
  const visitJson = async (...visits: Visit[]) =>
    (await visit(...visits)).map((answer) => JSON.parse(answer.replace(/^200 /, '')))

  test('answers as the bank, which sends a wrong intermediate, with the price and its day', async () => {
    const [page = '', banks = '', archive = ''] = await visit(
      'https://www.bcv.org.ve/',
      'https://www.bcv.org.ve/tasas-informativas-sistema-bancario',
      'https://www.bcv.org.ve/estadisticas/tipo-cambio-de-referencia-smc?page=1',
    )
    const home = load(page)
    expect(home('#dolar strong').text().trim()).toBe('812,50000000')
    expect(home('#euro strong').text().trim()).toBe('903,25000000')
    expect(home('span.date-display-single').first().attr('content')).toBe('2026-11-20T00:00:00-04:00')
    expect(load(banks)('table.views-table tbody tr td.views-field-field-tasa-venta')).toHaveLength(6)
    expect(load(archive)('a[href$=".xls"]')).toHaveLength(3)
    expect(internet.refused()).toEqual([])
  })

  test('answers each address of the sources in its shape', async () => {
    const answers = await visitJson(
      'https://ve.dolarapi.com/v1/dolares/oficial',
      'https://ve.dolarapi.com/v1/dolares/paralelo',
      'https://ve.dolarapi.com/v1/euros/oficial',
      'https://ve.dolarapi.com/v1/euros/paralelo',
      'https://api.frankfurter.dev/v2/rate/usd/ves',
      'https://api.yadio.io/exrates/USD',
      'https://criptoya.com/api/binancep2p/USDT/VES/100',
      'https://rates.dolarvzla.com/bcv/current.json',
      'https://bcv.today/api/v1/rate.json',
      'https://open.er-api.com/v6/latest/USD',
      { url: 'https://api.alcambio.app/graphql', method: 'POST', body: '{}' },
    )
    expect(answers).toMatchObject([
      { promedio: 812.5, compra: null, fechaActualizacion: '2026-11-20T04:00:00.000Z' },
      { promedio: 960.75 },
      { promedio: 903.25 },
      { promedio: expect.any(Number) },
      { date: '2026-11-20', base: 'USD', quote: 'VES', rate: 812.5 },
      { USD: { VES: 960.75 } },
      { ask: 1_000, bid: 990, time: expect.any(Number) },
      { current: { usd: 812.5, eur: 903.25, date: '2026-11-20' } },
      { USD: 812.5, EUR: 903.25, effective_date: '2026-11-20T00:00:00-04:00' },
      { rates: { VES: 812.5 }, time_last_update_unix: expect.any(Number) },
      { data: { getBinanceP2PAverages: { sellAverage: 990, buyAverage: 1_000 } } },
    ])
  })

  test('answers with the recorded year from each history', async () => {
    const past = await visitJson(
      'https://ve.dolarapi.com/v1/historicos/dolares/oficial',
      'https://ve.dolarapi.com/v1/historicos/dolares/paralelo',
      'https://api.frankfurter.dev/v2/rates?base=USD&quotes=VES&from=2024-01-01',
    )
    const [official, parallel] = [internet.recordedYear('usd'), internet.recordedYear('paralelo')]
    expect(official.length).toBeGreaterThan(240)
    expect(past.map((rows) => rows.length)).toEqual([official.length, parallel.length, official.length])
    expect(past[0].at(-1)).toMatchObject({ fecha: official.at(-1)?.date, promedio: official.at(-1)?.price })
    expect(past[2].at(-1)).toMatchObject({ date: official.at(-1)?.date, rate: official.at(-1)?.price })
  })

  test('lists P2P rows of the other side to a browser, and none to a program', async () => {
    const search = (tradeType: string, agent: string) => ({
      url: 'https://p2p.binance.com/bapi/c2c/v2/friendly/c2c/adv/search',
      method: 'POST',
      body: JSON.stringify({ asset: 'USDT', fiat: 'VES', tradeType, page: 1, rows: 20 }),
      headers: { 'user-agent': agent },
    })
    internet.behave('binance', 'bait')
    const [selling, program] = await visitJson(search('SELL', 'Mozilla/5.0'), search('SELL', 'tasa/1'))
    internet.mend()
    const [honest] = await visitJson(search('SELL', 'Mozilla/5.0'))
    expect(program.data).toEqual([])
    expect([selling.data.length, honest.data.length]).toEqual([20, 14])
    expect(selling.data[0].adv).toMatchObject({
      tradeType: 'BUY',
      price: expect.stringMatching(/^\d+\.\d{3}$/),
    })
    expect(Math.abs(internet.honestMedian('SELL') / 990 - 1)).toBeLessThan(0.001)
  })

  test('behaves badly when told to', async () => {
    const url = 'https://rates.dolarvzla.com/bcv/current.json'
    const answers: string[] = []
    for (const behaviour of [403, 'garbage', 'html', 'lying', 'frozen'] as const) {
      internet.behave('dolarVzla', behaviour)
      answers.push(...(await visit(url)))
    }
    internet.mend()
    expect(answers).toEqual([
      '403 refused',
      expect.stringContaining('<<<<'),
      expect.stringContaining('<html>'),
      expect.stringContaining('"usd":1056.25'),
      expect.not.stringContaining('2026-11-20'),
    ])
  })

  test('refuses everything else outside, and notes it', async () => {
    const before = internet.refused().length
    const answers = await visit('https://api.telegram.org/', 'http://8.8.8.8/', 'https://api.yadio.io:8443/')
    expect(answers).toEqual([
      expect.stringContaining('ENOTFOUND'),
      expect.stringContaining('ECONNREFUSED'),
      expect.stringContaining('ECONNREFUSED'),
    ])
    expect(internet.refused().slice(before)).toEqual([
      'api.telegram.org:443',
      '8.8.8.8:80',
      'api.yadio.io:8443',
    ])
  })
})
