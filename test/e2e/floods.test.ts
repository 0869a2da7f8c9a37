import { Redis as Server } from 'ioredis'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startServer, type TestServer } from '../support/cluster.ts'
import { ANA, createPeople, EMMA, LUIS } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { until } from '../support/until.ts'

const GROUP_ID = -1_001_000_000_001
const IN_GROUP = { user: LUIS.user, chat: GROUP_ID }
const COMMANDS = 40
const PRESSES = 12
const MINUTE_MS = 62_000
const GROUP_MAX = 20
const TOO_FAST = 'Vas muy rápido'
const STOPPED = 'Listo'
const ANSWERED_MS_MAX = 3_000
const SOON = { timeout: 30_000, interval: 50 }
/** Twenty answers, of which four come at once. */
const IN_HIS_TIME = { timeout: 40_000, interval: 100 }

/** What one does to a chat must stay in that chat. */
describe('a flood of commands', () => {
  let redis: TestServer
  let program: Program
  let bot = ''
  let people: ReturnType<typeof createPeople>

  beforeAll(async () => {
    redis = await startServer()
    program = spawnProgram({ env: { REDIS_URL: redis.url } })
    bot = await program.address('Bot')
    people = createPeople(await program.address('Web chat'))
    await people.act('add', { user: ANA.user, chat: GROUP_ID })
    await people.ask({ user: ANA.user, chat: GROUP_ID }, '/seguir page_beta.usd')
    await people.ask(EMMA, '/start')
  })
  afterAll(async () => {
    await program.stop()
    await redis.stop()
  })

  /** How often Telegram refused a call as one too many. */
  async function refusals(): Promise<number> {
    const text = await (await request(`${bot}/metrics`)).body.text()
    const counts = [...text.matchAll(/^tasa_sandbox_calls_total\{[^}]*code="(\d+)"[^}]*\} (\d+)/gm)]
    if (counts.length === 0) throw new Error('the sandbox counts no calls')
    return counts.reduce((sum, [, code, count]) => sum + (code === '429' ? Number(count) : 0), 0)
  }

  const ofBot = async (after: number, place = IN_GROUP): Promise<readonly string[]> =>
    (await people.messages(place))
      .filter(({ message_id, from }) => message_id > after && from?.is_bot)
      .map(({ text = '' }) => text)

  /** Presses a button of the newest message of a chat, once it has it. */
  async function press(place: typeof ANA, caption: string): Promise<unknown> {
    const { message_id, data } = await vi.waitUntil(async () => {
      const newest = (await people.messages(place)).at(-1)
      const buttons = newest?.reply_markup?.inline_keyboard?.flat() ?? []
      const data = buttons.find(({ text }) => text.endsWith(caption))?.callback_data
      return newest && data !== undefined && { message_id: newest.message_id, data }
    }, SOON)
    return people.press(place, message_id, data)
  }

  /** As if that long had gone by since all that was sent to the group. */
  async function age(ms: number): Promise<void> {
    const server = new Server(redis.url)
    const key = `group:${GROUP_ID}`
    for (const member of await server.zrange(key, '0', '-1')) await server.zincrby(key, -ms, member)
    server.disconnect()
  }

  it('by one member in a group delays no others, gets no 429, and gets one notice', async () => {
    const first = await people.say(IN_GROUP, '/tasa usd')
    for (let i = 1; i < COMMANDS; i++) {
      await people.say(IN_GROUP, '/tasa usd')
      if (i % 10 === 0) await people.act('price', { user: ANA.user, percent: 1 })
    }
    expect(await people.ask(EMMA, '/rate usd')).toContain('Bs.')
    await expect
      .poll(async () => (await ofBot(first)).some((text) => text.startsWith(TOO_FAST)), SOON)
      .toBe(true)
    const heard = await ofBot(first)
    expect(heard.length).toBeLessThanOrEqual(GROUP_MAX)
    expect(heard.filter((text) => text.startsWith(TOO_FAST))).toHaveLength(1)
    expect(await people.ask(EMMA, '/rate usd')).toContain('Bs.')
    expect(await refusals()).toBe(0)
  })

  it('by one member leaves others answered, and an administrator even if the group is at its limit', async () => {
    const others = [
      { ...ANA, chat: GROUP_ID },
      { ...EMMA, chat: GROUP_ID },
    ]
    for (let i = 0; i < COMMANDS; i++) await people.say(IN_GROUP, '/tasa usd')
    for (const other of others) {
      const asked = await people.say(other, '/tasa usd')
      const [answer] = await people.heard(other, asked, 1, ANSWERED_MS_MAX)
      expect(answer).toContain('Bs.')
    }
    for (let i = 0; i < COMMANDS; i++) await people.say(others[i % 2] ?? IN_GROUP, '/tasa usd')
    const asked = await people.say(others[0] ?? IN_GROUP, '/parar')
    const hasStopped = async () => (await ofBot(asked)).some((text) => text.startsWith(STOPPED))
    await expect.poll(hasStopped, { timeout: ANSWERED_MS_MAX }).toBe(true)
    expect(await refusals()).toBe(0)
  })

  it('leaves the group answered again when its minute is over', async () => {
    await people.act('faults', { flood_limits: false })
    await age(MINUTE_MS)
    // The person who flooded waits a second more for the next command, in whichever group.
    await until(async () => {
      const asked = await people.say(IN_GROUP, '/gap')
      const [answer] = await people.heard(IN_GROUP, asked, 1, ANSWERED_MS_MAX)
      expect(answer).not.toContain(TOO_FAST)
    })
  })

  it('by one person in private delays that person only', async () => {
    await people.act('faults', { flood_limits: true })
    const before = await refusals()
    const first = await people.say(LUIS, '/help')
    for (let i = 1; i < COMMANDS; i++) await people.say(LUIS, '/help')
    expect(await people.ask(EMMA, '/rate usd')).toContain('Bs.')
    expect((await ofBot(first, LUIS)).length).toBeLessThan(10)
    await expect
      .poll(async () => (await ofBot(first, LUIS)).at(-1)?.startsWith(TOO_FAST), IN_HIS_TIME)
      .toBe(true)
    expect((await ofBot(first, LUIS)).length).toBeGreaterThanOrEqual(21)
    expect(await refusals()).toBe(before)
  })

  it('of 12 taps on one button in private spaces the edits, gets no 429, and delays no others', async () => {
    const before = await refusals()
    await people.ask(ANA, '/ajustes')
    await press(ANA, 'Tasas preferidas')
    const presses = Array.from({ length: PRESSES }, () => press(ANA, '$ BCV'))
    expect(await people.ask(EMMA, '/rate usd')).toContain('Bs.')
    await Promise.all(presses)
    expect(await refusals()).toBe(before)
  })
})
