import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf, startOfDay } from '../../src/domain/caracas.ts'
import { FOREIGN_TOKEN, type ForeignMonitor, startForeignServer } from '../support/foreign-server.ts'
import { ANA, createPeople, EMMA, LUIS } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { until } from '../support/until.ts'

/** People type its key in small letters. */
const PARALLEL: ForeignMonitor = { page: 'criptodolar', currency: 'dollar', monitor: 'EnParaleloVzla' }
const COP: ForeignMonitor = { page: 'criptodolar', currency: 'dollar', monitor: 'cop' }
const SOMEBODY_ELSE = 'https://another-consumer.example/hook'
const HOUR_MS = 3_600_000

describe('a chat whose prices come from a public server of the same API', () => {
  const today = dayOf(Date.now())
  const [past, yesterday] = [addDays(today, -4), addDays(today, -1)]
  let server: Awaited<ReturnType<typeof startForeignServer>>
  let program: Program
  let people: ReturnType<typeof createPeople>

  beforeAll(async () => {
    server = await startForeignServer()
    await server.publish(PARALLEL, 60.25, startOfDay(past) + 9 * HOUR_MS)
    await server.publish(PARALLEL, 63.25, startOfDay(past) + 17 * HOUR_MS)
    await server.publish(PARALLEL, 64, startOfDay(yesterday) + 9 * HOUR_MS)
    await server.publish(COP, 0.2155, startOfDay(addDays(past, -1)) + 17 * HOUR_MS)
    for (const [hour, price] of [0.2121, 0.2123, 0.2125].entries())
      await server.publish(COP, price, startOfDay(past) + (9 + hour) * HOUR_MS)
    server.occupy(SOMEBODY_ELSE)
    program = spawnProgram({
      env: {
        ROLES: 'bot,push,sandbox',
        RATES_API_URL: server.url,
        RATES_API_TOKEN: FOREIGN_TOKEN,
        RATES_PAGES: 'criptodolar',
        ADMIN_CHAT_IDS: String(ANA.chat),
      },
    })
    people = createPeople(await program.address('Web chat'))
    await until(async () => expect(await people.ask(ANA, '/tasa')).toContain('ENPARALELOVZLA'), {
      timeout: 30_000,
    })
  })
  afterAll(async () => {
    await program.stop()
    await server.stop()
  })

  it('converts at the last price of a past day', async () => {
    const day = past.split('-').reverse().join('-')
    expect(await people.ask(LUIS, `/convertir 100 enparalelovzla ${day}`)).toMatch(/Bs\.\s6\.325,00/)
  })

  it('sees every change of a day, however small', async () => {
    const changes = await people.ask(LUIS, `/cambios cop ${past.split('-').reverse().join('-')}`)
    expect(changes).toContain('(1,39\u00a0%)')
    expect(changes).toContain('3 cambios')
  })

  it('is told of a new price, once a follow has made the webhook its own and has said so', async () => {
    const asked = await people.say(ANA, '/seguir enparalelovzla')
    await people.heard(ANA, asked)
    await expect
      .poll(() => server.webhook()?.monitors.map(({ monitor }) => monitor))
      .toEqual([PARALLEL.monitor])
    expect(await server.publish(PARALLEL, 65)).toBe(200)
    await expect.poll(async () => (await people.heard(ANA, asked, 2)).at(-1)).toContain('65,00')
    expect(program.err()).toContain(SOMEBODY_ELSE)
    expect(await people.ask(ANA, '/estado')).toContain(SOMEBODY_ELSE)
  })

  it('is told of new prices again after the server disabled the webhook', async () => {
    const before = server.webhook()?.id
    server.disable()
    await people.ask(EMMA, '/follow enparalelovzla')
    await expect.poll(() => server.webhook()?.isActive).toBe(true)
    expect(server.webhook()?.id).not.toBe(before)
    const asked = await people.say(LUIS, '/seguir enparalelovzla')
    await people.heard(LUIS, asked)
    expect(await server.publish(PARALLEL, 66)).toBe(200)
    await expect.poll(async () => (await people.heard(LUIS, asked, 2)).at(-1)).toContain('66,00')
    expect(await people.ask(LUIS, '/dejar enparalelovzla')).toContain('ENPARALELOVZLA')
    await expect.poll(() => people.ask(LUIS, '/dejar')).not.toContain('ENPARALELOVZLA')
  })
})
