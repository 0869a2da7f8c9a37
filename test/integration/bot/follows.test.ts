import { ANA, EMMA } from 'telegram-sandbox'
import { expect, test } from 'vitest'
import { ana, CHAT, captions, emma, startBot } from './harness.ts'
import { monitor, NOON, quote } from './memory.ts'

const usd = monitor('page_alpha.usd')

test('/follow keeps the monitor, the price that was shown, and the language', async () => {
  const { ask, chats } = await startBot()
  const answer = await ask(emma, '/follow usd')
  expect(answer.text).toContain('Done: I’ll tell you when Dólar oficial changes.')
  expect(await chats.read(String(EMMA.id))).toEqual({
    language: 'en',
    follows: [usd],
    told: [
      { monitor: usd, ref: expect.any(String), told: { price: '349.9272', at: NOON - 1_000, sequence: 0 } },
    ],
    defaults: [],
    alerts: [],
  })
})

test('a new follow begins with the least change of its monitor, which the chat may change', async () => {
  const { ask, prices, chats, buttonData } = await startBot()
  prices.set([{ quote: quote(usd, 'Dólar paralelo', '812.4', { leastChange: 0.5 }), asOf: NOON }])
  const answer = await ask(ana, '/seguir usd')
  expect(answer.text).toContain('Listo: te aviso cuando el dólar paralelo cambie 0,5\u00a0% o más.')
  const told = async () => (await chats.read(CHAT)).told
  expect(await told()).toMatchObject([{ monitor: usd, least: '0.5' }])

  const question = await buttonData(ana, answer, '⚙ Qué cambios')
  await buttonData(ana, question.message, 'Cada cambio')
  expect((await told())[0]).not.toHaveProperty('least')
  expect((await ask(ana, '/seguir usd')).text).toContain('Ya sigues el dólar paralelo.')
  expect((await told())[0]).not.toHaveProperty('least')
})

test('a bare key shared by pages names the page and offers the others to follow', async () => {
  const { ask, buttonData, chats } = await startBot()
  const answer = await ask(ana, '/seguir usd')
  expect(answer.text).toContain('\n¿Buscabas otra?')
  await buttonData(ana, answer, '$ Dólar paralelo')
  expect((await chats.read(CHAT)).follows).toEqual([usd, monitor('page_beta.usd')])
})

test('a second follow of a monitor changes nothing and says so', async () => {
  const { ask, chats } = await startBot()
  await ask(ana, '/seguir page_beta.promedio')
  expect((await ask(ana, '/seguir promedio')).text).toBe('Ya sigues el promedio.')
  expect((await chats.read(CHAT)).follows).toHaveLength(1)
})

test('who unfollows a monitor is told how many alerts on it stay, with a button that lists them', async () => {
  const { ask, buttonData } = await startBot()
  await ask(ana, '/seguir page_alpha.usd')
  await ask(ana, '/alertas page_alpha.usd > 900')
  await ask(ana, '/alertas page_alpha.usd < 100')
  await ask(ana, '/alertas page_beta.promedio > 900')
  const first = await ask(ana, '/dejar page_alpha.usd')
  expect(first.text).toMatch(/\n\nPero tienes 2 alertas activas sobre esa tasa\.$/)
  const list = await buttonData(ana, first, 'Ver las alertas')
  await buttonData(ana, (await buttonData(ana, list.message, '🔔 1')).message, '⏸ Pausar')
  expect((await ask(ana, '/dejar page_alpha.usd')).text).toMatch(
    /^No sigues .*\.\n\nPero tienes 1 alerta activa sobre esa tasa\.$/,
  )
  expect((await ask(ana, '/dejar page_alpha.eur')).text).not.toContain('alerta')
})

test('who asks what they follow, and follows nothing, is told so and offered the rates', async () => {
  const { ask, buttonData, chats } = await startBot()
  const answer = await ask(ana, '¿qué estoy siguiendo?')
  expect(answer.text).toBe('Todavía no sigues ninguna tasa. Empieza con /seguir.')
  expect(captions(answer)).not.toEqual([])
  await ask(ana, '/seguir promedio')
  const followed = await ask(ana, '¿qué estoy siguiendo?')
  expect(captions(followed).join()).toContain('romedio')
  const question = await ask(ana, 'avísame si el promedio sube')
  await buttonData(ana, question, '▲ Si pasa de un precio')
  expect((await chats.read(CHAT)).follows).toHaveLength(1)
})

test('the 51st follow is refused', async () => {
  const { ask, prices, chats } = await startBot()
  const many = Array.from({ length: 51 }, (_, index) =>
    quote(monitor(`page_alpha.m${index}`), `Monitor ${index}`, '10'),
  )
  prices.set(many.map((one) => ({ quote: one, asOf: NOON })))
  for (const { monitor: id } of many.slice(0, 50)) await chats.follows.add(CHAT, id, { price: '10', at: 0 })
  expect((await ask(ana, '/seguir m50')).text).toBe('Ya sigues 50 tasas, el máximo. Quita una con /dejar.')
})

test('/follow without arguments lists the followed monitors and offers the others', async () => {
  const { ask, buttonData, chats } = await startBot()
  expect((await ask(ana, '/seguir')).text).toBe('¿Cuál quieres seguir?')
  await ask(ana, '/seguir usd')
  const offer = await ask(ana, '/seguir')
  expect(offer.text).toContain('Sigues:\n• $ Dólar oficial · cada cambio')
  expect(captions(offer)).toEqual(['$ Dólar oficial', '+ Seguir otra'])
  const others = await buttonData(ana, offer, '+ Seguir otra')
  expect(captions(others.message)).toEqual(['€ Euro oficial', '$ Dólar paralelo', '$ Promedio'])
  const { message } = await buttonData(ana, others.message, '$ Promedio')
  expect(message.text).toContain('Listo: te aviso cuando cambie el promedio.')
  expect((await chats.read(CHAT)).follows).toContainEqual(monitor('page_beta.promedio'))
})

test('a card offers to follow, and then to drop, its monitor', async () => {
  const { ask, buttonData, chats } = await startBot()
  const card = await ask(ana, '/tasa eur')
  const followed = await buttonData(ana, card, 'Seguir')
  expect(captions(followed.message)).toContain('Dejar de seguir')
  const dropped = await buttonData(ana, followed.message, 'Dejar de seguir')
  expect(dropped.message.text).toBe('Listo: ya no te aviso del euro oficial.')
  expect((await chats.read(CHAT)).follows).toEqual([])
})

test('/unfollow drops the followed monitor of that name, and offers the others', async () => {
  const { ask, buttonData, chats } = await startBot()
  for (const name of ['page_alpha.usd', 'page_beta.usd', 'eur']) await ask(ana, `/seguir ${name}`)
  const answer = await ask(ana, '/dejar usd')
  expect(answer.text).toContain('Listo: ya no te aviso del dólar oficial.')
  await buttonData(ana, answer, '$ Dólar paralelo')
  expect((await chats.read(CHAT)).follows).toEqual([monitor('page_alpha.eur', 'euro')])
})

test('/unfollow without arguments offers the followed monitors, even one that is no longer published', async () => {
  const { ask, buttonData, prices, chats } = await startBot()
  await chats.follows.add(CHAT, monitor('page_old.gone'), { price: '1', at: 0 })
  await ask(ana, '/seguir usd')
  prices.set(prices.all().slice(0, 1))
  const offer = await ask(ana, '/dejar')
  expect(captions(offer)).toEqual(['$ page_old.gone', '$ Dólar oficial'])
  await buttonData(ana, offer, '$ page_old.gone')
  expect((await chats.read(CHAT)).follows).toEqual([usd])
})

test('/unfollow says that a monitor is not followed, or that none is', async () => {
  const { ask } = await startBot()
  expect((await ask(ana, '/dejar')).text).toBe('Todavía no sigues ninguna tasa. Empieza con /seguir.')
  expect((await ask(ana, '/dejar eur')).text).toBe('No sigues el euro oficial.')
  expect((await ask(ana, '/dejar xyz')).text).toContain('No conozco «xyz».')
})

/** The prices that a chat is shown when it comes back: it hears of what moves from there. */
const SHOWN = '349.9272 410.2 812.4 581.16'

test('a chat that blocks the bot is retired, and comes back', async () => {
  const { ask, act, chats } = await startBot()
  await ask(ana, '/start')
  expect(chats.log).toEqual([`revive ${ANA.id} ${SHOWN}`])
  chats.log.length = 0
  await act('block', ana)
  await expect.poll(() => chats.log).toEqual([`retire ${ANA.id}`])
  await act('unblock', ana)
  await expect.poll(() => chats.log).toEqual([`retire ${ANA.id}`, `rejoin ${ANA.id} ${SHOWN}`])
})

test.each([
  ['es', 'Vuelves a recibir: el dólar oficial; 1 alerta.'],
  ['en', 'You’ll get these again: Dólar oficial; 1 alert.'],
] as const)('a new follow in a stopped chat says what else is sent again (%s)', async (language, said) => {
  const { ask, chats } = await startBot()
  await chats.settings.setLanguage(CHAT, language)
  await ask(ana, '/seguir usd')
  await ask(ana, '/alertas usd > 400')
  await ask(ana, '/parar')
  expect((await ask(ana, '/seguir eur')).text.endsWith(`\n\n${said}`)).toBe(true)
  expect((await ask(ana, '/seguir page_beta.promedio')).text).not.toContain(said.slice(0, 12))
})

test('a stopped chat that follows again all that it had is told nothing twice', async () => {
  const { ask } = await startBot()
  await ask(ana, '/seguir usd')
  await ask(ana, '/parar')
  expect((await ask(ana, '/seguir usd')).text).not.toContain('Vuelves a recibir')
})

test('the least change of a follow can be chosen by a button or typed', async () => {
  const { ask, buttonData, chats } = await startBot()
  const leasts = async () => (await chats.read(CHAT)).told.map(({ least }) => least)
  const followed = await ask(ana, '/seguir eur')
  const choice = await buttonData(ana, followed, '⚙ Qué cambios')
  const set = await buttonData(ana, choice.message, '0,5\u00a0%')
  expect(set.message.text).toBe('Listo: te aviso de cambios de 0,5\u00a0% o más del euro oficial.')
  expect(await leasts()).toEqual(['0.5'])
  await buttonData(ana, set.message, '⚙ Qué cambios')
  expect((await ask(ana, '300 %')).text).toContain('Escribe un porcentaje entre 0 y 100')
  expect((await ask(ana, '1,5')).text).toContain('cambios de 1,5\u00a0% o más')
  expect((await ask(ana, '/seguir')).text).toContain('• € Euro oficial · cambios de 1,5\u00a0% o más')
  const again = await buttonData(ana, await ask(ana, '/seguir'), '€ Euro oficial')
  await buttonData(ana, again.message, 'Cada cambio')
  expect(await leasts()).toEqual([undefined])
})
