import { Redis } from 'ioredis'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { priceSignal } from '../../src/chats/alert.ts'
import { createLimiter } from '../../src/queue/limiter.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { canary } from '../support/canary.ts'
import { startServer } from '../support/cluster.ts'
import { forFile } from '../support/folder.ts'
import { FIRST_TOKEN, startTown } from '../support/load-fixture.ts'
import type { Program } from '../support/program.ts'
import { RECORDER_TOKEN, repeated } from '../support/recorder.ts'

const CHATS = 200
const OWNER = '777'
const GROUPS = Array.from({ length: 180 }, (_, index) => String(-1_000 - index))
const OTHERS = Array.from({ length: 60 }, (_, index) => String(2_000 + index))
const MONITOR = { page: 'banco', currency: 'dollar', key: 'usd' } as const
/** How many times as late a message may be as without the groups. */
const TIMES_MAX = 4
const PAUSE_MS = 4_000
const NEW_BOT_TOKEN = RECORDER_TOKEN.replace(/:.*/, `:AA${'x'.repeat(33)}`)
const NEW_SECRET = canary('rates_webhook_next')
const NEW_PASSWORD = canary('redis_password_next')
const SOON = { timeout: 45_000, interval: 50 }

interface Line {
  readonly level: string
  readonly msg: string
  readonly trace?: string
  readonly [field: string]: unknown
}
const linesOf = (program: Program): Line[] =>
  program
    .err()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

const revoked = new Set<string>()
const server = await forFile(startServer())
const town = await forFile(
  startTown({
    redisUrl: server.url,
    ratePerSecond: 100,
    chats: CHATS,
    latencyMs: 5,
    isRevoked: (token) => revoked.has(token),
  }),
)
let push: readonly Program[] = [await town.startPush(), await town.startPush()]
await town.registered()

describe('a rate service, and push processes that tell chats of its price', () => {
  it('log one id from the read of a price to the messages about it', async () => {
    town.move()
    await expect.poll(town.untold, SOON).toEqual([])
    const isChange = ({ msg, outcome }: Line) => msg === 'collected' && outcome === 'changed'
    const { trace = 'none' } = linesOf(town.service).findLast(isChange) ?? {}
    expect(trace).toMatch(/^\d{13}-\d+$/)
    const traced = () =>
      [town.service, ...push].map((program) =>
        linesOf(program).filter((line) => JSON.stringify(line).includes(trace)),
      )
    const named = (name: string) =>
      traced()
        .flat()
        .filter(({ msg }) => msg === name)
    const delivered = () => named('prices delivered').reduce((sum, { messages }) => sum + Number(messages), 0)
    await expect.poll(delivered, SOON).toBe(CHATS)
    expect(traced().every((lines) => lines.length > 0)).toBe(true)
    expect(named('collected')).toMatchObject([{ page: 'banco', outcome: 'changed', updates: 1 }])
    expect(named('notification kept')).toMatchObject([{ prices: 1, isRepeated: false }])
    expect(named('prices matched')).toMatchObject([{ chats: CHATS }])
    const lines = traced().flat()
    expect(lines.every(({ level }) => level === 'info')).toBe(true)
    expect(lines.length).toBeLessThan(CHATS / 10)
  })

  describe('change a secret by a restart, in which no price is lost:', () => {
    /** What is changed so far. */
    const env: Record<string, string> = {}

    /** Starts a `push` with the changed secret while the price moves, then stops those before; every chat hears of each. */
    async function restartWith(changed: Readonly<Record<string, string>>): Promise<Program> {
      Object.assign(env, changed)
      town.move()
      const next = await town.startPush(env)
      for (const before of push) expect((await before.stop()).code).toBe(0)
      push = [next]
      await expect.poll(next.err, SOON).toContain('registered at the rate API')
      await expect.poll(town.untold, SOON).toEqual([])
      town.move()
      await expect.poll(town.untold, SOON).toEqual([])
      expect([repeated(town.recorder.sent), await town.queue.parked()]).toEqual([0, []])
      return next
    }

    it('the token of the rate API', async () => {
      await restartWith({ RATES_API_TOKEN: await town.runToken('create', 'town-next') })
      await town.runToken('revoke', FIRST_TOKEN)
      expect(await town.runToken('list')).not.toMatch(/^town\s/m)
      town.move()
      await expect.poll(town.untold, SOON).toEqual([])
    })

    it('the secret of the notifications', async () => {
      const next = await restartWith({ RATES_WEBHOOK_SECRET: NEW_SECRET })
      const { statusCode, body } = await request(`${await next.address('Bot')}/webhooks/rates`, {
        method: 'POST',
        headers: { authorization: `Bearer ${NEW_SECRET}`, 'content-type': 'application/json' },
        body: '{}',
      })
      await body.dump()
      expect(statusCode).toBe(400)
    })

    it('the token of the bot, which Telegram refuses from then on', async () => {
      // One that is refused meanwhile keeps all from sending for a minute.
      for (const before of push) expect((await before.stop()).code).toBe(0)
      revoked.add(RECORDER_TOKEN)
      await restartWith({ BOT_TOKEN: NEW_BOT_TOKEN })
    })

    it('the password of Redis, of which the new one is added before and the old one taken away after', async () => {
      const operator = new Redis(server.url)
      await operator.call('ACL', 'SETUSER', 'default', `>${NEW_PASSWORD}`)
      await restartWith({ REDIS_URL: server.url.replace('://', `://:${NEW_PASSWORD}@`) })
      await operator.call('ACL', 'SETUSER', 'default', 'resetpass', `>${NEW_PASSWORD}`)
      operator.disconnect()
      town.move()
      await expect.poll(town.untold, SOON).toEqual([])
    })
  })

  it('make no message 4 times as late for a person with 180 groups that follow and have alerts', async () => {
    const alert = { kind: 'percent', signal: priceSignal(MONITOR), value: '0.1' } as const
    for (const group of GROUPS) {
      await town.chats.follows.add(group, MONITOR, { price: '800', at: 1 })
      await town.chats.alerts.add(group, alert, '800', [], OWNER)
    }
    for (const chat of OTHERS) await town.chats.alerts.add(chat, alert, '800')
    const redis = new Redis(server.url, { password: NEW_PASSWORD })
    const limits = { redis, subscriber: redis, name: '{limit}', ratePerSecond: 100 }
    const { pauseSending } = createLimiter({ ...limits, metrics: createMetrics() })
    const told = GROUPS.length + OTHERS.length + CHATS
    const before = town.recorder.sent.length
    await pauseSending(PAUSE_MS)
    town.setPrice({ price: 820, date: '2026-11-20' })
    // All are due before the first message, however busy the machine is.
    const waiting = async (): Promise<number> => {
      await pauseSending(PAUSE_MS)
      return (await town.queue.backlog()).waiting
    }
    await expect.poll(waiting, SOON).toBeGreaterThanOrEqual(told)
    redis.disconnect()
    const placeOf = new Map<string, number>()
    const placed = (): number => {
      for (const [place, { chat }] of town.recorder.sent.slice(before).entries()) placeOf.set(chat, place + 1)
      return placeOf.size
    }
    await expect.poll(placed, SOON).toBe(told)
    const last = Math.max(...OTHERS.map((chat) => placeOf.get(chat) ?? 0))
    expect(last).toBeLessThan(TIMES_MAX * OTHERS.length)
  })
})
