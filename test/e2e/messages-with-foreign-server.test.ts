import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf, startOfDay } from '../../src/domain/caracas.ts'
import { FOREIGN_TOKEN, type ForeignMonitor, startForeignServer } from '../support/foreign-server.ts'
import { ANA, createPeople, EMMA, LUIS } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { until } from '../support/until.ts'

const OFFICIAL: ForeignMonitor = { page: 'bcv', currency: 'dollar', monitor: 'usd' }
const PARALLEL: ForeignMonitor = { page: 'criptodolar', currency: 'dollar', monitor: 'usd' }
const STREET: ForeignMonitor = { page: 'criptodolar', currency: 'dollar', monitor: 'enparalelovzla' }
/** An answer that is older than two and a half minutes counts as silence. */
const NEARLY_SILENT_MS = 120_000

describe('messages about prices of a public server of the same API', () => {
  const tomorrow = addDays(dayOf(Date.now()), 1)
  let server: Awaited<ReturnType<typeof startForeignServer>>
  let program: Program
  let people: ReturnType<typeof createPeople>
  const pinnedText = async (message: number): Promise<string> =>
    (await people.messages(ANA)).find(({ message_id }) => message_id === message)?.text ?? ''

  beforeAll(async () => {
    server = await startForeignServer()
    await server.publish(OFFICIAL, 798.45, startOfDay(tomorrow))
    await server.publish(PARALLEL, 850.1)
    await server.publish(STREET, 784.66, Date.now() - 1_000)
    server.holdClock(Date.now() - NEARLY_SILENT_MS)
    program = spawnProgram({
      env: {
        ROLES: 'bot,push,sandbox',
        RATES_API_URL: server.url,
        RATES_API_TOKEN: FOREIGN_TOKEN,
        RATES_PAGES: 'bcv,criptodolar',
      },
    })
    people = createPeople(await program.address('Web chat'))
    await until(async () => expect(await people.ask(LUIS, '/tasa')).toContain('ENPARALELOVZLA'), {
      timeout: 30_000,
    })
  })
  afterAll(async () => {
    await program.stop()
    await server.stop()
  })

  it('a pinned message says since when the server is silent, until it answers', async () => {
    server.holdClock(Date.now() - NEARLY_SILENT_MS)
    await people.insist(ANA, '/fijar', /En vivo/)
    const pinned = (await people.messages(ANA)).find(({ text }) => text?.includes('En vivo'))?.message_id ?? 0
    expect(await pinnedText(pinned)).not.toContain('no responde')
    await until(async () => expect(await pinnedText(pinned)).toMatch(/no responde desde las? \d/), {
      timeout: 90_000,
    })
    expect(await people.ask(LUIS, '/tasa criptodolar.usd')).toContain('no responde')
    server.holdClock(undefined)
    await until(async () => expect(await pinnedText(pinned)).not.toContain('no responde'), {
      timeout: 45_000,
    })
  })

  it('/changes shows the prices that /rate and the push show', async () => {
    const asked = await people.say(ANA, '/seguir enparalelovzla')
    await people.heard(ANA, asked)
    await expect.poll(() => server.webhook()?.monitors.length, { timeout: 30_000 }).toBe(1)
    expect(await people.ask(EMMA, '/changes enparalelovzla')).toContain('784.66')
    expect(await server.publish(STREET, 786.99)).toBe(200)
    await expect.poll(async () => (await people.heard(ANA, asked, 2)).at(-1)).toContain('786,99')
    expect(await people.ask(EMMA, '/rate enparalelovzla')).toContain('786.99')
    expect(await people.ask(EMMA, '/changes enparalelovzla')).toMatch(/^ENPARALELOVZLA.*\nBs\.\s786\.99/)
  })

  it('a price of another effective day is shown with that day', async () => {
    const [year, , day] = tomorrow.split('-').map(Number)
    const answer = await people.ask(LUIS, '/convertir 100 bcv.usd hoy')
    expect(answer).toMatch(new RegExp(`79\\.845,00[^]*Precio del \\p{L}+ ${day} de \\p{L}+ de ${year}`, 'u'))
  })

  it('a push and an alert name the page where another page has the same title', async () => {
    const asked = await people.say(LUIS, '/seguir criptodolar.usd')
    await people.heard(LUIS, asked)
    expect(await people.ask(LUIS, '/alertas criptodolar.usd > 870')).toContain('USD · Criptodolar')
    await expect.poll(() => server.webhook()?.monitors.length, { timeout: 30_000 }).toBe(2)
    expect(await server.publish(PARALLEL, 860.5)).toBe(200)
    await expect
      .poll(async () => (await people.heard(LUIS, asked, 3)).at(-1))
      .toContain('USD · Criptodolar  $1 = ')
    expect(await server.publish(PARALLEL, 880.5)).toBe(200)
    await expect
      .poll(async () => (await people.heard(LUIS, asked, 4)).slice(3).join('\n'))
      .toMatch(/🔔 USD · Criptodolar superó/)
    expect(await people.ask(LUIS, '/alertas')).toContain('USD · Criptodolar')
  })
})
