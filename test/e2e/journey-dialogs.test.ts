import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startHouse } from '../support/bots.ts'
import { canary } from '../support/canary.ts'
import { ANA, EMMA, LUIS } from '../support/people.ts'

const HOOKED = { TELEGRAM_UPDATES: 'webhook', TELEGRAM_WEBHOOK_SECRET: canary('telegram_webhook') }
const GROUP = { user: ANA.user, chat: -1_001_000_000_001 }
const SOON = { timeout: 30_000, interval: 20 }
/** So that updates meet while one is being answered. */
const SLOW_MS = 300

/** Updates come by webhook to all bots in turn, so that no dialog stays with one of them. */
describe('a dialog with several bots on one Redis', () => {
  let context: Awaited<ReturnType<typeof startHouse>>
  let redis: Redis

  beforeAll(async () => {
    context = await startHouse()
    redis = new Redis(context.redis.url)
    await Promise.all([startBot(), startBot()])
    await vi.waitUntil(async () => (await context.people.ask(ANA, '/tasa')).includes('BCV'), SOON)
  })
  afterAll(async () => {
    await redis.quit()
    await context.stop()
  })

  async function startBot(): Promise<void> {
    const bot = await context.startBot(HOOKED)
    context.front.add(await bot.address('Bot'))
  }

  async function killAll(): Promise<void> {
    for (const bot of context.bots.splice(0)) {
      context.front.remove(await bot.address('Bot'))
      bot.child.kill('SIGKILL')
      await bot.exited
    }
  }

  /** The newest message with a button of that caption. */
  async function findButton(place: typeof ANA, caption: RegExp) {
    for (const { message_id, reply_markup } of (await context.people.messages(place)).toReversed()) {
      const button = reply_markup?.inline_keyboard?.flat().find(({ text }) => caption.test(text))
      if (button?.callback_data) return { message_id, data: button.callback_data }
    }
    return undefined
  }

  async function press(place: typeof ANA, ...captions: readonly RegExp[]): Promise<void> {
    for (const caption of captions) {
      await expect.poll(() => findButton(place, caption), SOON).toBeDefined()
      const button = await findButton(place, caption)
      await context.people.press(place, button?.message_id ?? 0, button?.data ?? '')
    }
  }

  const textsIn = async (place: typeof ANA): Promise<string> =>
    (await context.people.messages(place)).map(({ text = '' }) => text).join('\n')

  /** Up to the question for a price of the BCV dollar. */
  async function upToPrice(place: typeof ANA, ...more: readonly RegExp[]): Promise<void> {
    await context.people.ask(place, '/alertas')
    await press(place, /^🔔 N/, /^\$ BCV/, /^▲/, ...more)
  }

  it('is continued by any of them, from one answer to the next', async () => {
    const { people } = context
    await upToPrice(ANA)
    expect(await people.ask(ANA, 'mucho')).toContain('No puedo usar «mucho».')
    expect(await people.ask(ANA, 'muchísimo')).toContain('No puedo usar «muchísimo».')
    expect(await people.ask(ANA, '5.001')).toContain('supera los Bs.\u00a05.001,00')
    await press(ANA, /^Una sola vez/)
    await expect.poll(() => textsIn(ANA), SOON).toContain('Te aviso si el BCV supera los Bs.\u00a05.001,00.')
  })

  it('goes on in another process after a kill between question and answer', async () => {
    const { people } = context
    await upToPrice(LUIS)
    await killAll()
    await Promise.all([startBot(), startBot()])
    expect(await people.ask(LUIS, '5.002')).toContain('supera los Bs.\u00a05.002,00')
    await press(LUIS, /^Una sola vez/)
    await expect.poll(() => textsIn(LUIS), SOON).toContain('Te aviso si el BCV supera los Bs.\u00a05.002,00.')
  })

  it('handles two answers that come at once one after the other, and loses none', async () => {
    const { people } = context
    await upToPrice(EMMA)
    await people.act('faults', { slow_ms: SLOW_MS })
    const first = await people.say(EMMA, 'lots')
    await people.say(EMMA, 'plenty')
    await people.say(EMMA, '5003')
    const heard = await people.heard(EMMA, first, 3)
    await people.act('faults', { slow_ms: 0 })
    expect(heard).toEqual([
      expect.stringContaining('“lots”'),
      expect.stringContaining('“plenty”'),
      expect.stringContaining('5,003.00'),
    ])
  })

  it('of an older program ends with a message, and its other buttons still work', async () => {
    const { people } = context
    await upToPrice(ANA)
    // Updates of a chat are handled in order: once this look-up is answered, the press before it has stored its dialog.
    await vi.waitUntil(async () => (await people.ask(ANA, '/tasa')).startsWith('Tasas'), SOON)
    const [key, field] = [`session:${ANA.chat}`, `dialog ${ANA.user}`]
    expect(await redis.ttl(key)).toBeGreaterThan(14 * 60)
    const stored = JSON.parse((await redis.hget(key, field)) ?? '[]')
    await redis.hset(key, field, JSON.stringify(['0.1', ...stored.slice(1)]))
    expect(await people.ask(ANA, '5.004')).toContain('olvidé esa pregunta')
    expect(await redis.hexists(key, field)).toBe(0)
    await press(ANA, /^Bs\./, /^Cada vez/)
    await expect.poll(() => textsIn(ANA), SOON).toContain('Cada vez que cruce')
  })

  it('of an administrator who writes as the group accepts an answer written as the group', async () => {
    const { people } = context
    await upToPrice(GROUP, /^Otro valor/)
    const asked = async () =>
      (await people.messages(GROUP)).findLast(({ text }) => text?.includes('en respuesta a este mensaje'))
    await expect.poll(asked, SOON).toBeDefined()
    await people.act('send', {
      ...GROUP,
      anonymous: true,
      text: '5.005',
      reply_to: (await asked())?.message_id,
    })
    await press(GROUP, /^Una sola vez/)
    await expect
      .poll(() => textsIn(GROUP), SOON)
      .toContain('Te aviso si el BCV supera los Bs.\u00a05.005,00.')
  })
})
