import { setTimeout as sleep } from 'node:timers/promises'
import { priceSignal } from '../../src/chats/alert.ts'
import type { MonitorId } from '../../src/domain/monitor.ts'
import { LUIS } from '../support/people.ts'
import { quoteOf } from '../support/push.ts'
import type { Scenario } from './scenario.ts'
import { holds, startLinkedTown, startVillage, times, twiceIn, wait } from './worlds.ts'

const SOON_MS_MAX = 60_000
const ALERTED = 50
const FIRST_ALERTED = 1_000_000
const FOLLOWED: MonitorId = { page: 'banco', currency: 'dollar', key: 'm1' }
const WATCHED: MonitorId = { page: 'banco', currency: 'euro', key: 'm2' }

export const CHATS: readonly Scenario[] = [
  {
    name: 'come-back',
    promise: 'A chat that comes back is told within 5 s of /start',
    done: 'a follower blocks us, misses a price, unblocks us',
    async run(setting) {
      const { people, town } = await startVillage(setting)
      await people.ask(LUIS, '/start')
      await people.ask(LUIS, '/seguir usd')
      await town.registered()
      const n = setting.size(10, 2)
      let [lost, ms] = [0, 0]
      for (let round = 0; round < n; round++) {
        await people.act('block', LUIS)
        const before = (await people.last(LUIS)).message_id
        const price = town.move()
        // Long enough to be read from the page and refused.
        await sleep(1_500 + setting.random() * 1_000)
        await people.act('unblock', LUIS)
        const startedAt = performance.now()
        await people.say(LUIS, '/start')
        // Whom the bot knew to be away reads it in its answer, whom it did not in a push.
        const isTold = async () => (await people.heard(LUIS, before, 0)).join().includes(price)
        if (!(await holds(isTold, 10_000, 20))) lost += 1
        ms = Math.max(ms, performance.now() - startedAt)
      }
      return { n, of: 'comebacks', lost, delay: { ms, msMax: 5_000 } }
    },
  },
  {
    name: 'together',
    promise: 'Monitors that move in one notification come in one message',
    done: 'two monitors move that every chat follows',
    async run(setting) {
      const n = setting.size(2_000, 200)
      const { town, survived } = await startLinkedTown(setting, { ratePerSecond: 1_000, pushes: 2 })
      const both = [FOLLOWED, WATCHED]
      await times(n, async (chat) => {
        for (const monitor of both)
          await town.chats.follows.add(String(chat + 1), monitor, { price: '100', at: 1_000 })
      })
      const startedAt = performance.now()
      await town.notify(
        both.map((monitor, index) => quoteOf(String(101 + index), { monitor, priceOld: '100' })),
      )
      const { sent } = town.recorder
      const whole = () => sent.filter(({ text }) => text.includes('101,00') && text.includes('102,00')).length
      await holds(() => whole() >= n, SOON_MS_MAX)
      return {
        ...(await survived({ n, of: 'chats told of two monitors', lost: n - whole() })),
        duplicates: { count: sent.length - n, max: 0 },
        delay: { ms: (sent.at(-1)?.at ?? startedAt) - startedAt },
      }
    },
  },
  {
    name: 'overtaking',
    promise: 'An alert overtakes followers: told within 3 s of its notification',
    done: '50 alerts trigger while 20,000 followers are due',
    isShort: true,
    async run(setting) {
      const followers = setting.size(20_000, 2_000)
      const { town } = await startLinkedTown(setting, { pushes: 1 })
      await times(followers, (chat) =>
        town.chats.follows.add(String(chat + 1), FOLLOWED, { price: '100', at: 1_000 }),
      )
      const alert = { kind: 'above', signal: priceSignal(WATCHED), value: '150' } as const
      await times(ALERTED, (chat) => town.chats.alerts.add(String(FIRST_ALERTED + chat), alert, '100'))
      const { sent } = town.recorder
      await town.notify(quoteOf('101', { monitor: FOLLOWED, priceOld: '100' }))
      await wait('the first followers are told', () => sent.length > 100, SOON_MS_MAX)
      await sleep(setting.random() * 1_000)
      await town.notify(quoteOf('160', { monitor: WATCHED, priceOld: '100' }))
      const startedAt = performance.now()
      const told = () => sent.filter(({ chat }) => Number(chat) >= FIRST_ALERTED)
      await holds(() => told().length >= ALERTED, SOON_MS_MAX)
      return {
        n: ALERTED,
        of: 'alerts',
        lost: ALERTED - new Set(told().map(({ chat }) => chat)).size,
        duplicates: twiceIn(town),
        delay: { ms: (told().at(-1)?.at ?? Number.POSITIVE_INFINITY) - startedAt, msMax: 3_000 },
      }
    },
  },
]
