import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANA, createPeople, EMMA } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'

/** A rate API that takes connections and never answers. */
async function listenSilently() {
  const server = createServer((socket) => socket.on('error', () => {}))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

describe('a look-up', () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'tasa-look-up-'))
  let program: Program
  let people: ReturnType<typeof createPeople>

  beforeAll(async () => {
    program = spawnProgram({ dataDirectory })
    people = createPeople(await program.address('Web chat'))
  })
  afterAll(async () => {
    await program.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  })

  it('of all prices shows the main ones on one screen, the others one tap away, and says that they are simulated', async () => {
    await expect.poll(() => people.ask(ANA, '/start'), { timeout: 30_000 }).toContain('$ BCV')
    const all = await people.ask(ANA, '/tasa')
    expect(all).toMatch(/^Tasas en Bs\. · a las? \d/)
    expect(all.split('\n').length).toBeLessThanOrEqual(14)
    expect(all).toMatch(/\$ BCV +\d{3},\d\d/)
    expect(all).toMatch(/Brecha +\d+,\d\d\s%/)
    expect(all).toContain('Precios simulados')
    const shown = (await people.messages(ANA)).findLast(({ text }) => text === all)
    const buttons = shown?.reply_markup?.inline_keyboard?.flat() ?? []
    expect(buttons.length).toBeLessThanOrEqual(6)
    const others = buttons.find(({ text }) => text === 'Otros dólares ›')
    await people.press(ANA, shown?.message_id ?? 0, others?.callback_data ?? '')
    const text = async () =>
      (await people.messages(ANA)).find(({ message_id }) => message_id === shown?.message_id)?.text
    await expect.poll(text).toContain('REMESADORAS')
    expect(await people.ask(EMMA, '/rate')).toMatch(/^Rates in Bs\. · at \d/)
  })

  it('of one price shows its source, and buttons to refresh, draw, follow and share it', async () => {
    const asked = await people.say(ANA, '/tasa page_beta.usd')
    const [card = ''] = await people.heard(ANA, asked)
    expect(card).toContain('Monitores')
    const shown = (await people.messages(ANA)).find(({ message_id }) => message_id > asked)
    const captions = shown?.reply_markup?.inline_keyboard?.flat().map(({ text }) => text)
    expect(captions).toEqual(['↻ Actualizar', 'Gráfico', 'Seguir', 'Compartir', 'Todas las tasas'])
  })

  it('of the help names every command in the language of the reader', async () => {
    const help = await people.ask(ANA, '/ayuda')
    for (const command of [
      'tasa',
      'convertir',
      'brecha',
      'historial',
      'cambios',
      'seguir',
      'dejar',
      'ajustes',
    ])
      expect(help).toContain(`/${command} · `)
    expect(await people.ask(EMMA, '/help')).toContain('/unfollow · ')
  })

  it('with known prices is answered at once while the rate API is silent', async () => {
    const silent = await listenSilently()
    await program.stop()
    const env = {
      RATES_API_URL: `http://127.0.0.1:${silent.port}`,
      RATES_API_TOKEN: 'any',
      ROLES: 'bot,push,sandbox',
    }
    program = spawnProgram({ env, dataDirectory })
    people = createPeople(await program.address('Web chat'))
    expect(await people.ask(ANA, '/tasa usd')).toMatch(/\$1 = Bs\.\s\d/)
    expect(await people.ask(ANA, '/tasa')).toContain('Precios simulados')
    silent.close()
  })
})
