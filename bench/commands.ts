import { setTimeout as sleep } from 'node:timers/promises'
import { BARE_REPLIES, LOOK_UPS, OUR_FLAGS, startContender } from './contender.ts'
import { type Figure, median } from './figure.ts'
import { startStandIn } from './stand-in.ts'
import { cpuSecondsOf, withRedis } from './with-redis.ts'

/** As many chats as the bot takes in hand at once. */
const AT_ONCE = 128
const ROUNDS = 3
const WARM_UP_MS = 2_000
const MS = 4_000
const WAYS = [
  { way: 'polling', byWebhook: false },
  { way: 'webhook', byWebhook: true },
]

/** `/rate` by as many people as the bot takes in hand: answers a second, and CPU of one, beside a bot that only says the same words. */
export async function benchCommands(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { way, byWebhook } of WAYS) {
    const ours: Round[] = []
    const bare: Round[] = []
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await measure({ file: BARE_REPLIES, byWebhook, flags: [] }))
      ours.push(await measure({ file: LOOK_UPS, byWebhook, flags: OUR_FLAGS }))
    }
    const of = (rounds: readonly Round[], which: keyof Round): number =>
      median(rounds.map((round) => round[which]))
    const row = (name: string, unit: string, which: keyof Round): Figure => ({
      name: `/rate at saturation, ${way}${name}`,
      unit,
      ours: of(ours, which),
      limit: of(bare, which),
      limitName: 'a bare responder',
    })
    figures.push(
      row('', 'answers/s', 'perSecond'),
      row(': CPU of one', 'ms', 'cpuMs'),
      row(': CPU of the stand-in for one', 'ms', 'standInCpuMs'),
      {
        name: `/rate at saturation, ${way}: CPU of Redis for one`,
        unit: 'ms',
        ours: of(ours, 'redisCpuMs'),
      },
    )
  }
  return figures
}

interface Round {
  readonly perSecond: number
  readonly cpuMs: number
  readonly redisCpuMs: number
  readonly standInCpuMs: number
}

interface Measured {
  readonly file: URL
  readonly byWebhook: boolean
  readonly flags: readonly string[]
}

const measure = ({ file, byWebhook, flags }: Measured): Promise<Round> =>
  withRedis(async ({ url, connect }) => {
    const redis = await connect()
    const standIn = await startStandIn({ people: { command: '/rate', atOnce: AT_ONCE } })
    const bot = await startContender(file, { telegramUrl: standIn.url, redisUrl: url, byWebhook }, flags)
    try {
      await sleep(WARM_UP_MS)
      await standIn.reset()
      const redisBefore = await cpuSecondsOf(redis)
      const cpuBefore = await bot.ask<number>('cpuSeconds')
      const startedAt = performance.now()
      await sleep(MS)
      const { repliesMs, cpuSeconds } = await standIn.tally()
      const seconds = (performance.now() - startedAt) / 1_000
      return {
        perSecond: repliesMs.length / seconds,
        cpuMs: (((await bot.ask<number>('cpuSeconds')) - cpuBefore) * 1_000) / repliesMs.length,
        redisCpuMs: (((await cpuSecondsOf(redis)) - redisBefore) * 1_000) / repliesMs.length,
        standInCpuMs: (cpuSeconds * 1_000) / repliesMs.length,
      }
    } finally {
      await bot.stop()
      await standIn.stop()
    }
  })
