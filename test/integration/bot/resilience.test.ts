import { expect, onTestFinished, test } from 'vitest'
import { onThisMachine } from '../../support/machine.ts'
import { ana, CHAT, useBot } from './harness.ts'

const {
  ask,
  bot,
  buttonData,
  chats,
  createOurs,
  limiter,
  lines,
  post,
  press,
  prices,
  restart,
  say,
  seen,
  talk,
} = await useBot()

const never = new Promise<never>(() => {})
const FAILED = 'Algo falló de mi lado. Prueba otra vez en un momento.'
const fail = async () => {
  throw new Error('READONLY You cannot write against a replica')
}

test('the bot starts while Telegram cannot be reached, and stops quickly', async () => {
  const bot = createOurs({ apiRoot: 'http://127.0.0.1:1' })
  await bot.start()
  const startedAt = performance.now()
  await bot.stop()
  expect(performance.now() - startedAt).toBeLessThan(await onThisMachine(3_000))
})

test('an update that fails is logged once and answered with an error, a button too; the next one is handled', async () => {
  const card = await ask(ana, '/tasa usd')
  chats.follows.add = fail
  await talk(['/seguir usd', FAILED])
  expect(lines.filter((line) => line.includes('"level":"error"'))).toHaveLength(1)
  await talk(['/tasa usd', 'Bs.\u00a0349,93'])
  const { answer } = await buttonData(ana, card, 'Seguir')
  expect(answer).toMatchObject({ answered: true, text: FAILED })
})

test('look-ups are answered in the language of Telegram while Redis does not answer, and changes are refused for now', async () => {
  chats.read = () => never
  await talk(['/tasa usd', 'Bs.\u00a0349,93'], ['/dejar', FAILED])
})

test('no look-up waits for a rate API that does not answer', async () => {
  prices.refresh = () => never
  const card = await ask(ana, '/tasa usd')
  expect((await buttonData(ana, card, '↻ Actualizar')).answer.text).toBe('Sin cambios')
  expect((await press(ana, card, 'Todas las tasas')).text).toContain('812,40')
  await talk(['/tasa', '812,40'], ['/tasa xyz', 'No conozco «xyz».'], ['/seguir usd', 'Listo'])
})

test('a 429 pauses all sending, and the answer is sent after the pause', async () => {
  const limits = {
    perSecond: 100,
    paidPerSecond: 100,
    privateBurst: 1,
    privateEveryMs: 1_000,
    groupPerMinute: 100,
  }
  await restart({ limits })
  await ask(ana, '/help')
  expect(limiter.state.pausedUntil).toBe(0)
  expect((await ask(ana, '/tasa usd')).text).toContain('Bs.\u00a0349,93')
  expect(limiter.state.pausedUntil).toBeGreaterThan(0)
})

test('an answer that waits for a pause when we stop is sent after the next start', async () => {
  await ask(ana, '/help')
  await limiter.pauseSending(60_000)
  const asked = await say(ana, '/tasa usd')
  await expect.poll(async () => (await seen(ana)).at(-1)?.message_id).toBe(asked)
  await bot.stop()
  limiter.state.pausedUntil = 0
  const next = createOurs()
  await next.start()
  onTestFinished(() => next.stop())
  await expect.poll(async () => (await seen(ana)).at(-1)?.text).toContain('Bs.\u00a0349,93')
})

test.each([
  'x',
  'r',
  'r:d:',
  'r:d:page_alpha.nothing',
  'f:d:../../etc',
  'o:1',
  'u:#0123',
  'r:D:PAGE_ALPHA.USD',
  'a|x',
  'al|v1:x',
  'ch|d0',
  '+fm:d:page_alpha.usd|-1',
  'a:d:page_alpha.usd|a-5r',
  'a|gp2r',
  'al|v1:-3',
  'fl:d:page_alpha.usd|77',
  '+fm:d:page_alpha.usd|100',
])('a forged, malformed or old button changes nothing and says so: %s', async (data) => {
  await ask(ana, '/seguir usd')
  await ask(ana, '/alertas usd > 400')
  const before = await chats.read(CHAT)
  const forged = await post(ana, { inline_keyboard: [[{ text: 'button', callback_data: data }]] })
  const { answer } = await buttonData(ana, forged, 'button')
  expect(`${answer.text}${(await seen(ana)).at(-1)?.text}`).toContain(
    'Este botón ya no sirve. Escribe /tasa.',
  )
  expect(await chats.read(CHAT)).toEqual(before)
})
