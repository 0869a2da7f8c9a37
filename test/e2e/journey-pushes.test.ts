import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useFolder } from '../support/folder.ts'
import { useInstallation } from '../support/installation.ts'
import { ANA, LUIS } from '../support/people.ts'
import { serveSourcePage, sourcesFileOf } from '../support/source-page.ts'

const DAY = '2026-11-20'

describe('a person who gets messages by themselves', () => {
  const file = join(useFolder(), 'sources.json')
  let page: Awaited<ReturnType<typeof serveSourcePage>>
  beforeAll(async () => {
    page = await serveSourcePage({ price: 798.45, date: DAY })
    writeFileSync(file, sourcesFileOf(page.url, 'Dólar oficial'))
  })
  afterAll(() => page.close())
  const world = useInstallation(() => ({ SOURCES_FILE: file }))

  const publish = (price: number): void => page.set({ price, date: DAY })

  /** Publishes a price, and waits until the chat shows it. */
  async function move(price: number): Promise<void> {
    publish(price)
    const ask = () => world.people.ask(ANA, '/tasa usd')
    await expect.poll(ask, { timeout: 30_000, interval: 1_100 }).toContain(`${price},00`)
  }

  it('gets the alert when the price passes the value chosen by buttons, and at another value that was typed', async () => {
    const { ask, heard, last, tapAll } = world.people
    await ask(ANA, '/alertas')
    await tapAll(ANA, 'Nueva alerta', 'Dólar oficial', '▲', 'Bs.\u00a0800,00')
    const made = await tapAll(ANA, 'Cada vez')
    expect(made).toContain('Te aviso si el dólar oficial supera los Bs.\u00a0800,00.')
    expect(made).toContain('faltan Bs.\u00a01,55 (0,19\u00a0%)')
    const before = (await last(ANA)).message_id
    publish(801.12)
    expect(await heard(ANA, before)).toEqual([
      expect.stringContaining('🔔 El dólar oficial superó los Bs.\u00a0800'),
    ])
    await ask(ANA, '/alertas')
    expect(await tapAll(ANA, / \d/)).toContain('Ya está por encima: Bs.\u00a0801,12.')
    await tapAll(ANA, 'Cambiar el valor')
    expect(await ask(ANA, '805')).toContain(
      'Cambiada. Te aviso si el dólar oficial supera los Bs.\u00a0805,00.',
    )
    const changed = (await last(ANA)).message_id
    publish(806.5)
    expect(await heard(ANA, changed)).toEqual([expect.stringContaining('superó los Bs.\u00a0805')])
  })

  it('is sent nothing after /stop, and what is on again after /start', async () => {
    const { ask, heard, last } = world.people
    await ask(LUIS, '/seguir usd')
    await ask(LUIS, '/parar')
    const stopped = (await last(LUIS)).message_id
    await move(700)
    expect(await heard(LUIS, stopped, 0)).toEqual([])
    expect(await ask(LUIS, '/start')).toContain('Vuelves a recibir: el dólar oficial')
    const started = (await last(LUIS)).message_id
    publish(710.25)
    expect(await heard(LUIS, started)).toEqual([expect.stringMatching(/^▲ Dólar oficial.*Bs\.\s710,25/)])
  })
})
