import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHouse } from '../support/bots.ts'
import { canary } from '../support/canary.ts'
import { ANA, EMMA, LUIS } from '../support/people.ts'
import type { Program } from '../support/program.ts'

const SECRET = canary('telegram_webhook')
const SECRET_BEFORE = canary('telegram_webhook_before')
const HOOKED = { TELEGRAM_UPDATES: 'webhook', TELEGRAM_WEBHOOK_SECRET: `${SECRET},${SECRET_BEFORE}` }
const TAKEN_OVER = { timeout: 30_000, interval: 50 }

describe('several bots on one Redis', () => {
  let context: Awaited<ReturnType<typeof startHouse>>

  beforeAll(async () => {
    context = await startHouse()
  })
  afterAll(() => context.stop())

  /** Says it five times over, to hear as many answers whatever happens meanwhile. */
  async function talk(place: typeof ANA, meanwhile: () => Promise<unknown>): Promise<string[]> {
    const { people } = context
    const first = await people.say(place, '/help')
    for (let i = 0; i < 2; i++) await people.say(place, '/help')
    await meanwhile()
    for (let i = 0; i < 2; i++) await people.say(place, '/help')
    return people.heard(place, first, 5, TAKEN_OVER.timeout)
  }

  /** Five answers; the one that the killed bot had in hand may be said twice. */
  function expectEachAnswered(heard: readonly string[]): void {
    expect([5, 6]).toContain(heard.length)
  }

  /** Calls the webhook of the newest bot; the status of its answer. */
  async function callHook(headers: Record<string, string>, body: string): Promise<number> {
    const [bot] = context.bots.slice(-1) as [Program]
    const { statusCode } = await request(`${await bot.address('Bot')}/webhooks/telegram`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    return statusCode
  }

  it('poll one at a time, and another one polls after a kill', async () => {
    const [one] = [await context.startBot({}), await context.startBot({})]
    expectEachAnswered(await talk(ANA, async () => one.child.kill('SIGKILL')))
    const third = await context.startBot({})
    expect(await talk(LUIS, () => third.stop())).toHaveLength(5)
    await Promise.all(context.bots.splice(0).map((bot) => bot.stop()))
  })

  it('share updates by webhook, and the others handle those of a killed one', async () => {
    const { front, people } = context
    const [one, other] = [await context.startBot(HOOKED), await context.startBot(HOOKED)]
    for (const bot of [one, other]) front.add(await bot.address('Bot'))
    expect(await talk(ANA, async () => {})).toHaveLength(5)

    await people.act('faults', { slow_ms: 300 })
    const heard = await talk(LUIS, async () => {
      front.remove(await one.address('Bot'))
      one.child.kill('SIGKILL')
      await people.act('faults', { slow_ms: 0 })
    })
    expectEachAnswered(heard)
    expect(front.statuses.filter((status) => status !== 200)).toEqual([])
  })

  it('refuse updates while Redis hangs, and answer them when they are repeated', async () => {
    const { people, redis } = context
    const chat = { id: EMMA.chat, type: 'private' }
    const entities = [{ type: 'bot_command', offset: 0, length: 5 }]
    const from = { id: EMMA.user, is_bot: false }
    const message = { message_id: 1, date: 1, chat, from, text: '/help', entities }
    const update = JSON.stringify({ update_id: 4_000_000_000, message })
    const deliver = (): Promise<number> => callHook({ 'x-telegram-bot-api-secret-token': SECRET }, update)

    await people.ask(EMMA, '/start')
    const before = (await people.messages(EMMA)).at(-1)?.message_id ?? 0
    redis.freeze()
    const refused = await deliver().finally(redis.thaw)
    expect(refused).toBe(503)
    await expect.poll(deliver, TAKEN_OVER).toBe(200)
    expect(await people.heard(EMMA, before)).toHaveLength(1)
  })

  it('refuse requests without the secret', async () => {
    const strangers = [{}, { 'x-telegram-bot-api-secret-token': 'guessed-secret' }]
    const answers = await Promise.all(strangers.map((headers) => callHook(headers, '{')))
    expect(answers).toEqual([401, 401])
  })

  it('accept the previous secret too during a rotation', async () => {
    const callers = [SECRET, SECRET_BEFORE, HOOKED.TELEGRAM_WEBHOOK_SECRET]
    const answers = await Promise.all(
      callers.map((secret) => callHook({ 'x-telegram-bot-api-secret-token': secret }, '{')),
    )
    expect(answers).toEqual([400, 400, 401])
  })
})
