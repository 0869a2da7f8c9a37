import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from './child.ts'
import { OURS, withStandIn } from './contender.ts'
import { type Figure, percentile } from './figure.ts'

const FOLLOWERS = 10
/** Taken in turns, as a chat rests for a second after a message. */
const MONITORS = 5
const NOTIFICATIONS = 60
const WARM_UP = 10
const EVERY_MS = 250

/** From the notification posted to the receiver to each sendMessage (ms), where nothing else is going on. */
export const benchIdle = (): Promise<Figure[]> =>
  withStandIn({}, async ({ standIn, start }) => {
    const ours = await start(OURS, { followers: FOLLOWERS * MONITORS, monitors: MONITORS })
    const samples: number[] = []
    for (let i = 0; i < WARM_UP + NOTIFICATIONS; i++) {
      const { reached } = await standIn.expect(FOLLOWERS)
      const startedAt = monotonicMs()
      await ours.ask('run', { messages: FOLLOWERS, connections: 0, body: {}, monitor: i % MONITORS })
      await reached
      const { arrivals } = await standIn.tally()
      if (i >= WARM_UP) samples.push(...arrivals.map((at) => at - startedAt))
      await sleep(EVERY_MS)
    }
    return [0.5, 0.99].map((share) => ({
      name: `notification → sendMessage, ${FOLLOWERS} followers, p${share * 100}`,
      unit: 'ms',
      ours: percentile(samples, share),
    }))
  })
