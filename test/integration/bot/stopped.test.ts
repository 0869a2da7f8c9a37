import { ANA, GROUP_ID } from 'telegram-sandbox'
import { expect, test } from 'vitest'
import { ana, CHAT, captions, type Place, startBot } from './harness.ts'

const OFF = '🔕 Aquí los avisos están apagados.'
const RESUME = 'Volver a avisar'

/** A chat that followed two rates and had two alerts, one of them paused, and was stopped. */
async function startStopped(place = ana) {
  const bot = await startBot()
  for (const line of ['/seguir usd', '/seguir promedio', '/alertas usd > 400', '/alertas usd < 300'])
    await bot.ask(place, line)
  await bot.chats.alerts.pause(String(place.chat), 2, true)
  await bot.ask(place, '/parar')
  return bot
}

test.each(['/seguir', '/dejar', '/alertas', '/ajustes'])(
  '%s of a stopped chat says that notices are off, with a button to turn them on',
  async (command) => {
    const { ask, buttonData } = await startStopped()
    const answer = await ask(ana, command)
    expect(answer.text.startsWith(OFF)).toBe(true)
    expect(captions(answer)[0]).toBe(RESUME)
    expect((await buttonData(ana, answer, RESUME)).message.text).toBe(
      'Vuelves a recibir: el dólar oficial, el promedio; 1 alerta; 1 alerta en pausa.',
    )
    expect((await ask(ana, command)).text).not.toContain(OFF)
  },
)

test.each(['/seguir', '/dejar', '/dejar paralelo'])(
  '%s of a stopped chat that follows nothing says that notices are off',
  async (command) => {
    const { ask } = await startBot()
    await ask(ana, '/parar')
    const answer = await ask(ana, command)
    expect(answer.text.startsWith(`${OFF}\n\n`)).toBe(true)
    expect(captions(answer)[0]).toBe(RESUME)
  },
)

test.each([ana, { user: ANA.id, chat: GROUP_ID }])(
  'the page of notices that was open before /parar says it too, with six buttons at most',
  async (place) => {
    const { ask, buttonData } = await startBot()
    const old = await ask(place, '/ajustes')
    await ask(place, '/parar')
    const page = (await buttonData(place, old, 'Avisos')).message
    expect(page.text.startsWith(`${OFF}\n\nAvisos`)).toBe(true)
    expect(captions(page)[0]).toBe(RESUME)
    expect(captions(page).length).toBeLessThanOrEqual(6)
  },
)

test('an alert in a stopped chat says what else is sent again, and not itself', async () => {
  const { ask } = await startStopped()
  expect((await ask(ana, '/alertas usd > 500')).text).toMatch(
    /\n\nVuelves a recibir: el dólar oficial, el promedio; 1 alerta; 1 alerta en pausa\.\n¿Buscabas otra\?$/,
  )
})

test('the card of an alert in a stopped chat says so, and the alert can be paused', async () => {
  const { ask, buttonData, chats } = await startStopped()
  const card = await buttonData(ana, await ask(ana, '/alertas'), '🔔 1')
  expect(card.message.text.startsWith(OFF)).toBe(true)
  const paused = await buttonData(ana, card.message, '⏸ Pausar')
  expect(paused.message.text).toContain('⏸ En pausa')
  expect(paused.message.text).toContain(OFF)
  expect(await chats.alerts.list(CHAT)).toMatchObject([{ paused: true }, { paused: true }])
})

test('an alert that a stopped chat has already says both', async () => {
  const { ask } = await startStopped()
  expect((await ask(ana, '/alertas usd > 400')).text).toMatch(/^🔕.*\n\nYa la tienes/)
})

test('/start in private brings everything back and says what', async () => {
  const { ask } = await startStopped()
  expect((await ask(ana, '/start')).text).toMatch(
    /^Vuelves a recibir: el dólar oficial, el promedio; 1 alerta; 1 alerta en pausa\.\n\nHola\./,
  )
  expect((await ask(ana, '/start')).text).toMatch(/^Hola\./)
})

test('/start in a group that was stopped brings nothing back, and offers it', async () => {
  const group: Place = { user: ANA.id, chat: GROUP_ID }
  const { ask, chats } = await startStopped(group)
  const answer = await ask(group, '/start')
  expect(answer.text.startsWith(OFF)).toBe(true)
  expect(captions(answer)[0]).toBe(RESUME)
  expect((await chats.read(String(GROUP_ID))).isGone).toBe(true)
})

test.each([
  ['es', '🔕 Aquí los avisos están apagados.\n\nListo: te aviso de cambios de 0,5\u00a0% o más'],
  ['en', '🔕 Notifications are off here.\n\nDone: I’ll tell you about changes of 0.5% or more'],
] as const)(
  '[Menos avisos] under a push says in a stopped chat that notices are off (%s)',
  async (language, said) => {
    const { api, heard, seen, buttonData, chats } = await startStopped()
    await chats.settings.setLanguage(CHAT, language)
    const reply_markup = { inline_keyboard: [[{ text: 'less', callback_data: '+fm:d:page_alpha.usd' }]] }
    const { message_id } = await api.sendMessage(ANA.id, '▲', { reply_markup })
    const push = (await seen(ana)).find((message) => message.message_id === message_id)
    if (!push) throw new Error('it is gone')
    await buttonData(ana, push, 'less')
    const raised = await heard(ana, message_id)
    expect(raised.text).toContain(said)
    const undo = language === 'es' ? '↩ Deshacer' : '↩ Undo'
    expect((await buttonData(ana, raised, undo)).message.text.startsWith('🔕')).toBe(true)
  },
)
