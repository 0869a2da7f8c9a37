import { once } from 'node:events'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Internet, startInternet } from '../support/internet/internet.ts'
import { ANA, createPeople } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'

const TOKEN = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'

describe('an operator with a token and nothing else', () => {
  let internet: Internet
  let telegram: Program
  let program: Program
  let people: ReturnType<typeof createPeople>
  let apiToken: string

  beforeAll(async () => {
    internet = await startInternet()
    telegram = spawnProgram({ env: { ROLES: 'sandbox', BOT_TOKEN: TOKEN } })
    const sandbox = await telegram.address('Web chat')
    const { user } = ANA
    const env = {
      ...internet.env,
      BOT_TOKEN: TOKEN,
      TELEGRAM_API_ROOT: sandbox,
      ADMIN_CHAT_IDS: String(user),
    }
    program = spawnProgram({ env })
    await program.address('Bot')
    people = createPeople(sandbox)
    const command = ['node', 'src/main.ts', 'token', 'create', 'test'] as const
    const operator = spawnProgram({ command, dataDirectory: program.dataDirectory })
    await once(operator.child, 'close')
    apiToken = operator.out().trim()
  })
  afterAll(async () => {
    await Promise.all([program.stop(), telegram.stop()])
    await internet.stop()
  })

  /** The days of a monitor as the API has them, oldest first. */
  async function historyOf(page: string): Promise<{ day: string; price: number }[]> {
    const service = await program.address('Rate service')
    const range = 'start_date=2020-01-01&end_date=2029-12-31&order=asc&format_date=iso'
    const url = `${service}/api/v1/dollar/history?page=${page}&monitor=usd&${range}`
    const { body } = await request(url, { headers: { authorization: `Bearer ${apiToken}` } })
    const { history = [] } = (await body.json()) as { history?: { price: number; last_update: string }[] }
    return history.map(({ price, last_update }) => ({ day: last_update.slice(0, 10), price }))
  }

  it('is told which sources prices come from', () => {
    expect(program.out()).toContain(
      'Prices from    venezuela: Banco Central, Paralelo, Binance P2P, Promedio\n',
    )
  })

  it('has a year of history within a minute of the first start, equal to the rows of the sources', async () => {
    for (const [page, recorded] of [
      ['bcv', 'usd'],
      ['paralelo', 'paralelo'],
    ] as const) {
      const rows = internet.recordedYear(recorded)
      await expect
        .poll(async () => (await historyOf(page)).length, { timeout: 60_000 })
        .toBeGreaterThanOrEqual(rows.length)
      const live = rows.at(-1)?.date ?? ''
      expect((await historyOf(page)).filter(({ day }) => day < live)).toEqual(
        rows.filter(({ date }) => date < live).map(({ date, price }) => ({ day: date, price })),
      )
    }
  })

  it('sees in /stats that the histories are read', async () => {
    await people.ask(ANA, '/start')
    await expect
      .poll(() => people.ask(ANA, '/stats'), { timeout: 20_000 })
      .toContain('Historial leído: 3 de 3 tasas')
  })

  it('asks for nothing that the file does not name', () => {
    expect(internet.refused()).toEqual([])
  })
})
