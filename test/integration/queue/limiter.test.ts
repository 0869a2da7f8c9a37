import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createLimiter } from '../../../src/queue/limiter.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { onThisMachine } from '../../support/machine.ts'
import { useEmptyRedis } from '../../support/redis.ts'

const { redis, connect } = await useEmptyRedis()
const NAME = '{limit}'
const open = new AbortController().signal

/** A process of its own, with connections of its own. */
async function startLimiter(ratePerSecond = 100) {
  const metrics = createMetrics()
  const connections = { redis: await connect(), subscriber: await connect(true) }
  const limiter = createLimiter({ ...connections, name: NAME, ratePerSecond, metrics })
  await limiter.start()
  onTestFinished(limiter.stop)
  return { ...limiter, metrics }
}

type Started = Awaited<ReturnType<typeof startLimiter>>

let one: Started
let other: Started
beforeEach(async () => {
  ;[one, other] = await Promise.all([startLimiter(), startLimiter()])
})

async function take({ places }: Started, count: number): Promise<number> {
  let taken = 0
  const use = (): void => {
    taken += 1
  }
  await places({ wanted: count, signal: open, use })
  return taken
}

/** Moves a moment that the limiter keeps, as if that many seconds had gone by. */
async function age(field: string, seconds: number): Promise<void> {
  await redis.hincrby(NAME, field, -seconds * 1_000_000)
}

const microsNow = async (): Promise<number> => {
  const [seconds, micros] = await redis.time()
  return Number(seconds) * 1_000_000 + Number(micros)
}

/** Percent of the configured rate, as the next call hears it. */
async function shareOf(limiter = one, configured = 100): Promise<number> {
  await limiter.spend(0)
  return Math.round((limiter.ratePerSecond() / configured / 0.98) * 100)
}

it('leases few places ahead, so that other processes have theirs', async () => {
  const stopping = new AbortController()
  const taken = one.places({ wanted: 1_000, signal: stopping.signal, use: () => {} }).catch(() => undefined)
  await expect.poll(() => redis.hexists(NAME, 'leased')).toBe(1)
  const [ends, now] = [Number(await redis.hget(NAME, 'leased')), await microsNow()]
  stopping.abort()
  await taken
  expect(ends - now).toBeLessThan(1_000_000)
})

/** A 429 that paused sending for 2 s, which are over. */
async function refuse(limiter = one): Promise<void> {
  await limiter.pauseSending(2_000)
  await age('gate', 2)
  await age('lowered', 2)
}

describe('the pause of sending', () => {
  it('is paused for every process by the 429 of one', async () => {
    await one.pauseSending(5_000)
    await expect.poll(() => other.pausedForMs()).toBeGreaterThan(0)
    expect(await Promise.all([take(one, 3), take(other, 3)])).toEqual([0, 0])
  })

  it('gives no place before it opens, and afterwards one to each that waits', async () => {
    await one.pauseSending(300)
    const opensAt = Number(await redis.hget(NAME, 'gate'))
    expect(await take(one, 3)).toBe(3)
    expect(await microsNow()).toBeGreaterThan(opensAt)
  })

  it('is not opened earlier by a shorter 429', async () => {
    await one.pauseSending(60_000)
    await one.pauseSending(1_000)
    expect((await startLimiter()).pausedForMs()).toBeGreaterThan(50_000)
  })
})

describe('a 429 for a chat', () => {
  it.each([
    ['-1', '-2'],
    ['1', '-2'],
    ['-1', '2'],
  ])(
    'that is a group says nothing of others: all sending goes on after those for %s and %s',
    async (...chats) => {
      for (const chat of chats) await one.pauseSending(60_000, chat)
      expect(await Promise.all([take(one, 2), take(other, 2)])).toEqual([2, 2])
      expect(await other.metrics.text()).toContain('tasa_send_pauses_total 0')
    },
  )

  it('pauses all sending once ten groups were refused within a second, and not at the ninth', async () => {
    const refuse = (group: number) => one.pauseSending(60_000, String(-group))
    await Promise.all(Array.from({ length: 9 }, (_, i) => refuse(i + 1)))
    expect([one.pausedForMs(), other.pausedForMs()]).toEqual([0, 0])
    await redis.hset(NAME, 'crowd', `9 ${await microsNow()}`) // however long the nine took here
    await refuse(10)
    await expect.poll(() => other.pausedForMs()).toBeGreaterThan(50_000)
    expect(one.pausedForMs()).toBeGreaterThan(50_000)
  })

  it('does not write down the number of the chat, which may delete its data', async () => {
    await one.pauseSending(60_000, '48151623421')
    expect(JSON.stringify(await redis.hgetall(NAME))).not.toContain('48151623421')
  })

  it('does not pause all sending if the last 429 of another person was long before', async () => {
    await one.pauseSending(60_000, '1')
    await redis.hset(NAME, 'refused', `1 ${(await microsNow()) - 6_000_000}`)
    await one.pauseSending(60_000, '2')
    expect(one.pausedForMs()).toBe(0)
  })

  it('stops only that person, in every process', async () => {
    await one.pauseSending(60_000, '1')
    await other.pauseSending(50_000, '1')
    await expect.poll(() => other.pausedForMs('1')).toBeGreaterThan(50_000)
    expect([one, other].map((one) => one.pausedForMs('2'))).toEqual([0, 0])
    expect(await Promise.all([take(one, 2), take(other, 2)])).toEqual([2, 2])
    expect(await other.metrics.text()).toContain('tasa_send_pauses_total 0')
  })

  it('stops only people who were answered just before, as their own commands may have brought them there', async () => {
    const [bot, push] = [one, other]
    for (const person of ['7', '8']) await bot.spend(1, person)
    for (const person of ['7', '8', '7', '8']) await push.pauseSending(60_000, person)
    expect([push.pausedForMs(), push.pausedForMs('7') > 0, push.pausedForMs('8') > 0]).toEqual([
      0,
      true,
      true,
    ])
    expect(await redis.zrange(`${NAME}:answered`, '0', '-1')).not.toContain('7')
  })

  it('pauses all sending once ten of those were refused within a second', async () => {
    const people = Array.from({ length: 10 }, (_, i) => `${i + 1}`)
    for (const person of people) await one.spend(1, person)
    for (const person of people) await one.pauseSending(60_000, person)
    expect(one.pausedForMs()).toBeGreaterThan(0)
  })

  it('pauses all sending if another person got one seconds before, in whichever process', async () => {
    await one.pauseSending(60_000, '1')
    await other.pauseSending(60_000, '2')
    expect(other.pausedForMs()).toBeGreaterThan(50_000)
    await expect.poll(() => one.pausedForMs()).toBeGreaterThan(50_000)
  })
})

describe('the rate', () => {
  it('is shared: three processes together have no more places than one', async () => {
    const limiters = await Promise.all([startLimiter(200), startLimiter(200), startLimiter(200)])
    const beganAt = await microsNow()
    const taken = await Promise.all(limiters.map((one) => take(one, 20)))
    const takenMicros = (await microsNow()) - beganAt
    expect(taken).toEqual([20, 20, 20])
    expect(takenMicros).toBeGreaterThan(59 * 5_102 - 15_000)
  })

  it('leaves room for connections to be made where a fan-out begins, once, unless nothing limits it', async () => {
    const gapAfter = async (limiter = one): Promise<number> => {
      await take(limiter, 1)
      const [tat, leased] = await redis.hmget(NAME, 'tat', 'leased')
      return Number(tat) - Number(leased)
    }
    // A place that this process wakes too late for is taken again, and that one is not the first.
    const afterPause = async (): Promise<number> => {
      await age('leased', 2)
      return gapAfter()
    }
    await expect.poll(afterPause).toBe(100_000)
    expect(await gapAfter()).toBe(0)
    await expect.poll(afterPause).toBe(100_000)
    await age('leased', 2)
    expect(await gapAfter(await startLimiter(1_000_000))).toBe(0)
  })

  it('falls for every process with a second 429 within a minute, and again with each', async () => {
    await refuse()
    await refuse(other)
    expect([await shareOf(), await shareOf(other)]).toEqual([80, 80])
    await refuse()
    expect(await shareOf(other)).toBe(64)
  })

  it('does not fall where the 429 before is longer ago', async () => {
    await refuse()
    await age('gate', 61)
    await refuse()
    expect(await shareOf()).toBe(100)
  })

  it('does not fall for what was in flight during a pause', async () => {
    await refuse()
    for (let i = 0; i < 5; i++) await one.pauseSending(2_000)
    expect(await shareOf()).toBe(80)
  })

  it('rises by 2 % of the configured one every 10 s without a 429, up to it', async () => {
    await refuse()
    await refuse()
    const shares: number[] = []
    for (const seconds of [9, 1, 10, 70, 10, 1_000]) {
      await age('lowered', seconds)
      shares.push(await shareOf())
    }
    expect(shares).toEqual([80, 82, 84, 98, 100, 100])
  })

  it('never falls below a tenth', async () => {
    for (let i = 0; i < 30; i++) await refuse()
    expect(await shareOf()).toBe(10)
  })

  it('leaves room for as many answers in the next second, and a quarter of the rate to waiting messages', async () => {
    /** To the place after the next one, in µs, while so many are answered; less where the machine is busy. */
    const distance = async (answered: number): Promise<number> => {
      await one.spend(answered)
      await redis.hset(NAME, 'tat', 0, 'leased', await microsNow())
      await take(one, 1)
      return Number(await redis.hget(NAME, 'tat')) - (await microsNow())
    }
    expect(await distance(0)).toBeLessThan(11_000)
    await expect.poll(() => distance(49)).toBeGreaterThan(15_000)
    await expect.poll(() => distance(1_000)).toBeGreaterThan(30_000)
    expect(await distance(1_000)).toBeLessThan(50_000)
  })
})

describe('a step back of the clock of Redis', () => {
  it.each([600, 3_600])('of %i s delays no place', async (seconds) => {
    await take(one, 3)
    await age('tat', -seconds)
    await age('leased', -seconds)
    const startedAt = performance.now()
    expect(await take(one, 3)).toBe(3)
    expect(performance.now() - startedAt).toBeLessThan(await onThisMachine(1_000))
  })

  it('keeps a pause for as long as it was, and no longer', async () => {
    await one.pauseSending(5_000)
    for (const field of ['tat', 'gate']) await age(field, -3_600)
    const late = await startLimiter()
    expect(late.pausedForMs()).toBeGreaterThan(4_000)
    expect(late.pausedForMs()).toBeLessThanOrEqual(6_000)
  })
})
