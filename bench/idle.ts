import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from './child.ts'
import { startOurs } from './contender.ts'
import { type Figure, percentile } from './figure.ts'
import { startStandIn } from './stand-in.ts'
import { withRedis } from './with-redis.ts'

const FOLLOWERS = 10
/** Taken in turns, as a chat rests for a second after a message. */
const MONITORS = 5
const NOTIFICATIONS = 60
const WARM_UP = 10
const EVERY_MS = 250

/** From the notification posted to the receiver to each sendMessage (ms), where nothing else is going on. */
export const benchIdle = (): Promise<Figure[]> =>
  withRedis(async ({ url }) => {
    const standIn = await startStandIn()
    const followers = FOLLOWERS * MONITORS
    const ours = await startOurs({ telegramUrl: standIn.url, redisUrl: url, followers, monitors: MONITORS })
    const samples: number[] = []
    try {
      for (let i = 0; i < WARM_UP + NOTIFICATIONS; i++) {
        const { reached } = await standIn.expect(FOLLOWERS)
        const startedAt = monotonicMs()
        await ours.ask('run', { messages: FOLLOWERS, connections: 0, body: {}, monitor: i % MONITORS })
        await reached
        const { arrivals } = await standIn.tally()
        if (i >= WARM_UP) samples.push(...arrivals.map((at) => at - startedAt))
        await sleep(EVERY_MS)
      }
    } finally {
      await ours.stop()
      await standIn.stop()
    }
    return [0.5, 0.99].map((share) => ({
      name: `notification → sendMessage, ${FOLLOWERS} followers, p${share * 100}`,
      unit: 'ms',
      ours: percentile(samples, share),
    }))
  })
