import { ANA } from 'telegram-sandbox'
import { expect, test } from 'vitest'
import { atEnd, startSandbox, TOKEN } from '../../../sandbox/test/support/harness.ts'
import { createBot } from '../../../src/bot.ts'
import { Failure } from '../../../src/runtime/failure.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { onThisMachine } from '../../support/machine.ts'
import { ana, CHAT, createMemoryLimiter, startBot } from './harness.ts'
import {
  createMemoryChats,
  createMemoryPast,
  createMemoryPrices,
  createMemoryStore,
  createMemoryUpdates,
  NOON,
} from './memory.ts'

const never = new Promise<never>(() => {})

const botAt = (apiRoot: string, token = TOKEN) =>
  createBot({
    prices: createMemoryPrices(),
    chats: createMemoryChats(),
    redis: createMemoryStore(),
    updateStream: createMemoryUpdates(),
    limiter: createMemoryLimiter(),
    client: createMemoryPast(),
    token,
    apiRoot,
    defaultLanguage: 'es',
    clock: () => NOON,
    log: createLog('silent').log,
    metrics: createMetrics(),
    onRefused: () => {},
  })

test('a wrong token stops the start with one clear line', async () => {
  const { root } = await startSandbox()
  const bot = botAt(root, '1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
  atEnd(() => bot.stop())
  const refused = await bot.start().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Failure)
  expect(refused).toHaveProperty(
    'message',
    `BOT_TOKEN is refused by Telegram at ${root} (401 Unauthorized): correct it, @BotFather shows it`,
  )
})

test('the bot starts while Telegram cannot be reached, and stops quickly', async () => {
  const bot = botAt('http://127.0.0.1:1')
  await bot.start()
  const startedAt = performance.now()
  await bot.stop()
  expect(performance.now() - startedAt).toBeLessThan(await onThisMachine(3_000))
})

test('an update that fails is logged once and answered with an error; the next one is handled', async () => {
  const { ask, chats, lines } = await startBot()
  chats.follows.add = async () => {
    throw new Error('READONLY You cannot write against a replica')
  }
  expect((await ask(ana, '/seguir usd')).text).toBe('Algo falló de mi lado. Prueba otra vez en un momento.')
  expect(lines.filter((line) => line.includes('"level":"error"'))).toHaveLength(1)
  expect((await ask(ana, '/tasa usd')).text).toContain('Bs.\u00a0349,93')
})

test('the presser of a button that fails is told', async () => {
  const { ask, buttonData, chats } = await startBot()
  const card = await ask(ana, '/tasa usd')
  chats.follows.add = async () => {
    throw new Error('READONLY')
  }
  const { answer } = await buttonData(ana, card, 'Seguir')
  expect(answer).toMatchObject({
    answered: true,
    text: 'Algo falló de mi lado. Prueba otra vez en un momento.',
  })
})

test('look-ups are answered in the language of Telegram while Redis does not answer, and changes are refused for now', async () => {
  const { ask, chats } = await startBot()
  chats.read = () => never
  expect((await ask(ana, '/tasa usd')).text).toContain('Bs.\u00a0349,93')
  expect((await ask(ana, '/dejar')).text).toBe('Algo falló de mi lado. Prueba otra vez en un momento.')
})

test('no look-up waits for a rate API that does not answer', async () => {
  const { ask, prices, buttonData } = await startBot()
  prices.refresh = () => never
  const card = await ask(ana, '/tasa usd')
  expect(card.text).toContain('Bs.\u00a0349,93')
  expect((await buttonData(ana, card, 'Todas las tasas')).message.text).toContain('812,40')
  expect((await ask(ana, '/tasa')).text).toContain('812,40')
  expect((await ask(ana, '/tasa xyz')).text).toContain('No conozco «xyz».')
  expect((await ask(ana, '/seguir usd')).text).toContain('Listo')
})

test('a 429 pauses all sending, and the answer is sent after the pause', async () => {
  const limits = {
    perSecond: 100,
    paidPerSecond: 100,
    privateBurst: 1,
    privateEveryMs: 1_000,
    groupPerMinute: 100,
  }
  const { ask, limiter } = await startBot({ limits })
  await ask(ana, '/help')
  expect(limiter.state.pausedUntil).toBe(0)
  expect((await ask(ana, '/tasa usd')).text).toContain('Bs.\u00a0349,93')
  expect(limiter.state.pausedUntil).toBeGreaterThan(0)
})

test('an answer that waits for a pause when we stop is sent after the next start', async () => {
  const { ask, say, seen, bot, createOurs, limiter } = await startBot()
  await ask(ana, '/help')
  await limiter.pauseSending(60_000)
  const asked = await say(ana, '/tasa usd')
  await expect.poll(async () => (await seen(ana)).at(-1)?.message_id).toBe(asked)
  await bot.stop()
  limiter.state.pausedUntil = 0
  const next = createOurs()
  await next.start()
  atEnd(() => next.stop())
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
  const { ask, post, buttonData, seen, chats } = await startBot()
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

test('a message that can no longer be edited is answered by a new one', async () => {
  const { ask, api, buttonData, seen, chats } = await startBot()
  const card = await ask(ana, '/tasa usd')
  const { add: follow } = chats.follows
  chats.follows.add = async (...wanted) => {
    await api.deleteMessage(ANA.id, card.message_id)
    return follow(...wanted)
  }
  await buttonData(ana, card, 'Seguir')
  expect((await seen(ana)).at(-1)?.text).toContain('Listo: te aviso')
})
