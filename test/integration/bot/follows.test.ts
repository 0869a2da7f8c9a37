import { EMMA } from 'telegram-sandbox'
import { expect, test } from 'vitest'
import { ana, CHAT, captions, emma, useBot } from './harness.ts'
import { monitor, NOON, quote } from './memory.ts'

const usd = monitor('page_alpha.usd')

const { act, ask, chats, moves, press, prices, talk, talkAs } = await useBot()
const follows = async () => (await chats.read(CHAT)).follows
const leasts = async () => (await chats.read(CHAT)).told.map(({ least }) => least)

test('/follow keeps the monitor, the price that was shown, and the language', async () => {
  await talkAs(emma, ['/follow usd', 'Done: I’ll tell you when Dólar oficial changes.'])
  expect(await chats.read(String(EMMA.id))).toMatchObject({
    language: 'en',
    follows: [usd],
    told: [{ monitor: usd, told: { price: '349.9272', at: NOON - 1_000 } }],
  })
})

test('a new follow begins with the least change of its monitor, which the chat may change', async () => {
  prices.set([{ quote: quote(usd, 'Dólar paralelo', '812.4', { leastChange: 0.5 }), asOf: NOON }])
  const answer = await ask(ana, '/seguir usd')
  expect(answer.text).toContain('Listo: te aviso cuando el dólar paralelo cambie 0,5\u00a0% o más.')
  expect(await leasts()).toEqual(['0.5'])
  await press(ana, answer, '⚙ Qué cambios', 'Cada cambio')
  await talk(['/seguir usd', 'Ya sigues el dólar paralelo.'])
  expect(await leasts()).toEqual([undefined])
})

test('the least change of a follow can be chosen by a button or typed', async () => {
  const set = await press(ana, await ask(ana, '/seguir eur'), '⚙ Qué cambios', '0,5\u00a0%')
  expect(set.text).toBe('Listo: te aviso de cambios de 0,5\u00a0% o más del euro oficial.')
  expect(await leasts()).toEqual(['0.5'])
  await press(ana, set, '⚙ Qué cambios')
  await talk(
    ['300 %', 'Escribe un porcentaje entre 0 y 100'],
    ['1,5', 'cambios de 1,5\u00a0% o más'],
    ['/seguir', '• € Euro oficial · cambios de 1,5\u00a0% o más'],
  )
  await press(ana, await ask(ana, '/seguir'), '€ Euro oficial', 'Cada cambio')
  expect(await leasts()).toEqual([undefined])
})

test('a bare key shared by pages names the page and offers the others to follow', async () => {
  const answer = await ask(ana, '/seguir usd')
  expect(answer.text).toContain('\n¿Buscabas otra?')
  await press(ana, answer, '$ Dólar paralelo')
  expect(await follows()).toEqual([usd, monitor('page_beta.usd')])
})

test('who unfollows a monitor is told how many alerts on it stay, with a button that lists them', async () => {
  for (const alert of ['page_alpha.usd > 900', 'page_alpha.usd < 100', 'page_beta.promedio > 900'])
    await ask(ana, `/alertas ${alert}`)
  await ask(ana, '/seguir page_alpha.usd')
  const first = await ask(ana, '/dejar page_alpha.usd')
  expect(first.text).toMatch(/\n\nPero tienes 2 alertas activas sobre esa tasa\.$/)
  await press(ana, first, 'Ver las alertas', / \d/, '⏸ Pausar')
  expect((await ask(ana, '/dejar page_alpha.usd')).text).toMatch(
    /^No sigues .*\.\n\nPero tienes 1 alerta activa sobre esa tasa\.$/,
  )
  expect((await ask(ana, '/dejar page_alpha.eur')).text).not.toContain('alerta')
})

test('who asks what they follow, and follows nothing, is told so and offered the rates', async () => {
  const answer = await ask(ana, '¿qué estoy siguiendo?')
  expect(answer.text).toBe('Todavía no sigues ninguna tasa. Empieza con /seguir.')
  expect(captions(answer)).not.toEqual([])
  await ask(ana, '/seguir promedio')
  expect(captions(await ask(ana, '¿qué estoy siguiendo?')).join()).toContain('romedio')
  await press(ana, await ask(ana, 'avísame si el promedio sube'), '▲ Si pasa de un precio')
  expect(await follows()).toHaveLength(1)
})

test('the 51st follow is refused', async () => {
  const many = Array.from({ length: 51 }, (_, at) =>
    quote(monitor(`page_alpha.m${at}`), `Monitor ${at}`, '10'),
  )
  prices.set(many.map((one) => ({ quote: one, asOf: NOON })))
  for (const { monitor: id } of many.slice(0, 50)) await chats.follows.add(CHAT, id, { price: '10', at: 0 })
  expect((await ask(ana, '/seguir m50')).text).toBe('Ya sigues 50 tasas, el máximo. Quita una con /dejar.')
})

test('/follow without arguments lists the followed monitors and offers the others', async () => {
  await talk(['/seguir', /^¿Cuál quieres seguir\?$/], ['/seguir usd', 'Listo'])
  const offer = await ask(ana, '/seguir')
  expect(offer.text).toContain('Sigues:\n• $ Dólar oficial · cada cambio')
  expect(captions(offer)).toEqual(['$ Dólar oficial', '+ Seguir otra'])
  const others = await press(ana, offer, '+ Seguir otra')
  expect(captions(others)).toEqual(['€ Euro oficial', '$ Dólar paralelo', '$ Promedio'])
  expect((await press(ana, others, '$ Promedio')).text).toContain(
    'Listo: te aviso cuando cambie el promedio.',
  )
  expect(await follows()).toContainEqual(monitor('page_beta.promedio'))
})

test('a card offers to follow, and then to drop, its monitor', async () => {
  const dropped = await press(ana, await ask(ana, '/tasa eur'), 'Seguir', 'Dejar de seguir')
  expect(dropped.text).toBe('Listo: ya no te aviso del euro oficial.')
  expect(await follows()).toEqual([])
})

test('/unfollow drops the followed monitor of that name, and offers the others', async () => {
  for (const name of ['page_alpha.usd', 'page_beta.usd', 'eur']) await ask(ana, `/seguir ${name}`)
  const answer = await ask(ana, '/dejar usd')
  expect(answer.text).toContain('Listo: ya no te aviso del dólar oficial.')
  await press(ana, answer, '$ Dólar paralelo')
  expect(await follows()).toEqual([monitor('page_alpha.eur', 'euro')])
})

test('/unfollow without arguments offers the followed monitors, even one that is no longer published', async () => {
  await chats.follows.add(CHAT, monitor('page_old.gone'), { price: '1', at: 0 })
  await ask(ana, '/seguir usd')
  prices.set(prices.all().slice(0, 1))
  const offer = await ask(ana, '/dejar')
  expect(captions(offer)).toEqual(['$ page_old.gone', '$ Dólar oficial'])
  await press(ana, offer, '$ page_old.gone')
  expect(await follows()).toEqual([usd])
})

test('/unfollow says that a monitor is not followed, or that none is', async () => {
  await talk(
    ['/dejar', 'Todavía no sigues ninguna tasa. Empieza con /seguir.'],
    ['/dejar eur', 'No sigues el euro oficial.'],
    ['/dejar xyz', 'No conozco «xyz».'],
  )
})

/** The prices that a chat is shown when it comes back: it hears of what moves from there. */
const SHOWN = '349.9272 410.2 812.4 581.16'

test('a chat that blocks the bot is retired, and comes back', async () => {
  await ask(ana, '/start')
  await act('block', ana)
  await expect.poll(moves).toEqual([`revive ${CHAT} ${SHOWN}`, `retire ${CHAT}`])
  await act('unblock', ana)
  await expect.poll(() => moves().slice(2)).toEqual([`rejoin ${CHAT} ${SHOWN}`])
})

test.each([
  ['es', 'Vuelves a recibir: el dólar oficial; 1 alerta.'],
  ['en', 'You’ll get these again: Dólar oficial; 1 alert.'],
] as const)('a new follow in a stopped chat says what else is sent again (%s)', async (language, said) => {
  await chats.settings.setLanguage(CHAT, language)
  for (const text of ['/seguir usd', '/alertas usd > 400', '/parar']) await ask(ana, text)
  expect((await ask(ana, '/seguir eur')).text.endsWith(`\n\n${said}`)).toBe(true)
  expect((await ask(ana, '/seguir page_beta.promedio')).text).not.toContain(said.slice(0, 12))
})

test('a stopped chat that follows again all that it had is told nothing twice', async () => {
  for (const text of ['/seguir usd', '/parar']) await ask(ana, text)
  expect((await ask(ana, '/seguir usd')).text).not.toContain('Vuelves a recibir')
})

test('/dejar todo ends every follow', async () => {
  await ask(ana, '/seguir page_alpha.usd')
  await ask(ana, '/seguir page_beta.usd')
  expect((await ask(ana, '/dejar todo')).text).toContain('Listo: ya no sigues ninguna tasa.')
  expect((await chats.read(CHAT)).follows).toEqual([])
})
