import { LUIS } from 'telegram-sandbox'
import { expect, test, vi } from 'vitest'
import { alertButtons, moveButtons } from '../../../src/push/deliver/sections.ts'
import type { Keyboard } from '../../../src/telegram/send.ts'
import { wordsIn } from '../../../src/words/words.ts'
import { ana, CHAT, captions, member, owner, type Shown, startBot } from './harness.ts'
import { monitor, QUOTES } from './memory.ts'

const PUSH = '▲ Dólar oficial  $1 = Bs. 349,93'
const pushes = (names: readonly string[]): Keyboard =>
  moveButtons(
    wordsIn('es'),
    QUOTES.filter(({ title }) => names.includes(title)).map((quote) => ({ quote, from: '1', fromAt: 1 })),
  )
const aboutUsd = pushes(['Dólar oficial'])
const usd = monitor('page_alpha.usd')

/** A bot whose chat follows the official dollar; `push` posts what the push path would, `press` answers what the bot says to it. */
async function startFollowed(place = ana) {
  const bot = await startBot()
  await bot.ask(place, '/seguir usd')
  const shown = async (id: number): Promise<Shown> => {
    const found = (await bot.seen(place)).find(({ message_id }) => message_id === id)
    if (!found) throw new Error('it is gone')
    return found
  }
  return {
    ...bot,
    shown,
    async push(keyboard: Keyboard): Promise<Shown> {
      const reply_markup = { inline_keyboard: keyboard.inline_keyboard.map((row) => [...row]) }
      return shown((await bot.api.sendMessage(place.chat, PUSH, { reply_markup })).message_id)
    },
    async press(message: Shown, caption: string): Promise<Shown> {
      await bot.buttonData(place, message, caption)
      return bot.heard(place, message.message_id)
    },
    told: async () => (await bot.chats.read(String(place.chat))).told,
  }
}

test('[Menos avisos] raises the least change step by step, says what it was, and can be taken back', async () => {
  const { push, press, shown, buttonData, told } = await startFollowed()
  const message = await push(aboutUsd)
  const raised = await press(message, 'Menos avisos')
  expect(raised.text).toBe(
    'Listo: te aviso de cambios de 0,5\u00a0% o más del dólar oficial.\nAntes: cada cambio.',
  )
  expect((await shown(message.message_id)).text).toBe(PUSH)
  const again = await buttonData(ana, raised, 'Menos todavía')
  expect(again.message.text).toContain(
    'de 1\u00a0% o más del dólar oficial.\nAntes: cambios de 0,5\u00a0% o más.',
  )
  expect(await told()).toMatchObject([{ least: '1' }])
  const back = await buttonData(ana, again.message, '↩ Deshacer')
  expect(back.message.text).toBe('Listo: te aviso de cambios de 0,5\u00a0% o más del dólar oficial.')
  expect(await told()).toMatchObject([{ least: '0.5' }])
})

test('[Menos avisos] at the highest step says so and offers the choices', async () => {
  const { push, press, chats } = await startFollowed()
  await chats.follows.setLeastChange(CHAT, usd, '7.5')
  const most = await press(await push(aboutUsd), 'Menos avisos')
  expect(most.text).toBe('Ya te aviso solo de cambios de 7,5\u00a0% o más del dólar oficial.')
  expect(captions(most)).toEqual(['⚙ Qué cambios'])
})

test('[Dejar] stops following below the push, and [Seguir] brings the chosen least change back', async () => {
  const { push, press, shown, buttonData, chats, told } = await startFollowed()
  await chats.follows.setLeastChange(CHAT, usd, '7.5')
  const message = await push(aboutUsd)
  const left = await press(message, 'Dejar')
  expect(left.text).toBe('Listo: ya no te aviso del dólar oficial.')
  expect((await shown(message.message_id)).text).toBe(PUSH)
  expect(await told()).toEqual([])
  const back = await buttonData(ana, left, 'Seguir')
  expect(back.message.text).toContain('Listo: te aviso cuando el dólar oficial cambie 7,5\u00a0% o más.')
  expect(await told()).toMatchObject([{ monitor: usd, least: '7.5' }])
})

test.each(['Dejar', 'Menos avisos'])(
  'after [Dejar], [%s] under the push forgets no least change',
  async (second) => {
    const { push, press, heard, buttonData, chats, told } = await startFollowed()
    await chats.follows.setLeastChange(CHAT, usd, '7.5')
    const message = await push(aboutUsd)
    const left = await press(message, 'Dejar')
    await buttonData(ana, message, second)
    const again = await heard(ana, left.message_id)
    expect(again.text).toBe('No sigues el dólar oficial.')
    await buttonData(ana, again, 'Seguir')
    expect(await told()).toMatchObject([{ monitor: usd, least: '7.5' }])
  },
)

test('[Gráfico] sends the chart below the push', async () => {
  const { push, press, shown, client } = await startFollowed()
  client.set(usd, { '2026-01-19': '340', '2026-01-20': '345' })
  const message = await push(aboutUsd)
  expect(await press(message, 'Gráfico')).toHaveProperty('photo')
  expect((await shown(message.message_id)).text).toBe(PUSH)
})

test('under a push about several monitors the buttons list what is followed', async () => {
  const { push, press, ask } = await startFollowed()
  await ask(ana, '/seguir promedio')
  const both = pushes(['Dólar oficial', 'Promedio'])
  expect((await press(await push(both), 'Menos avisos')).text).toContain('Sigues:')
  expect(captions(await press(await push(both), 'Dejar'))).toEqual(['$ Dólar oficial', '$ Promedio'])
  expect((await press(await push(both), 'Gráfico')).text).toBe('¿De cuál quieres el gráfico?')
})

test('in a group only an administrator changes anything; others get a notice, and the chart in private', async () => {
  const { push, press, buttonData, told, client, ask, seen } = await startFollowed(owner)
  client.set(usd, { '2026-01-19': '340', '2026-01-20': '345' })
  const message = await push(aboutUsd)
  for (const caption of ['Menos avisos', 'Dejar'])
    expect((await buttonData(member, message, caption)).answer).toMatchObject({
      text: expect.stringContaining('Aquí solo los administradores pueden cambiar esto.'),
    })
  expect(await told()).toMatchObject([{ monitor: usd }])
  const before = await seen(owner)
  const { answer } = await buttonData(member, message, 'Gráfico')
  expect(await seen(owner)).toEqual(before)
  const payload = new URL(String(answer.url)).searchParams.get('start')
  expect(await ask({ user: LUIS.id, chat: LUIS.id }, `/start ${payload}`)).toHaveProperty('photo')
  const other = await push(aboutUsd)
  expect((await press(other, 'Menos avisos')).text).toContain('0,5\u00a0% o más')
})

test('[Pausar] under an alert pauses it with a way back, and [Otra alerta] begins one of the same subject', async () => {
  const { push, press, ask, buttonData, chats } = await startFollowed()
  await ask(ana, '/alertas usd > 400')
  const [alert] = await chats.alerts.list(CHAT)
  const message = await push(alertButtons(wordsIn('es'), alert ? [alert] : []))
  const card = await press(message, '⏸ Pausar')
  expect(card.text).toContain('⏸ En pausa')
  expect(await chats.alerts.list(CHAT)).toMatchObject([{ paused: true }])
  await buttonData(ana, card, '▶ Activar')
  expect(await chats.alerts.list(CHAT)).toMatchObject([{ paused: false }])
  const other = await push(alertButtons(wordsIn('es'), alert ? [alert] : []))
  expect((await press(other, 'Otra alerta')).text).toBe(
    'El dólar oficial\nAhora: Bs.\u00a0349,93\n¿Cuándo te aviso?',
  )
})

test('[Otra alerta] under a gap of two named monitors is about these two up to the last question', async () => {
  const { push, press, ask, buttonData, chats } = await startFollowed()
  await ask(ana, '/alertas brecha page_beta.promedio page_beta.usd > 30')
  const [alert] = await chats.alerts.list(CHAT)
  let { message } = {
    message: await press(await push(alertButtons(wordsIn('es'), alert ? [alert] : [])), 'Otra alerta'),
  }
  for (const caption of ['▲ Si pasa de un valor', '50\u00a0%', 'Una sola vez'])
    ({ message } = await buttonData(ana, message, caption))
  await vi.waitFor(async () =>
    expect((await chats.alerts.list(CHAT)).at(-1)).toMatchObject({
      signal: 'dollar:page_beta.promedio/dollar:page_beta.usd',
      value: '50',
      once: true,
    }),
  )
})
