import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANA, createPeople, LUIS, pressing } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { serveSourcePage } from '../support/source-page.ts'

const DAY = '2026-11-20'

describe('a person who presses what stands under the messages that come by themselves', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-push-buttons-'))
  let page: Awaited<ReturnType<typeof serveSourcePage>>
  let program: Program
  let people: ReturnType<typeof createPeople>

  beforeAll(async () => {
    page = await serveSourcePage({ price: 800, date: DAY })
    const monitors = {
      usd: { currency: 'dollar', title: 'Dólar oficial', price: '/price', last_update: '/date' },
    }
    const source = { kind: 'json', url: page.url }
    const banco = { title: 'Banco', every: '1s', stale_after: '10000d', source, monitors }
    const file = join(directory, 'sources.json')
    writeFileSync(file, JSON.stringify({ pages: { banco } }))
    program = spawnProgram({ env: { SOURCES_FILE: file } })
    people = createPeople(await program.address('Web chat'))
  }, 30_000)
  afterAll(async () => {
    await program.stop()
    await page.close()
    rmSync(directory, { recursive: true, force: true })
  })

  const ana = pressing(() => people, ANA)
  const luis = pressing(() => people, LUIS)

  /** Publishes a price, and waits until the chat shows it. */
  async function move(price: number): Promise<void> {
    page.set({ price, date: DAY })
    await expect
      .poll(() => people.ask(ANA, '/tasa usd'), { timeout: 20_000, interval: 1_100 })
      .toContain(`${price},00`)
  }

  it('hears less of a rate, and leaves it with a way back', async () => {
    await people.ask(ANA, '/seguir usd')
    const following = (await ana.newest()).message_id
    page.set({ price: 810, date: DAY })
    expect(await people.heard(ANA, following)).toEqual([expect.stringMatching(/^▲ Dólar oficial/)])
    const push = await ana.newest()
    expect(ana.captionsOf(push)).toEqual(['Menos avisos', 'Gráfico', 'Dejar'])
    expect(await ana.pressAll('Menos avisos')).toContain('cambios de 0,5\u00a0% o más')
    const raised = (await ana.newest()).message_id
    await move(811)
    expect((await people.heard(ANA, raised)).filter((text) => text.startsWith('▲'))).toEqual([])
    expect(await ana.pressUnder(push, 'Dejar')).toContain('ya no te aviso del dólar oficial')
    expect(await ana.pressAll('Seguir')).toContain('cambie 0,5\u00a0% o más')
    expect((await people.messages(ANA)).find(({ message_id }) => message_id === push.message_id)).toEqual(
      push,
    )
  })

  it('asks about an absurd value, turns an alert round, and brings back one that was deleted', async () => {
    expect(await people.ask(LUIS, '/alertas usd 0,0001')).toContain('Eso está muy lejos')
    expect(await people.ask(LUIS, '/alertas usd 900')).toContain('supera los Bs.\u00a0900,00')
    expect(await luis.pressAll('Mejor cuando baje de Bs.\u00a0900')).toContain('baja de los Bs.\u00a0900,00')
    expect(await luis.pressAll('Borrar')).toContain('Todavía no tienes alertas.')
    expect(await luis.pressAll('Deshacer')).toContain('baja de los Bs.\u00a0900,00')
  })

  it('pauses the alert that was told, and makes another one of the same subject', async () => {
    await people.ask(LUIS, '/alertas usd > 815')
    const made = (await luis.newest()).message_id
    page.set({ price: 820, date: DAY })
    expect(await people.heard(LUIS, made)).toEqual([
      expect.stringContaining('🔔 El dólar oficial superó los Bs.\u00a0815'),
    ])
    const told = await luis.newest()
    expect(luis.captionsOf(told)).toEqual(['⏸ Pausar', 'Otra alerta'])
    expect(await luis.pressAll('Pausar')).toContain('⏸ En pausa')
    const paused = (await luis.newest()).message_id
    await move(812)
    await move(821)
    expect(
      (await people.heard(LUIS, paused - 1)).filter((text) => text.startsWith('🔔 El dólar oficial superó')),
    ).toEqual([])
    expect(await luis.pressUnder(told, 'Otra alerta')).toContain(
      'El dólar oficial\nAhora: Bs.\u00a0821,00\n¿Cuándo te aviso?',
    )
  })

  it('is told that notices are off wherever something of the chat is shown, and what is on again', async () => {
    await people.ask(LUIS, '/seguir usd')
    await people.ask(LUIS, '/parar')
    for (const command of ['/seguir', '/ajustes', '/alertas'])
      expect(await people.ask(LUIS, command)).toContain('🔕 Aquí los avisos están apagados.')
    await luis.pressAll('🔔 3', 'Activar')
    expect(await luis.pressAll('Pausar')).toContain('⏸ En pausa')
    expect(await luis.pressAll('Volver a avisar')).toBe(
      'Vuelves a recibir: el dólar oficial; 1 alerta; 1 alerta en pausa.',
    )
    await people.ask(LUIS, '/parar')
    expect(await people.ask(LUIS, '/start')).toContain('Vuelves a recibir: el dólar oficial; 1 alerta')
  })
})
