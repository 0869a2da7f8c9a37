import { setTimeout as sleep } from 'node:timers/promises'
import { startOurs } from './contender.ts'
import { type Figure, percentile } from './figure.ts'
import { startStandIn } from './stand-in.ts'
import { withRedis } from './with-redis.ts'

const CAP = 300
const MS = 12_000
const FOLLOWERS = 6_000
const LATENCY_MS = [50, 100] as const

/** From an update handed to the bot to its reply (ms), while a fan-out in the same process fills the cap. */
export const benchReplies = (): Promise<Figure[]> =>
  withRedis(async ({ url }) => {
    const standIn = await startStandIn({
      latencyMs: LATENCY_MS,
      capPerSecond: CAP,
      people: { command: '/rate usd_0' },
    })
    const ours = await startOurs({
      telegramUrl: standIn.url,
      redisUrl: url,
      ratePerSecond: CAP,
      followers: FOLLOWERS,
      withBot: true,
    })
    try {
      await ours.ask('run', { messages: FOLLOWERS, connections: 0, body: {} })
      await sleep(1_000)
      await standIn.reset()
      await sleep(MS)
      const { repliesMs, acceptances, refused } = await standIn.tally()
      const name = `reply to a command in a fan-out at ${CAP}/s`
      return [
        ...[0.5, 0.99].map((share) => ({
          name: `${name}, p${share * 100} of ${repliesMs.length}`,
          unit: 'ms',
          ours: percentile(repliesMs, share),
        })),
        {
          name: `${name}: pushes meanwhile`,
          unit: 'messages/s',
          ours: (acceptances.length * 1_000) / MS,
          limit: CAP - (repliesMs.length * 1_000) / MS,
          limitName: 'what replies leave',
        },
        { name: `${name}: refused with 429`, unit: 'messages', ours: refused },
      ]
    } finally {
      await ours.stop()
      await standIn.stop()
    }
  })
