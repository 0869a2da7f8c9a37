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
  let program: Program
  let people: ReturnType<typeof createPeople>

  beforeAll(async () => {
    program = spawnProgram()
    people = createPeople(await program.address('Web chat'))
  })
  afterAll(() => program.stop())

  it('of all prices groups them by source, and says that they are simulated', async () => {
    await expect.poll(() => people.ask(ANA, '/start'), { timeout: 15_000 }).toContain('BANCO CENTRAL')
    const all = await people.ask(ANA, '/tasa')
    expect(all).toMatch(/^Tasas · a las? \d/)
    for (const source of ['BANCO CENTRAL', 'MONITORES', 'REMESADORAS']) expect(all).toContain(source)
    expect(all).toMatch(/\$ BCV +\d{3},\d\d/)
    expect(all).toContain('Precios simulados')
    expect(await people.ask(EMMA, '/rate')).toMatch(/^Rates · at \d/)
  })

  it('of one price shows its source, and buttons to refresh, draw, follow and share it', async () => {
    const asked = await people.say(ANA, '/tasa page_beta.usd')
    const [card = ''] = await people.heard(ANA, asked)
    expect(card).toContain('Monitores · page_beta.usd')
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
})

describe('a rate API that never answers', () => {
  it('does not delay answers with known prices', async () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'tasa-silent-'))
    const silent = await listenSilently()
    const before = spawnProgram({ dataDirectory })
    const people = createPeople(await before.address('Web chat'))
    await expect.poll(() => people.ask(ANA, '/tasa'), { timeout: 15_000 }).toContain('BANCO CENTRAL')
    await before.stop()
    const env = {
      RATES_API_URL: `http://127.0.0.1:${silent.port}`,
      RATES_API_TOKEN: 'any',
      ROLES: 'bot,push,sandbox',
    }
    const after = spawnProgram({ env, dataDirectory })
    try {
      const again = createPeople(await after.address('Web chat'))
      expect(await again.ask(ANA, '/tasa usd')).toMatch(/\$1 = Bs\.\s\d/)
      expect(await again.ask(ANA, '/tasa')).toContain('Precios simulados')
    } finally {
      await after.stop()
      silent.close()
      rmSync(dataDirectory, { recursive: true, force: true })
    }
  })
})
