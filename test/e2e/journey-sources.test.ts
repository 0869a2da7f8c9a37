import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usePage } from '../support/pages.ts'
import { ANA, createPeople, EMMA } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'

/** Prices of `/a`, `/b` and `/c`. */
const PRICES: ReadonlyMap<string, number> = new Map([
  ['/a', 810],
  ['/b', 812],
  ['/c', 815],
])

describe('what the sources of a price say of it reaches the chat', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-sources-'))
  const file = join(directory, 'sources.json')
  const dataDirectory = join(directory, 'data')
  const page = usePage()
  let program: Program
  let people: ReturnType<typeof createPeople>

  async function start(): Promise<void> {
    program = spawnProgram({ env: { SOURCES_FILE: file }, dataDirectory })
    people = createPeople(await program.address('Web chat'))
  }

  beforeAll(async () => {
    page.answer(({ url = '' }, response) => response.end(JSON.stringify({ price: PRICES.get(url) })))
    const source = (name: string, path: string, key: string) => ({
      name,
      kind: 'json',
      url: page.url(path),
      monitors: { [key]: { price: '/price' } },
    })
    const pages = {
      paralelo: {
        every: '1s',
        combine: 'median',
        sources: [source('Uno', '/a', 'usd'), source('Dos', '/b', 'usd'), source('Tres', '/c', 'usd')],
        monitors: { usd: { currency: 'dollar', title: 'Dólar paralelo', least_change: 0.5 } },
      },
      bcv: {
        every: '1s',
        sources: [source('BCV', '/gone', 'eur'), source('DolarApi', '/a', 'eur')],
        monitors: { eur: { currency: 'euro', title: 'Euro BCV' } },
      },
    }
    writeFileSync(file, JSON.stringify({ pages }))
    await start()
  })
  afterAll(async () => {
    await program.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  async function pressSources(): Promise<unknown> {
    const shown = await people.messages(ANA)
    const card = shown.findLast(({ text = '' }) => text.includes('Mediana de 3 fuentes'))
    const button = card?.reply_markup?.inline_keyboard?.flat().find(({ text }) => text === 'Fuentes')
    return people.press(ANA, card?.message_id ?? 0, button?.callback_data ?? '')
  }
  const named = { text: 'Mediana de 3 fuentes\n• Uno\n• Dos\n• Tres', show_alert: true }

  it('a median says of how many sources it is, and names them at a press', async () => {
    await people.ask(ANA, '/start')
    const ask = () => people.ask(ANA, '/tasa usd')
    await expect.poll(ask, { timeout: 30_000, interval: 500 }).toContain('$1 = Bs.\u00a0812,00')
    expect(await ask()).toContain('\nMediana de 3 fuentes')
    expect(await pressSources()).toMatchObject(named)
  })

  it('the first source that gives a price is named, in the language of the reader', async () => {
    await people.ask(EMMA, '/start')
    expect(await people.ask(EMMA, '/rate eur')).toContain('\nSource: DolarApi')
    expect(await people.ask(ANA, '/tasa eur')).toContain('\nFuente: DolarApi')
  })

  it('a new follow begins with the least change of its monitor', async () => {
    expect(await people.ask(ANA, '/seguir usd')).toContain(
      'te aviso cuando el dólar paralelo cambie 0,5\u00a0% o más.',
    )
    expect(await people.ask(ANA, '/seguir')).toContain('$ Dólar paralelo · cambios de 0,5\u00a0% o más')
  })

  it('the button of an old message still names the sources after a restart', async () => {
    await program.stop()
    await start()
    await expect.poll(pressSources, { timeout: 30_000, interval: 500 }).toMatchObject(named)
  })
})
