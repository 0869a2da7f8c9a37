import { GROUP_ID, LUIS } from 'telegram-sandbox'
import { beforeEach, expect, test, vi } from 'vitest'
import { isSameMonitor, monitorRef } from '../../../src/domain/monitor.ts'
import { ana, captions, emma, luis, type Place, type Shown, useBot } from './harness.ts'
import { monitor, NOON, QUOTES } from './memory.ts'

const OFFICIAL = monitor('page_alpha.usd')
const PARALLEL = monitor('page_beta.usd')
const DAY_MS = 24 * 3_600_000

interface Picture extends Shown {
  readonly caption: string
  readonly photo: readonly { readonly file_id: string; readonly width: number }[]
}
const picture = (message: Shown): Picture => message as Picture
const fileOf = (message: Shown): string | undefined => picture(message).photo.at(-1)?.file_id

/** Prices from a year back to yesterday, a bolivar more each day. */
function yearOf(first: number): Record<string, string> {
  const days = Array.from({ length: 366 }, (_, index) => [
    new Date(NOON - (366 - index) * DAY_MS).toISOString().slice(0, 10),
    String(first + index),
  ])
  return Object.fromEntries(days)
}

const { api, ask, buttonData, chats, client, heard, press, prices, say, seen, talk, time } = await useBot()

beforeEach(() => {
  client.set(OFFICIAL, yearOf(100))
  client.set(PARALLEL, yearOf(400))
  const last = new Map([
    [monitorRef(OFFICIAL), '465'],
    [monitorRef(PARALLEL), '765'],
  ])
  prices.set(
    prices.all().map(({ quote, asOf }) => {
      const price = last.get(monitorRef(quote.monitor)) ?? quote.price
      return { quote: { ...quote, price, close: { day: '2026-01-20', price } }, asOf }
    }),
  )
})

/** The prices of a dollar today, each with its age (minutes); the last one is known as the newest. */
function move(id: typeof OFFICIAL, ...moves: readonly (readonly [price: string, minutes: number])[]): void {
  const updates = moves.map(([price, minutes]) => ({ price, lastUpdate: NOON - minutes * 60_000 }))
  client.state.updates.set(monitorRef(id), updates)
  prices.set(
    prices.all().map((seen) => {
      const isMoved = isSameMonitor(seen.quote.monitor, id)
      return isMoved ? { ...seen, quote: { ...seen.quote, ...updates.at(-1) } } : seen
    }),
  )
}

test('/history sends a chart with a summary of its days', async () => {
  const chart = picture(await ask(ana, '/historial page_alpha.usd'))
  expect(chart.photo.at(-1)?.width).toBe(1_080)
  expect(chart.caption).toBe(
    [
      'Dólar oficial: Bs.\u00a0465,00',
      'Últimos 30 días: ▲ 29,00 (6,65\u00a0%)',
      'Empezó en  22 dic 2025  436,00',
      'Máximo     20 ene 2026  465,00',
      'Mínimo     22 dic 2025  436,00',
      'Promedio                450,50',
    ].join('\n'),
  )
  expect(captions(chart)).toEqual(['Hoy', '7 d', '• 30 d', '1 año', 'Todo', '☾ En oscuro'])
})

test('the first chart offers the dark look once; one press draws it so, and all later ones', async () => {
  const first = await ask(ana, '/historial page_alpha.usd')
  const light = fileOf(first)
  const dark = await press(ana, first, '☾ En oscuro')
  expect(dark.message_id).toBe(first.message_id)
  expect(fileOf(dark)).not.toBe(light)
  expect(captions(dark)).toContain('Cambios de hoy')
  expect(fileOf(await ask(ana, '/historial page_alpha.usd'))).toBe(fileOf(dark))
  const [asked, later] = [
    await ask(luis, '/historial page_alpha.usd'),
    await ask(luis, '/historial page_alpha.usd'),
  ]
  expect(captions(asked)).toContain('☾ En oscuro')
  expect(captions(later)).toContain('Cambios de hoy')
  expect([fileOf(asked), fileOf(later)]).toEqual([light, light])
})

test('in a group no member makes charts dark by the data of a button that is offered in private', async () => {
  const [, dark = []] = (await ask(ana, '/historial page_alpha.usd')).reply_markup?.inline_keyboard ?? []
  expect(dark.map(({ text }) => text)).toEqual(['☾ En oscuro'])
  const member = { user: LUIS.id, chat: GROUP_ID }
  const asked = await say(member, 'hola')
  // Clients may send whatever data they like; the sandbox sends what stands there.
  const { message_id } = await api.sendMessage(GROUP_ID, '▲', {
    reply_parameters: { message_id: asked },
    reply_markup: { inline_keyboard: [[...dark]] },
  })
  const { answer } = await buttonData(member, await heard(member, message_id - 1), '☾ En oscuro')
  expect(answer).toMatchObject({ answered: true, text: 'Este botón ya no sirve. Escribe /tasa.' })
  expect((await chats.read(String(GROUP_ID))).hasDarkCharts).toBeUndefined()
})

test.each(['is silent', 'cannot be written'])(
  'a chart is sent without a word more while Redis %s',
  async (how) => {
    if (how === 'is silent') chats.read = () => new Promise<never>(() => {})
    chats.settings.set = async () => {
      throw new Error('READONLY You cannot write against a replica')
    }
    const chart = await ask(ana, '/historial page_alpha.usd')
    expect(picture(chart).photo).toBeDefined()
    const marker = await say(ana, '/help')
    await vi.waitUntil(async () => (await seen(ana)).some(({ message_id }) => message_id > marker))
    const between = (await seen(ana)).filter(
      ({ message_id }) => message_id > chart.message_id && message_id < marker,
    )
    expect(between).toEqual([])
  },
)

test('a button shows another range in the same message, and one that changes nothing says so', async () => {
  const chart = await ask(ana, '/historial page_alpha.usd')
  const everything = picture(await press(ana, await ask(ana, '/historial page_alpha.usd'), 'Todo'))
  expect(everything.caption).toMatch(/^Dólar oficial: .*\n20 ene 2025 – 21 ene 2026: /)
  const wider = await buttonData(ana, chart, '1 año')
  expect(wider.message.message_id).toBe(chart.message_id)
  expect(picture(wider.message).caption).toContain('Último año: ')
  expect(fileOf(wider.message)).not.toBe(fileOf(chart))
  const same = await buttonData(ana, wider.message, '• 1 año')
  expect(same.answer).toMatchObject({ text: 'Sin cambios' })
  const back = await buttonData(ana, wider.message, '30 d')
  expect(fileOf(back.message)).toBe(fileOf(chart))
})

test('today is drawn by its hours, from the last price of yesterday', async () => {
  move(PARALLEL, ['790', 90], ['770', 30])
  const month = await ask(ana, '/historial page_beta.usd')
  const hours = picture(await press(ana, month, 'Hoy'))
  expect(hours.message_id).toBe(month.message_id)
  expect(hours.caption).toBe(
    'Dólar paralelo: Bs.\u00a0770,00\nHoy: ▲ 5,00 (0,65\u00a0%) desde ayer\nAyer    765,00\nMáximo  790,00\nMínimo  765,00',
  )
  expect(captions(hours)).toEqual(['• Hoy', '7 d', '30 d', '1 año', 'Todo', 'Cambios de hoy'])
  const gap = picture(await ask(ana, '/historial brecha page_alpha.usd page_beta.usd hoy'))
  expect(gap.caption).toMatch(
    /^Brecha: [\d,]+\u00a0%\n.* sobre .*\nHoy: ▲ [\d,]+ puntos\nAyer +64,52\u00a0%\n/,
  )
})

test('a chat that chose dark charts is sent others, and again light ones when it takes that back', async () => {
  const light = fileOf(await ask(ana, '/historial page_alpha.usd'))
  const looks = await press(ana, await ask(ana, '/ajustes'), 'Gráficos', 'Oscuros')
  expect(captions(looks)).toEqual(['Claros', '✓ Oscuros', '‹ Atrás'])
  const dark = fileOf(await ask(ana, '/historial page_alpha.usd'))
  expect(dark).not.toBe(light)
  await press(ana, looks, 'Claros')
  expect(fileOf(await ask(ana, '/historial page_alpha.usd'))).toBe(light)
})

test('a chart that Telegram has is not drawn again, whoever asks for it', async () => {
  const first = await ask(ana, '/historial page_alpha.usd')
  const second = await ask(luis, '/historial page_alpha.usd')
  expect(fileOf(second)).toBe(fileOf(first))
  expect(client.state.asked).toBe(1)
})

test('several monitors are drawn in one chart, and a gap in a chart of its own', async () => {
  const both = picture(await ask(emma, '/history page_alpha.usd page_beta.usd 90d'))
  expect(both.caption).toMatch(
    /^Dólar oficial: Bs.* · Dólar paralelo: Bs.*\nLast 90 days:\n\$ Dólar oficial +▲ 23.67%\n {2}High Jan 20, 2026 +465.00\n/,
  )
  const gap = picture(await ask(emma, '/history gap 7d'))
  expect(gap.caption).toMatch(/^Gap: 64.52%\n\$ Dólar paralelo over \$ Dólar oficial\nLast 7 days: ▼ \d/)
})

test('without a name the monitors and the gap are offered, in the range asked for; others of the name too', async () => {
  const offer = await ask(ana, '/historial 90d')
  expect(offer.text).toBe('¿De cuál quieres el gráfico?')
  expect(captions(offer)).toEqual([
    '$ Dólar oficial',
    '€ Euro oficial',
    '$ Dólar paralelo',
    '$ Promedio',
    'Brecha',
  ])
  await buttonData(ana, offer, 'Brecha')
  await buttonData(ana, offer, '$ Dólar paralelo')
  const [gap, parallel] = (await seen(ana)).slice(-2).map(picture)
  expect(gap?.caption).toMatch(/^Brecha: .*\n.*\nÚltimos 90 días: /)
  expect(parallel?.caption).toMatch(/^Dólar paralelo: Bs.*\nÚltimos 90 días: /)
  const chart = await ask(ana, '/historial usd')
  expect(picture(chart).caption).toContain('Page alpha\n¿Buscabas otra?')
  expect(captions(chart)).toEqual(['Hoy', '7 d', '• 30 d', '1 año', 'Todo', 'Otras tasas ›'])
  await press(ana, chart, 'Otras tasas ›')
  expect((await heard(ana, chart.message_id)).text).toBe('¿De cuál quieres el gráfico?')
  expect(captions(await ask(ana, '/historial parlelo 7d'))).toEqual(['$ Dólar paralelo'])
  await talk(
    ['/historial usd 7d 30d', /^Dime un solo período/],
    ['/historial brecha usd perro', 'No conozco «perro»'],
  )
})

test('a range without prices is said, with buttons of other ranges', async () => {
  const none = await ask(ana, '/historial page_alpha.usd 01-01-2020 31-01-2020')
  expect(none.text).toBe(
    'Dólar oficial\nNo hay precios entre el 1 ene 2020 y el 31 ene 2020.\nPrueba con otro período:',
  )
  expect(captions(none)).toEqual(['Hoy', '7 d', '30 d', '1 año', 'Todo'])
  const { message } = await buttonData(ana, none, '7 d')
  expect(message.message_id).toBe(none.message_id)
})

test('a rate API that cannot be reached is said, and an earlier chart stays', async () => {
  const chart = await ask(ana, '/historial page_alpha.usd')
  client.state.isDown = true
  time.now += 61_000
  const { answer, message } = await buttonData(ana, chart, '7 d')
  expect(answer).toMatchObject({ text: 'El historial no responde ahora. Prueba otra vez en un momento.' })
  expect(fileOf(message)).toBe(fileOf(chart))
  await talk(
    ['/historial page_beta.usd', 'El historial no responde ahora.'],
    ['/cambios page_beta.usd', 'No puedo leer los cambios ahora.'],
  )
})

test('a chart in a group is a reply to the person who asked', async () => {
  const group: Place = { user: LUIS.id, chat: GROUP_ID }
  const chart = await ask(group, '/historial page_alpha.usd')
  expect(chart).toMatchObject({ photo: [{ width: 1_080 }], reply_to_message: { from: { id: LUIS.id } } })
})

test("/changes shows a day's changes, and the days before and after", async () => {
  move(OFFICIAL, ['465', 90], ['470', 30])
  const today = await ask(ana, '/cambios page_alpha.usd')
  expect(today.text).toBe(
    'Dólar oficial · hoy, mié 21\nBs.\u00a0470,00  ▲ 5,00 (1,08\u00a0%) desde ayer\n1 cambio\n11:30 a. m.  470,00  5,00 ▲',
  )
  expect(captions(today)).toEqual(['‹ mar 20', '↻ Actualizar', 'Gráfico'])
  expect((await buttonData(ana, today, '↻ Actualizar')).answer).toMatchObject({ text: 'Sin cambios' })
  const yesterday = await press(ana, today, '‹ mar 20')
  expect(yesterday.text).toBe(
    'Dólar oficial · ayer, mar 20\nCerró en Bs.\u00a0465,00; se movió entre Bs.\u00a0465,00 y Bs.\u00a0465,00.\nDe ese día no tengo todos los cambios.',
  )
  expect(captions(yesterday)).toEqual(['‹ lun 19', 'mié 21 ›', 'Gráfico'])
})

test('/changes shows all that the chat follows, and offers where it follows nothing', async () => {
  move(OFFICIAL, ['465', 90])
  move(PARALLEL, ['770', 30])
  const offer = await ask(ana, '/cambios')
  expect(captions(offer)).toHaveLength(QUOTES.length)
  expect((await press(ana, offer, '$ Dólar paralelo')).text).toContain('1 cambio')
  for (const name of ['page_alpha.usd', 'page_beta.usd']) await ask(ana, `/seguir ${name}`)
  const all = await ask(ana, '/cambios')
  expect(all.text).toMatch(
    /^Cambios · hoy, mié 21\n\$ Dólar oficial +465,00\n.*\n\$ Dólar paralelo +770,00\n/,
  )
  expect((await press(ana, all, '‹ mar 20')).text).toContain('Cambios · ayer')
})

test('a day to come has no changes, unless a price is published for it', async () => {
  expect((await ask(ana, '/cambios page_alpha.usd 22-01-2026')).text).toContain('todavía no llega')
  prices.set(
    prices.all().map((seen) => ({ ...seen, quote: { ...seen.quote, lastUpdate: Date.UTC(2026, 0, 22, 4) } })),
  )
  const today = await ask(ana, '/cambios page_alpha.usd')
  expect(captions(today)).toEqual(['‹ mar 20', 'jue 22 ›', '↻ Actualizar', 'Gráfico'])
  const { message } = await buttonData(ana, today, 'jue 22 ›')
  expect(captions(message)).toEqual(['‹ mié 21', '↻ Actualizar', 'Gráfico'])
})
