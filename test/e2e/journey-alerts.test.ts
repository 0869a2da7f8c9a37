import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANA, createPeople, pressing } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { serveSourcePage } from '../support/source-page.ts'

describe('a person who types nothing but commands', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-alerts-'))
  let page: Awaited<ReturnType<typeof serveSourcePage>>
  let program: Program
  let people: ReturnType<typeof createPeople>

  beforeAll(async () => {
    page = await serveSourcePage({ price: 798.45, date: '2026-11-20' })
    const monitors = {
      usd: { currency: 'dollar', title: 'Dólar oficial', price: '/price', last_update: '/date' },
    }
    const banco = {
      title: 'Banco',
      every: '1s',
      stale_after: '10000d',
      source: { kind: 'json', url: page.url },
      monitors,
    }
    const file = join(directory, 'sources.json')
    writeFileSync(file, JSON.stringify({ pages: { banco } }))
    program = spawnProgram({ env: { SOURCES_FILE: file } })
    people = createPeople(await program.address('Web chat'))
  })
  afterAll(async () => {
    await program.stop()
    await page.close()
    rmSync(directory, { recursive: true, force: true })
  })

  const { newest, pressAll } = pressing(() => people, ANA)

  it('gets the alert when the price passes the value chosen by buttons, which show how far it is', async () => {
    await people.ask(ANA, '/alertas')
    await pressAll('Nueva alerta', 'Dólar oficial', '▲', 'Bs.\u00a0800,00')
    const made = await pressAll('Cada vez')
    expect(made).toContain('Te aviso si el dólar oficial supera los Bs.\u00a0800,00.')
    expect(made).toContain('faltan Bs.\u00a01,55 (0,19\u00a0%)')
    const before = (await newest()).message_id
    page.set({ price: 801.12, date: '2026-11-20' })
    const [push] = await people.heard(ANA, before)
    expect(push).toContain('🔔 El dólar oficial superó los Bs.\u00a0800')
    await people.ask(ANA, '/alertas')
    expect(await pressAll('🔔 1')).toContain('Ya está por encima: Bs.\u00a0801,12.')
  })

  it('types another value, and gets the alert at that one', async () => {
    await pressAll('Cambiar el valor')
    expect(await people.ask(ANA, '805')).toContain(
      'Cambiada. Te aviso si el dólar oficial supera los Bs.\u00a0805,00.',
    )
    const before = (await newest()).message_id
    page.set({ price: 804, date: '2026-11-20' })
    page.set({ price: 806.5, date: '2026-11-20' })
    const [push] = await people.heard(ANA, before)
    expect(push).toContain('superó los Bs.\u00a0805')
  })

  it('is sent nothing after /stop, and alerts again after /start', async () => {
    await people.ask(ANA, '/seguir usd')
    await people.ask(ANA, '/parar')
    const stopped = (await newest()).message_id
    page.set({ price: 700, date: '2026-11-20' })
    await expect
      .poll(() => people.ask(ANA, '/tasa usd'), { timeout: 30_000, interval: 1_100 })
      .toContain('700,00')
    expect((await people.heard(ANA, stopped)).filter((text) => text.startsWith('▼'))).toEqual([])
    expect(await people.ask(ANA, '/start')).toContain('Vuelves a recibir: el dólar oficial')
    const started = (await newest()).message_id
    page.set({ price: 710.25, date: '2026-11-20' })
    expect(await people.heard(ANA, started)).toEqual([
      expect.stringMatching(/^▲ Dólar oficial.*Bs\.\s710,25/),
    ])
  })

  it('leaves no data in Redis after deleting it all', async () => {
    await people.ask(ANA, '/ajustes')
    await pressAll('Mis datos', 'Borrar mis datos', 'Sí, borrar todo')
    expect(await people.ask(ANA, '/alertas')).toContain('Todavía no tienes alertas.')
    expect(await people.ask(ANA, '/dejar')).toContain('no sigues ninguna tasa')
  })
})
