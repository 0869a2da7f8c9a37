import { GROUP_ID } from 'telegram-sandbox'
import { expect, test } from 'vitest'
import { ana, CHAT, captions, owner, useBot } from './harness.ts'

const OFF = '🔕 Aquí los avisos están apagados.'
const RESUME = 'Volver a avisar'
const BACK = 'Vuelves a recibir: el dólar oficial, el promedio; 1 alerta; 1 alerta en pausa.'

const { ask, chats, heard, post, press, talk } = await useBot()

/** Stops a chat that followed two rates and had two alerts, one of them paused. */
async function stopFull(place = ana): Promise<void> {
  for (const line of ['/seguir usd', '/seguir promedio', '/alertas usd > 400', '/alertas usd < 300'])
    await ask(place, line)
  await chats.alerts.pause(String(place.chat), 2, true)
  await ask(place, '/parar')
}

test('every list of a stopped chat says that notices are off, with a button to turn them on', async () => {
  await stopFull()
  for (const command of ['/seguir', '/dejar', '/alertas', '/ajustes']) {
    const answer = await ask(ana, command)
    expect(answer.text.startsWith(OFF)).toBe(true)
    expect(captions(answer)[0]).toBe(RESUME)
    expect((await press(ana, answer, RESUME)).text).toBe(BACK)
    expect((await ask(ana, command)).text).not.toContain(OFF)
    await ask(ana, '/parar')
  }
})

test('a stopped chat that follows nothing is told so too', async () => {
  await chats.settings.setLanguage(CHAT, 'es')
  await ask(ana, '/parar')
  for (const command of ['/seguir', '/dejar', '/dejar paralelo']) {
    const answer = await ask(ana, command)
    expect(answer.text.startsWith(`${OFF}\n\n`)).toBe(true)
    expect(captions(answer)[0]).toBe(RESUME)
  }
})

test.each([ana, owner])(
  'the page of notices that was open before /parar says it too, with six buttons at most',
  async (place) => {
    await chats.settings.setLanguage(String(place.chat), 'es')
    const old = await ask(place, '/ajustes')
    await ask(place, '/parar')
    const page = await press(place, old, 'Avisos')
    expect(page.text.startsWith(`${OFF}\n\nAvisos`)).toBe(true)
    expect(captions(page)[0]).toBe(RESUME)
    expect(captions(page).length).toBeLessThanOrEqual(6)
  },
)

test('an alert in a stopped chat says what else is sent again, and not itself; one that it has says both', async () => {
  await stopFull()
  await talk(
    ['/alertas usd > 400', /^🔕.*\n\nYa la tienes/],
    ['/alertas usd > 500', `\n\n${BACK}\n¿Buscabas otra?`],
  )
})

test('the card of an alert in a stopped chat says so, and the alert can be paused', async () => {
  await stopFull()
  const card = await press(ana, await ask(ana, '/alertas'), / \d/)
  expect(card.text.startsWith(OFF)).toBe(true)
  expect((await press(ana, card, '⏸ Pausar')).text).toMatch(/^🔕 Aquí los avisos[\s\S]*⏸ En pausa/)
  expect(await chats.alerts.list(CHAT)).toMatchObject([{ paused: true }, { paused: true }])
})

test('/start in private brings everything back and says what; in a group it offers it', async () => {
  await stopFull()
  await talk(['/start', `${BACK}\n\nHola.`], ['/start', /^Hola\./])
  await stopFull(owner)
  const answer = await ask(owner, '/start')
  expect(answer.text.startsWith(OFF)).toBe(true)
  expect(captions(answer)[0]).toBe(RESUME)
  expect((await chats.read(String(GROUP_ID))).isGone).toBe(true)
})

test.each([
  [
    'es',
    '🔕 Aquí los avisos están apagados.\n\nListo: te aviso de cambios de 0,5\u00a0% o más',
    '↩ Deshacer',
  ],
  ['en', '🔕 Notifications are off here.\n\nDone: I’ll tell you about changes of 0.5% or more', '↩ Undo'],
] as const)(
  '[Menos avisos] under a push says in a stopped chat that notices are off (%s)',
  async (language, said, undo) => {
    await stopFull()
    await chats.settings.setLanguage(CHAT, language)
    const push = await post(ana, {
      inline_keyboard: [[{ text: 'less', callback_data: '+fm:d:page_alpha.usd' }]],
    })
    await press(ana, push, 'less')
    const raised = await heard(ana, push.message_id)
    expect(raised.text).toContain(said)
    expect((await press(ana, raised, undo)).text.startsWith('🔕')).toBe(true)
  },
)
