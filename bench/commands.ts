import { setTimeout as sleep } from 'node:timers/promises'
import { BARE_REPLIES, LOOK_UPS, OUR_FLAGS, startContender } from './contender.ts'
import type { Cost } from './contenders/contender.ts'
import { type Figure, median } from './figure.ts'
import { startStandIn } from './stand-in.ts'
import { cpuSecondsOf, withRedis } from './with-redis.ts'

/** As many chats as the bot takes in hand at once. */
const AT_ONCE = 128
const ROUNDS = 3
const WARM_UP_MS = 2_000
const MS = 4_000

/** CPU of one `/rate` by polling when the bot has all it can take, beside a bot that only says the same words. */
export async function benchCommands(): Promise<Figure[]> {
  const ours: Round[] = []
  const bare: Round[] = []
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await measure(BARE_REPLIES, []))
    ours.push(await measure(LOOK_UPS, OUR_FLAGS))
  }
  const row = (name: string, unit: string, which: keyof Round): Figure => ({
    name: `/rate at saturation: ${name}`,
    unit,
    ours: median(ours.map((round) => round[which])),
    limit: median(bare.map((round) => round[which])),
    limitName: 'a bare responder',
  })
  return [
    row('answers', 'answers/s', 'perSecond'),
    row('CPU of one', 'ms', 'cpuMs'),
    row('CPU of Redis for one', 'ms', 'redisCpuMs'),
  ]
}

interface Round {
  readonly perSecond: number
  readonly cpuMs: number
  readonly redisCpuMs: number
}

const measure = (contender: URL, flags: readonly string[]): Promise<Round> =>
  withRedis(async ({ url, connect }) => {
    const redis = await connect()
    const standIn = await startStandIn({ people: { command: '/rate', atOnce: AT_ONCE } })
    const bot = await startContender(contender, { telegramUrl: standIn.url, redisUrl: url }, flags)
    try {
      await sleep(WARM_UP_MS)
      await standIn.reset()
      const redisBefore = await cpuSecondsOf(redis)
      await bot.ask('run')
      const startedAt = performance.now()
      await sleep(MS)
      const answers = (await standIn.tally()).repliesMs.length
      const { cpuSeconds } = await bot.ask<Cost>('rest')
      return {
        perSecond: (answers * 1_000) / (performance.now() - startedAt),
        cpuMs: (cpuSeconds * 1_000) / answers,
        redisCpuMs: (((await cpuSecondsOf(redis)) - redisBefore) * 1_000) / answers,
      }
    } finally {
      await bot.stop()
      await standIn.stop()
    }
  })
