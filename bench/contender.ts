import manifest from '../package.json' with { type: 'json' }
import { type Child, startChild } from './child.ts'
import type { Setting } from './contenders/contender.ts'
import { type StandIn, type StandInSetting, startStandIn } from './stand-in.ts'
import { type OwnRedis, withRedis } from './with-redis.ts'

/** Ours, with everything real: a notification posted to its receiver is what sets it going. */
export const OURS = new URL('./contenders/ours.ts', import.meta.url)
export const LOOK_UPS = new URL('./contenders/look-ups.ts', import.meta.url)
export const BARE_REPLIES = new URL('./contenders/bare-replies.ts', import.meta.url)
export const BARE = new URL('./contenders/bare.ts', import.meta.url)

/** As `npm start` has them. */
const OUR_FLAGS = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'))

interface Field {
  readonly standIn: StandIn
  readonly connect: OwnRedis['connect']
  /** Starts a way of sending in a process of its own, which is ready when this resolves. */
  readonly start: (file: URL, setting?: Omit<Setting, 'telegramUrl' | 'redisUrl'>) => Promise<Child>
}

/** Lends a stand-in and a durable Redis to contenders, all of which are stopped afterwards. */
export const withStandIn = <Result>(
  standInSetting: StandInSetting,
  measure: (field: Field) => Promise<Result>,
): Promise<Result> =>
  withRedis(async ({ url, connect }) => {
    const standIn = await startStandIn(standInSetting)
    const children: Child[] = []
    async function start(file: URL, setting: object = {}): Promise<Child> {
      const child = startChild(file, file === OURS ? OUR_FLAGS : [])
      children.push(child)
      await child.ask('prepare', { telegramUrl: standIn.url, redisUrl: url, ...setting })
      return child
    }
    try {
      return await measure({ standIn, connect, start })
    } finally {
      await Promise.all(children.map((child) => child.stop()))
      await standIn.stop()
    }
  })
