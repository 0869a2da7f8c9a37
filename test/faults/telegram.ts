import { setTimeout as sleep } from 'node:timers/promises'
import type { Mishap, Refusal } from '../support/recorder.ts'
import type { Scenario } from './scenario.ts'
import { countUntold, IN_FLIGHT_MAX, startLinkedTown, wait } from './worlds.ts'

const RETRY_AFTER_MS = 3_000
/** What was in flight at a 429; beyond it a process would not know of the pause. */
const IN_FLIGHT_MS_MAX = 500
const SHARE_OF_EACH = 0.05
const WITHIN = 60_000

const flood = (ms: number): Refusal => ({
  code: 429,
  description: `Too Many Requests: retry after ${ms / 1_000}`,
  parameters: { retry_after: ms / 1_000 },
})
const BLOCKED: Refusal = { code: 403, description: 'Forbidden: bot was blocked by the user' }

export const TELEGRAM: readonly Scenario[] = [
  {
    name: 'telegram-429',
    promise: 'No process sends after a 429 of the whole bot until its retry_after',
    done: 'Telegram refuses two push for 3 s, three times',
    async run(setting) {
      const [n, floods] = [setting.size(900, 150), setting.size(3, 1)]
      const pauses: number[] = []
      let isFlooding = false
      function mishap(): Mishap | undefined {
        const isPaused = performance.now() < (pauses.at(-1) ?? Number.NEGATIVE_INFINITY) + RETRY_AFTER_MS
        if (!isPaused && !isFlooding) return undefined
        if (!isPaused) pauses.push(performance.now())
        isFlooding = false
        return flood(RETRY_AFTER_MS)
      }
      const { town, survived } = await startLinkedTown(setting, { chats: n, mishap, pushes: 2 })
      town.move()
      const { sent, called } = town.recorder
      for (let times = 1; times <= floods; times++) {
        const count = sent.length
        await wait('messages between two 429s', () => sent.length > count + 20, WITHIN, 5)
        await sleep(setting.random() * 300)
        isFlooding = true
        await wait('a 429', () => pauses.length === times, WITHIN, 5)
        await sleep(RETRY_AFTER_MS)
      }
      const untold = await countUntold(town)
      const tooSoon = pauses.flatMap((from) =>
        called.filter(({ at }) => at > from + IN_FLIGHT_MS_MAX && at < from + RETRY_AFTER_MS),
      )
      return survived({ n, of: 'messages', lost: untold + tooSoon.length })
    },
  },
  {
    name: 'telegram-fails',
    promise: 'Telegram fails: nothing is lost, only ambiguous messages come twice',
    done: '5 % each of 502, reset before, reset after, silence; then all connections reset, refused, slow',
    async run(setting) {
      const n = setting.size(1_500, 200)
      let ambiguous = 0
      const kinds = ['error', 'reset before', 'reset after', 'silent'] as const
      const tried = kinds.slice(0, setting.size(4, 3))
      const mishap = (): Mishap | undefined => {
        const kind = tried[Math.floor(setting.random() / SHARE_OF_EACH)]
        if (kind === 'reset after' || kind === 'silent') ambiguous += 1
        return kind
      }
      const { town, link, survived } = await startLinkedTown(setting, { chats: n, mishap, pushes: 2 })
      town.move()
      const { sent } = town.recorder
      await wait('the first messages', () => sent.length > n / 5, WITHIN, 5)
      link('Telegram').reset()
      await wait('more messages', () => sent.length > n / 3, WITHIN, 5)
      await link('Telegram').refuse()
      await sleep(1_000)
      await link('Telegram').mend()
      link('Telegram').behave({ latencyMs: 30, sliceBytes: 100 })
      const lost = await countUntold(town)
      return survived({ n, of: 'messages', lost, twiceMax: ambiguous + 2 * IN_FLIGHT_MAX })
    },
  },
  {
    name: 'gone-amid-faults',
    promise: 'Nothing is sent after a final 403 amid 429s, 500s and resets',
    done: 'twelve chats block us; half of the 403s break off',
    isShort: true,
    async run(setting) {
      const { random, size } = setting
      const [chats, moves] = [size(300, 60), size(3, 2)]
      const names = Array.from({ length: chats }, (_, index) => String(index + 1))
      const blocked = new Set(names.filter((chat) => Number(chat) % Math.ceil(chats / 12) === 3))
      const refusedAt = new Map<string, number>()
      const floodsAt = [chats * 0.1, chats * 0.4, chats * 0.7].map(Math.ceil)
      let [calls, floodUntil, ambiguous] = [0, 0, 0]
      function failing(): Mishap | undefined {
        calls += 1
        if (floodsAt.includes(calls)) floodUntil = performance.now() + 1_000
        if (performance.now() < floodUntil) return flood(1_000)
        const share = random()
        if (share < 0.03) return { code: 500, description: 'Internal Server Error' }
        if (share < 0.05) return 'reset before'
        return share < 0.07 ? 'reset after' : undefined
      }
      function mishap(chat: string): Mishap | undefined {
        const failure = failing()
        if (!blocked.has(chat) || (failure && failure !== 'reset after')) {
          if (failure === 'reset after') ambiguous += 1
          return failure
        }
        if (!refusedAt.has(chat)) refusedAt.set(chat, performance.now())
        return { ...BLOCKED, isCutOff: random() < 0.5 }
      }
      const { town, survived } = await startLinkedTown(setting, { chats, mishap, pushes: 2 })
      const staying = names.filter((chat) => !blocked.has(chat))
      let lost = 0
      for (let move = 0; move < moves; move++) {
        town.move()
        lost += await countUntold(town, WITHIN, staying)
        await wait('all who block have said so', () => refusedAt.size === blocked.size, WITHIN)
      }
      lost += town.recorder.called.filter(
        ({ chat, at }) => at > (refusedAt.get(chat) ?? Number.POSITIVE_INFINITY),
      ).length
      const of = 'messages to chats that blocked'
      return survived({ n: moves * blocked.size, of, lost, twiceMax: ambiguous + 2 * IN_FLIGHT_MAX })
    },
  },
]
