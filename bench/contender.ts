import manifest from '../package.json' with { type: 'json' }
import type { Redis } from '../src/redis/connection.ts'
import { type Child, monotonicMs, startChild } from './child.ts'
import type { Cost, Order, Setting } from './contenders/contender.ts'
import type { StandIn } from './stand-in.ts'
import { cpuSecondsOf } from './with-redis.ts'

const OURS = new URL('./contenders/ours.ts', import.meta.url)
export const LOOK_UPS = new URL('./contenders/look-ups.ts', import.meta.url)
export const BARE_REPLIES = new URL('./contenders/bare-replies.ts', import.meta.url)
export const BARE = new URL('./contenders/bare.ts', import.meta.url)

/** What one way of sending cost once, all of it for 10,000 messages but the memory. */
export type Run = Awaited<ReturnType<typeof measure>>

/** A way of sending, ready in its process. */
export async function startContender(
  file: URL,
  setting: Setting,
  execArgv: readonly string[] = [],
): Promise<Child> {
  const child = startChild(file, execArgv)
  await child.ask('prepare', setting).catch(async (error: unknown) => {
    await child.stop()
    throw error
  })
  return child
}

/** As `npm start` has them. */
const OUR_FLAGS = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'))

/** Ours, with everything real: a notification posted to its receiver is what sets it going. */
export const startOurs = (setting: Setting): Promise<Child> => startContender(OURS, setting, OUR_FLAGS)

/** Sends, and waits until all was accepted and nothing is left to do. Redis' share is counted where it is given. */
export async function measure(
  contender: Child,
  { order, standIn, redis }: { order: Order; standIn: StandIn; redis: Redis | undefined },
) {
  const { reached } = await standIn.expect(order.messages)
  const redisBefore = redis ? await cpuSecondsOf(redis) : 0
  const startedAt = monotonicMs()
  await contender.ask('run', order)
  const seconds = ((await reached) - startedAt) / 1_000
  const tally = await standIn.tally()
  const { cpuSeconds, rssMb } = await contender.ask<Cost>('rest')
  const redisCpuSeconds = redis ? (await cpuSecondsOf(redis)) - redisBefore : 0
  const per10k = 10_000 / order.messages
  return {
    perSecond: order.messages / seconds,
    cpuSeconds: cpuSeconds * per10k,
    redisCpuSeconds: redisCpuSeconds * per10k,
    rssMb,
    tally,
  }
}
