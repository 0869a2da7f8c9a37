import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../support/cluster.ts'
import { startFront } from '../support/front.ts'
import { ANA, createPeople, LUIS } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'

const SECRET = 'a-secret-of-the-tests'
const TAKEN_OVER = { timeout: 15_000, interval: 50 }

/** Everything but the bots in one process, and bots as many as wanted. */
describe('several bots on one Redis', () => {
  let redis: TestServer
  let front: Awaited<ReturnType<typeof startFront>>
  let house: Program
  let sandbox = ''
  let people: ReturnType<typeof createPeople>
  const bots: Program[] = []

  async function startBot(env: Record<string, string>): Promise<Program> {
    const bot = spawnProgram({
      env: {
        ROLES: 'bot',
        REDIS_URL: redis.url,
        RATES_API_URL: await house.address('Rate service'),
        RATES_API_TOKEN: 'unknown-token',
        RATES_WEBHOOK_SECRET: SECRET,
        TELEGRAM_API_ROOT: sandbox,
        PUBLIC_URL: front.url,
        ...env,
      },
    })
    bots.push(bot)
    await bot.address('Bot')
    return bot
  }

  /** Says it five times over, to hear as many answers whatever happens meanwhile. */
  async function talk(place: typeof ANA, meanwhile: () => Promise<unknown>): Promise<string[]> {
    const first = await people.say(place, '/help')
    for (let i = 0; i < 2; i++) await people.say(place, '/help')
    await meanwhile()
    for (let i = 0; i < 2; i++) await people.say(place, '/help')
    return people.heard(place, first, 5, TAKEN_OVER.timeout)
  }

  const setFaults = (faults: object) =>
    request(`${sandbox}/chat/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    })

  beforeAll(async () => {
    redis = await startServer()
    front = await startFront()
    house = spawnProgram({
      env: {
        ROLES: 'service,push,sandbox',
        REDIS_URL: redis.url,
        RATES_WEBHOOK_SECRET: SECRET,
      },
    })
    sandbox = await house.address('Web chat')
    people = createPeople(sandbox)
    await setFaults({ flood_limits: false })
  })
  afterAll(async () => {
    await Promise.all([...bots, house].map((program) => program.stop()))
    await front.stop()
    await redis.stop()
  })

  it('poll one at a time, and one that is killed is followed by the other', async () => {
    const [one] = [await startBot({}), await startBot({})]
    expect(await talk(ANA, async () => one.child.kill('SIGKILL'))).toHaveLength(5)
    const third = await startBot({})
    expect(await talk(LUIS, () => third.stop())).toHaveLength(5)
    await Promise.all(bots.splice(0).map((bot) => bot.stop()))
  })

  it('share what comes by webhook, and what a killed one had goes on with the others', async () => {
    const hooked = { TELEGRAM_UPDATES: 'webhook' }
    const [one, other] = [await startBot(hooked), await startBot(hooked)]
    for (const bot of [one, other]) front.add(await bot.address('Bot'))
    expect(await talk(ANA, async () => {})).toHaveLength(5)

    await setFaults({ slow_ms: 300 })
    const heard = await talk(LUIS, async () => {
      front.remove(await one.address('Bot'))
      one.child.kill('SIGKILL')
      await setFaults({ slow_ms: 0 })
    })
    expect(heard.length).toBeGreaterThanOrEqual(5)
    expect(heard.length).toBeLessThanOrEqual(6) // the one in hand may be said twice
    expect(front.statuses.filter((status) => status !== 200)).toEqual([])
  })

  it('let nobody in who does not know the secret', async () => {
    const [bot] = bots.slice(-1) as [Program]
    const url = `${await bot.address('Bot')}/webhooks/telegram`
    const post = (headers: Record<string, string>) =>
      request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{' })
    const strangers = [{}, { 'x-telegram-bot-api-secret-token': 'guessed-secret' }]
    expect(await Promise.all(strangers.map(async (headers) => (await post(headers)).statusCode))).toEqual([
      401, 401,
    ])
  })
})
