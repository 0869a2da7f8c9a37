import { CHANNEL_ID } from 'telegram-sandbox'
import { describe, expect, it, vi } from 'vitest'
import { ANA, EMMA, LUIS } from '../support/people.ts'
import { type Shown, useWholeMessages } from '../support/whole-messages.ts'

const { ask, download, last, people, press } = useWholeMessages()

const CHANNEL = { user: ANA.user, chat: CHANNEL_ID }

describe('the history of prices in the chat', () => {
  it('is a picture of a year of prices, whose range buttons change in place', async () => {
    const chart = await ask(ANA, '/historial page_alpha.usd 365d')
    expect(chart.caption).toMatch(/^BCV: Bs.*\n(?:Hoy .*\n)?.*: ▲ .*\nApertura .*\nMáximo .*\nMínimo /)
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
    expect(gap.caption).toMatch(/^Gap: .*\n.* over .*\n(?:.*\n)?Last 90 days: [▲▼u]/)
  })

  it('is offered by buttons, and a message says where there is none', async () => {
    const offer = await ask(LUIS, '/historial')
    expect(offer.text).toBe('¿De cuál quieres el gráfico?')
    expect((await press(LUIS, offer, 'Brecha')).caption).toMatch(
      /^Brecha: .*\n.*\n(?:.*\n)?Últimos 30 días: /,
    )
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

describe("today's card", () => {
  /** Posts in the channel; what is changed there is confirmed to its administrator alone. */
  async function tellInChannel(text: string): Promise<Shown> {
    const before = (await last(ANA)).message_id
    await people().say(CHANNEL, text)
    await vi.waitUntil(async () => (await last(ANA)).message_id > before, { timeout: 30_000 })
    return last(ANA)
  }
  const pictureOf = ({ photo }: Shown) => photo?.at(-1)

  it('is a picture for a status, whose format and colours change in place', async () => {
    const card = await ask(ANA, '/imagen')
    expect(pictureOf(card)).toMatchObject({ width: 1_080, height: 1_920 })
    const square = await press(ANA, card, '◻ Cuadrada')
    expect(square.message_id).toBe(card.message_id)
    expect(pictureOf(square)).toMatchObject({ width: 1_080, height: 1_080 })
    const dark = await press(ANA, square, '☾ Oscura')
    expect(dark.message_id).toBe(card.message_id)
    const png = await download(ANA, pictureOf(dark)?.file_id)
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    // The chat keeps its choice.
    expect(pictureOf(await ask(ANA, '/imagen'))).toMatchObject({ width: 1_080, height: 1_080 })
  })

  it('is asked for in words too', async () => {
    for (const text of ['imagen', 'la imagen de hoy', 'mándame la imagen', 'send me the picture'])
      expect(pictureOf(await ask(LUIS, text))).toMatchObject({ width: 1_080, height: 1_920 })
    expect(pictureOf(await ask(LUIS, 'imagen cuadrada'))).toMatchObject({ width: 1_080, height: 1_080 })
  })

  it('is sent alone to be passed on, without buttons', async () => {
    const card = await ask(EMMA, '/image')
    const alone = await press(EMMA, card, 'Share')
    expect(alone.message_id).toBeGreaterThan(card.message_id)
    expect(pictureOf(alone)).toMatchObject({ width: 1_080, height: 1_920 })
    expect(alone.reply_markup).toBeUndefined()
    expect(alone.caption ?? '').toBe('')
  })

  it('shows the name and the products that a shop typed', async () => {
    const page = await press(ANA, await ask(ANA, '/imagen'), '🏪 Mi tienda')
    expect(page.text).toBe('🏪 Tu imagen\nSin nombre de tienda.\nSin productos.')
    await press(ANA, page, 'Nombre')
    const named = await ask(ANA, 'Bodega La Esquina')
    expect(named.text).toContain('Nombre: Bodega La Esquina')
    await press(ANA, named, 'Productos')
    expect((await ask(ANA, 'Harina PAN')).text).toContain('Me falta el precio en «Harina PAN».')
    const stocked = await ask(ANA, 'Harina PAN 1,20\nCafé 500 g $4,5')
    expect(stocked.text).toMatch(/Productos: 2 de 12\nHarina PAN +\$1,20\nCafé 500 g +\$4,50$/)
    expect(pictureOf(await press(ANA, stocked, '‹ Ver la imagen'))).toMatchObject({ width: 1_080 })
    const bare = await press(ANA, await ask(ANA, '/imagen tienda'), 'Quitar los productos')
    expect(bare.text).toContain('Sin productos.')
  })

  it('is posted by itself in a channel when the bank publishes, and once only', async () => {
    const on = await tellInChannel('/imagen auto')
    expect(on.text).toContain('cuando el BCV publique un precio nuevo')
    await press(ANA, on, 'Cuadrada oscura')
    expect(await people().act('publish')).toEqual({ done: true })
    await vi.waitUntil(async () => (await last(CHANNEL))?.photo !== undefined, {
      timeout: 30_000,
      interval: 250,
    })
    const post = await last(CHANNEL)
    expect(pictureOf(post)).toMatchObject({ width: 1_080, height: 1_080 })
    expect(post.reply_markup).toBeUndefined()
    const off = await tellInChannel('/imagen auto no')
    expect(off.text).toContain('ya no pongo la imagen')
    const posts = (await people().messages(CHANNEL)).filter((message) => 'photo' in message)
    expect(posts).toHaveLength(1)
  })
})
