import { beforeEach, expect, test, vi } from 'vitest'
import { alertButtons, moveButtons } from '../../../src/push/deliver/sections.ts'
import type { Keyboard } from '../../../src/telegram/send.ts'
import { wordsIn } from '../../../src/words/words.ts'
import { ana, CHAT, captions, luis, member, owner, type Shown, useBot } from './harness.ts'
import { monitor, QUOTES } from './memory.ts'

const PUSH = '▲ Dólar oficial  $1 = Bs. 349,93'
const pushes = (...names: readonly string[]): Keyboard =>
  moveButtons(
    wordsIn('es'),
    QUOTES.filter(({ title }) => names.includes(title)).map((quote) => ({ quote, from: '1', fromAt: 1 })),
  )
const aboutUsd = pushes('Dólar oficial')
const usd = monitor('page_alpha.usd')

const { ask, buttonData, chats, client, heard, post, press, seen } = await useBot()

beforeEach(async () => {
  client.set(usd, { '2026-01-19': '340', '2026-01-20': '345' })
  await ask(ana, '/seguir usd')
})

/** Posts what the push path would. */
const push = (keyboard = aboutUsd, place = ana) => post(place, keyboard, PUSH)

/** A push with the buttons of the newest alert. */
const alertPush = async () => push(alertButtons(wordsIn('es'), (await chats.alerts.list(CHAT)).slice(-1)))

/** What the bot says to a press; the push stays as it is. */
async function pressBelow(message: Shown, caption: string, place = ana): Promise<Shown> {
  expect((await press(place, message, caption)).text).toBe(PUSH)
  return heard(place, message.message_id)
}

const told = async (chat = CHAT) => (await chats.read(chat)).told

test('[Menos avisos] raises the least change step by step, says what it was, and can be taken back', async () => {
  const raised = await pressBelow(await push(), 'Menos avisos')
  expect(raised.text).toBe(
    'Listo: te aviso de cambios de 0,5\u00a0% o más del dólar oficial.\nAntes: cada cambio.',
  )
  const again = await press(ana, raised, 'Menos todavía')
  expect(again.text).toContain('de 1\u00a0% o más del dólar oficial.\nAntes: cambios de 0,5\u00a0% o más.')
  expect(await told()).toMatchObject([{ least: '1' }])
  const back = await press(ana, again, '↩ Deshacer')
  expect(back.text).toBe('Listo: te aviso de cambios de 0,5\u00a0% o más del dólar oficial.')
  expect(await told()).toMatchObject([{ least: '0.5' }])
})

test('[Menos avisos] at the highest step says so and offers the choices', async () => {
  await chats.follows.setLeastChange(CHAT, usd, '7.5')
  const most = await pressBelow(await push(), 'Menos avisos')
  expect(most.text).toBe('Ya te aviso solo de cambios de 7,5\u00a0% o más del dólar oficial.')
  expect(captions(most)).toEqual(['⚙ Qué cambios'])
})

test.each([
  [[], 'Listo: ya no te aviso del dólar oficial.'],
  [['No seguir'], 'No sigues el dólar oficial.'],
  [['Menos avisos'], 'No sigues el dólar oficial.'],
])(
  '[No seguir] and then %j stops following below the push, and [Seguir] brings the chosen least change back',
  async (more, said) => {
    await chats.follows.setLeastChange(CHAT, usd, '7.5')
    const message = await push()
    let answer = await pressBelow(message, 'No seguir')
    for (const caption of more) {
      await press(ana, message, caption)
      answer = await heard(ana, answer.message_id)
    }
    expect(answer.text).toBe(said)
    expect(await told()).toEqual([])
    const back = await press(ana, answer, 'Seguir')
    expect(back.text).toContain('Listo: te aviso cuando el dólar oficial cambie 7,5\u00a0% o más.')
    expect(await told()).toMatchObject([{ monitor: usd, least: '7.5' }])
  },
)

test('[Gráfico] sends the chart below the push', async () => {
  expect(await pressBelow(await push(), 'Gráfico')).toHaveProperty('photo')
})

test('under a push about several monitors the buttons list what is followed', async () => {
  await ask(ana, '/seguir promedio')
  const both = pushes('Dólar oficial', 'Promedio')
  expect((await pressBelow(await push(both), 'Menos avisos')).text).toContain('Sigues:')
  expect(captions(await pressBelow(await push(both), 'No seguir'))).toEqual(['$ Dólar oficial', '$ Promedio'])
  expect((await pressBelow(await push(both), 'Gráfico')).text).toBe('¿De cuál quieres el gráfico?')
})

test('in a group only an administrator changes anything; others get a notice, and the chart in private', async () => {
  await ask(owner, '/seguir usd')
  const message = await push(aboutUsd, owner)
  for (const caption of ['Menos avisos', 'No seguir'])
    expect((await buttonData(member, message, caption)).answer).toMatchObject({
      text: expect.stringContaining('Aquí solo los administradores pueden cambiar esto.'),
    })
  expect(await told(String(owner.chat))).toMatchObject([{ monitor: usd }])
  const before = await seen(owner)
  const { answer } = await buttonData(member, message, 'Gráfico')
  expect(await seen(owner)).toEqual(before)
  const payload = new URL(String(answer.url)).searchParams.get('start')
  expect(await ask(luis, `/start ${payload}`)).toHaveProperty('photo')
  const raised = await pressBelow(await push(aboutUsd, owner), 'Menos avisos', owner)
  expect(raised.text).toContain('0,5\u00a0% o más')
})

test('[Pausar alerta] under an alert pauses it with a way back, and [Otra alerta] begins one of the same subject', async () => {
  await ask(ana, '/alertas usd > 400')
  const card = await pressBelow(await alertPush(), 'Pausar alerta')
  expect(card.text).toContain('⏸ En pausa')
  expect(await chats.alerts.list(CHAT)).toMatchObject([{ paused: true }])
  await press(ana, card, '▶ Activar')
  expect(await chats.alerts.list(CHAT)).toMatchObject([{ paused: false }])
  expect((await pressBelow(await alertPush(), 'Otra alerta')).text).toBe(
    'El dólar oficial\nAhora: Bs.\u00a0349,93\n¿Cuándo te aviso?',
  )
})

test('[Otra alerta] under a gap of two named monitors is about these two up to the last question', async () => {
  await ask(ana, '/alertas brecha page_beta.promedio page_beta.usd > 30')
  const when = await pressBelow(await alertPush(), 'Otra alerta')
  await press(ana, when, '▲ Si pasa de un valor', '50\u00a0%', 'Una sola vez')
  const signal = 'dollar:page_beta.promedio/dollar:page_beta.usd'
  await vi.waitFor(async () =>
    expect((await chats.alerts.list(CHAT)).at(-1)).toMatchObject({ signal, value: '50', once: true }),
  )
})
