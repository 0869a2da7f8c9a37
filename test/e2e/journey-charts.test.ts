import { describe, expect, it } from 'vitest'
import { ANA, EMMA, LUIS } from '../support/people.ts'
import { useWholeMessages } from '../support/whole-messages.ts'

describe('the history of prices in the chat', () => {
  const { ask, download, last, press } = useWholeMessages()

  it('is a picture of a year of prices, whose range buttons change in place', async () => {
    const chart = await ask(ANA, '/historial page_alpha.usd 365d')
    expect(chart.caption).toMatch(/^BCV: Bs.*\n.*: ▲ .*\nApertura .*\nMáximo .*\nMínimo /)
    expect(chart.caption).toContain('Precio simulado')
    const week = await press(ANA, chart, '7 d')
    expect(week).toMatchObject({ message_id: chart.message_id, photo: [{ width: 1_080 }] })
    expect(week.caption).toContain('Últimos 7 días: ')
    const png = await download(ANA, week.photo?.[0]?.file_id)
    expect(png.subarray(1, 4).toString()).toBe('PNG')
  })

  it('compares monitors, and draws the gap, in English too', async () => {
    expect((await ask(EMMA, '/history page_alpha.usd page_beta.usd')).caption).toMatch(
      /^BCV: Bs.* · Paralelo: Bs.*\nLast 30 days:\n/,
    )
    const gap = await ask(EMMA, '/history gap 90d')
    expect(gap.caption).toMatch(/^Gap: .*\n.* over .*\nLast 90 days: [▲▼u]/)
  })

  it('is offered by buttons, and a message says where there is none', async () => {
    const offer = await ask(LUIS, '/historial')
    expect(offer.text).toBe('¿De cuál quieres el gráfico?')
    expect((await press(LUIS, offer, 'Brecha')).caption).toMatch(/^Brecha: .*\n.*\nÚltimos 30 días: /)
    expect((await ask(LUIS, '/historial page_alpha.usd 01-01-2001 31-01-2001')).text).toContain(
      'No hay precios',
    )
  })

  it('lists the changes of a day, with buttons to the days beside it', async () => {
    await expect
      .poll(async () => (await ask(ANA, '/cambios page_beta.usd')).text, { timeout: 30_000, interval: 1_500 })
      .toMatch(/^Paralelo · hoy, .*\nBs\.\s.*\n\d+ cambios?.*\n *\d+:\d\d [ap]\. m\. +[\d.,]+/)
    const today = await last(ANA)
    const before = today.reply_markup?.inline_keyboard?.[0]?.[0]?.text ?? ''
    expect((await press(ANA, today, before)).text).toMatch(/^Paralelo · ayer, /)
  })
})
