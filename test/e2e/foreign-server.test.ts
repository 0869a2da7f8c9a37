import { describe, expect, it } from 'vitest'
import { addDays, dayOf, startOfDay } from '../../src/domain/caracas.ts'
import { forFile } from '../support/folder.ts'
import { FOREIGN_TOKEN, type ForeignMonitor, startForeignServer } from '../support/foreign-server.ts'
import { ANA, createPeople, EMMA, LUIS } from '../support/people.ts'
import { spawnProgram } from '../support/program.ts'
import { until } from '../support/until.ts'

const OFFICIAL: ForeignMonitor = { page: 'bcv', currency: 'dollar', monitor: 'usd' }
const PARALLEL: ForeignMonitor = { page: 'criptodolar', currency: 'dollar', monitor: 'usd' }
/** People type its key in small letters. */
const STREET: ForeignMonitor = { page: 'criptodolar', currency: 'dollar', monitor: 'EnParaleloVzla' }
const COP: ForeignMonitor = { page: 'criptodolar', currency: 'dollar', monitor: 'cop' }
const SOMEBODY_ELSE = 'https://another-consumer.example/hook'
const HOUR_MS = 3_600_000
/** An answer that is older than two and a half minutes counts as silence. */
const NEARLY_SILENT_MS = 120_000

const server = await forFile(startForeignServer())

const today = dayOf(Date.now())
const [past, tomorrow] = [addDays(today, -4), addDays(today, 1)]
const typed = past.split('-').reverse().join('-')

await server.publish(OFFICIAL, 798.45, startOfDay(tomorrow))
await server.publish(PARALLEL, 850.1)
await server.publish(STREET, 60.25, startOfDay(past) + 9 * HOUR_MS)
await server.publish(STREET, 63.25, startOfDay(past) + 17 * HOUR_MS)
await server.publish(STREET, 64, startOfDay(addDays(today, -1)) + 9 * HOUR_MS)
await server.publish(COP, 0.2155, startOfDay(addDays(past, -1)) + 17 * HOUR_MS)
for (const [hour, price] of [0.2121, 0.2123, 0.2125].entries())
  await server.publish(COP, price, startOfDay(past) + (9 + hour) * HOUR_MS)
server.occupy(SOMEBODY_ELSE)
server.holdClock(Date.now() - NEARLY_SILENT_MS)
const env = {
  ROLES: 'bot,push,sandbox',
  RATES_API_URL: server.url,
  RATES_API_TOKEN: FOREIGN_TOKEN,
  RATES_PAGES: 'bcv,criptodolar',
  ADMIN_CHAT_IDS: String(ANA.chat),
}
const program = await forFile(spawnProgram({ env }))
const { ask, heard, insist, messages, say } = createPeople(await program.address('Web chat'))

describe('a chat whose prices come from a public server of the same API', () => {
  it('reads in a pinned message since when the server is silent, until it answers', async () => {
    await until(async () => expect(await ask(ANA, '/tasa')).toContain('ENPARALELOVZLA'))
    await insist(ANA, '/fijar', /En vivo/)
    const pinned = async () => (await messages(ANA)).find(({ text }) => text?.includes('En vivo'))?.text
    expect(await pinned()).not.toContain('no responde')
    await until(async () => expect(await pinned()).toMatch(/no responde desde las? \d/), { timeout: 90_000 })
    expect(await ask(LUIS, '/tasa criptodolar.usd')).toContain('no responde')
    server.holdClock(undefined)
    await until(async () => expect(await pinned()).not.toContain('no responde'), { timeout: 45_000 })
  })

  it('converts at the last price of a past day, and sees every change of that day, however small', async () => {
    expect(await ask(LUIS, `/convertir 100 enparalelovzla ${typed}`)).toMatch(/Bs\.\s6\.325,00/)
    const changes = await ask(LUIS, `/cambios cop ${typed}`)
    expect(changes).toContain('(1,39\u00a0%)')
    expect(changes).toContain('3 cambios')
  })

  it('is shown a price of another effective day with that day', async () => {
    const [year, , day] = tomorrow.split('-').map(Number)
    expect(await ask(LUIS, '/convertir 100 bcv.usd hoy')).toMatch(
      new RegExp(`79\\.845,00[^]*Precio del \\p{L}+ ${day} de \\p{L}+ de ${year}`, 'u'),
    )
  })

  it('is told of a new price, once a follow has made the webhook its own and has said so', async () => {
    const asked = await say(ANA, '/seguir enparalelovzla')
    await heard(ANA, asked)
    await expect.poll(() => server.webhook()?.monitors).toMatchObject([{ monitor: STREET.monitor }])
    expect(await server.publish(STREET, 65.5)).toBe(200)
    await expect.poll(async () => (await heard(ANA, asked, 2)).at(-1)).toContain('65,50')
    expect(program.err()).toContain(SOMEBODY_ELSE)
    expect(await ask(ANA, '/estado')).toContain(SOMEBODY_ELSE)
    expect(await ask(EMMA, '/changes enparalelovzla')).toMatch(/^ENPARALELOVZLA.*\nBs\.\s65\.50/)
  })

  it('is told again after the server disabled the webhook, by page where another page has the same title', async () => {
    const before = server.webhook()?.id
    server.disable()
    const asked = await say(LUIS, '/seguir criptodolar.usd')
    await heard(LUIS, asked)
    expect(await ask(LUIS, '/alertas criptodolar.usd > 870')).toContain('USD · Criptodolar')
    await expect.poll(() => server.webhook()?.monitors.length, { timeout: 30_000 }).toBe(2)
    expect(server.webhook()?.id).not.toBe(before)
    expect(await server.publish(PARALLEL, 860.5)).toBe(200)
    const told = async (enough: number) => (await heard(LUIS, asked, enough)).at(-1)
    await expect.poll(() => told(3)).toContain('USD · Criptodolar  $1 = ')
    expect(await server.publish(PARALLEL, 880.5)).toBe(200)
    await expect
      .poll(async () => (await heard(LUIS, asked, 4)).slice(3).join('\n'))
      .toMatch(/🔔 USD · Criptodolar superó/)
  })
})
