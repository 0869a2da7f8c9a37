import { expect, it } from 'vitest'
import {
  createOutageWatch,
  createRefusalHandler,
  judgeSoftRefusal,
  type Refusal,
  toOutcome,
  type Wait,
} from '../../../../src/push/deliver/refusal.ts'
import type { Outcome } from '../../../../src/queue/due-queue.ts'
import { NO_ANSWER, SENT, type SendResult } from '../../../../src/telegram/send-result.ts'
import { silent } from '../../../support/redis.ts'

const MINUTE_MS = 60_000
const REFUSED = { kind: 'fail', reason: 'too long' } as const
const refusal = (softRefusal: 'person' | 'rights') =>
  ({ kind: 'retry', afterMs: 1_500, softRefusal }) as const

it.each([
  ['person', 0, { kind: 'retry', afterMs: 0, softRefusal: 'person' }],
  ['person', 1, { kind: 'retry', afterMs: 10 * MINUTE_MS, softRefusal: 'person' }],
  ['person', 2, { kind: 'retry', afterMs: 24 * 60 * MINUTE_MS, softRefusal: 'person' }],
  ['person', 3, { kind: 'unreachable', reason: 'refused 3 times' }],
  ['rights', 1, { kind: 'retry', afterMs: 10 * MINUTE_MS, softRefusal: 'rights' }],
  ['rights', 9, { kind: 'retry', afterMs: 12 * 60 * MINUTE_MS, softRefusal: 'rights' }],
] as const)('a soft refusal by a %s, number %i in a row, is judged', (softRefusal, times, sendResult) => {
  expect(judgeSoftRefusal(refusal(softRefusal), times)).toEqual(sendResult)
})

const retry = (ms: number): Outcome => ({ kind: 'retry', ms })
const wait = (ms: number): Outcome => ({ kind: 'wait', ms })
const fail = (ms: number, why: string): Outcome => ({ kind: 'fail', ms, why })
const DONE: Outcome = { kind: 'done', ms: 0 }
const FAILED: Refusal = { kind: 'retry', afterMs: 1_500 }
const OUTAGE: Refusal = { ...FAILED, isOutage: true, afterMs: 10_000 }
const PAUSED: Refusal = { kind: 'pause', reason: 'flood_limit', afterMs: 3_000 }
const BY_CHAT = refusal('person')
const BUSY = 'Telegram fails at it while it serves others'

it.each<[string, Refusal | Wait, retries: number, Outcome]>([
  ['a refusal of a chat is tried again as soon as Telegram says', BY_CHAT, 0, retry(1_500)],
  ['a refusal of a chat is tried again later with every retry', BY_CHAT, 1, retry(2_000)],
  ['a refusal of a chat is tried again after five minutes at the latest', BY_CHAT, 20, retry(300_000)],
  ['a failure at one chat is tried again', FAILED, 2, retry(4_000)],
  ['a failure at one chat is one of that chat from the fourth on', FAILED, 3, fail(8_000, BUSY)],
  ['an outage counts against no chat, however long', OUTAGE, 20, wait(10_000)],
  ['a message that Telegram will never take is parked in the end', REFUSED, 4, fail(1_000, 'too long')],
  ['one without its topic is tried again', { kind: 'topicless', reason: '' }, 2, retry(4_000)],
  ['one to a migrated group is done', { kind: 'migrated', toChatId: '-8' }, 0, DONE],
  ['one to a chat that is gone is done', { kind: 'unreachable', reason: '' }, 0, DONE],
  ['a pause of all counts against no chat', PAUSED, 0, wait(3_000)],
  ['a wait stays a wait', { kind: 'wait', afterMs: 7 }, 9, wait(7)],
])('%s', (_claim, result, retries, outcome) => {
  expect(toOutcome(result, retries)).toEqual(outcome)
})

/** Notes what is called; every soft refusal is the second in a row. */
function createHandler() {
  const calls: unknown[][] = []
  const note =
    (name: string) =>
    async (...args: unknown[]): Promise<void> =>
      void calls.push([name, ...args])
  const handle = createRefusalHandler({
    chats: {
      presence: { retire: note('retire'), migrate: note('migrate') },
      refusals: {
        clearThread: note('clearThread'),
        count: async (chat: string) => {
          calls.push(['count', chat])
          return 2
        },
      },
    } as unknown as Parameters<typeof createRefusalHandler>[0]['chats'],
    limiter: { pauseSending: note('pauseSending') },
    makeDue: note('makeDue'),
    log: silent,
  })
  return { calls, handle }
}

it.each<[Refusal, unknown[][]]>([
  [PAUSED, [['pauseSending', 3_000, '7']]],
  [{ ...PAUSED, reason: 'token_refused' }, [['pauseSending', 3_000, undefined]]],
  [{ kind: 'unreachable', reason: 'blocked' }, [['retire', '7']]],
  [{ kind: 'topicless', reason: 'TOPIC_DELETED' }, [['clearThread', '7', 5]]],
  [
    { kind: 'migrated', toChatId: '-8' },
    [
      ['migrate', '7', '-8'],
      ['makeDue', '-8'],
    ],
  ],
  [REFUSED, []],
  [{ kind: 'retry', afterMs: 2_000 }, []],
])('the refusal %j changes what it concerns, and is told as it came', async (refusal, calls) => {
  const { calls: made, handle } = createHandler()
  expect(await handle(refusal, '7', 5)).toEqual(refusal)
  expect(made).toEqual(calls)
})

it('a soft refusal is judged by the soft refusals before it', async () => {
  const { calls, handle } = createHandler()
  const afterMs = 24 * 60 * MINUTE_MS
  expect(await handle(refusal('person'), '7', undefined)).toEqual({ ...refusal('person'), afterMs })
  expect(calls).toEqual([['count', '7']])
})

const ALL = Number.POSITIVE_INFINITY

/** A watch that was told of answers and failures; its clock stands at 0. */
function arrange(...results: readonly SendResult[]) {
  let now = 0
  const watch = createOutageWatch(() => now)
  for (const result of results) watch.judge(result)
  return {
    ...watch,
    at: (ms: number): void => {
      now = ms
    },
  }
}
const times = (count: number, result: SendResult): SendResult[] => Array.from({ length: count }, () => result)

it('a failure of Telegram is that of its chat while others are answered, sent or refused', () => {
  const { judge } = arrange(SENT, REFUSED, { kind: 'retry', afterMs: 1, softRefusal: 'person' })
  expect(judge(NO_ANSWER)).toBe(NO_ANSWER)
})

it('a failure of Telegram is not that of its chat at first, and right after another failure', () => {
  const other = { ...NO_ANSWER, isOutage: true }
  expect(arrange().judge(NO_ANSWER)).toEqual(other)
  expect(arrange(SENT, SENT, SENT, NO_ANSWER, SENT, SENT).judge(NO_ANSWER)).toEqual(other)
})

it('an outage is ten failures one after another, and an answer ends it', () => {
  const { chatsMax, judge } = arrange(...times(9, NO_ANSWER))
  expect(chatsMax()).toBe(ALL)
  judge(NO_ANSWER)
  expect(chatsMax()).toBe(0)
  judge(REFUSED)
  expect(chatsMax()).toBe(ALL)
})

it('an outage lets one chat be tried after a second, then less and less often, at least every 5 s', () => {
  const { chatsMax, judge, at } = arrange(...times(10, NO_ANSWER))
  const probes: number[] = []
  for (let ms = 0; ms <= 20_000; ms += 500) {
    at(ms)
    if (chatsMax() === 0) continue
    expect(chatsMax()).toBe(1)
    probes.push(ms)
    judge(NO_ANSWER)
  }
  expect(probes).toEqual([1_000, 3_000, 7_000, 12_000, 17_000])
})

it('an outage is not prolonged by calls that were in flight, and begins anew with short pauses', () => {
  const { chatsMax, judge, at } = arrange(...times(200, NO_ANSWER))
  at(1_000)
  expect(chatsMax()).toBe(1)
  judge(SENT)
  for (const failure of times(10, NO_ANSWER)) judge(failure)
  at(2_000)
  expect(chatsMax()).toBe(1)
})

it('an outage keeps the chat that was tried from being the next one, for 10 s at most', () => {
  const { judge, at } = arrange(...times(10, NO_ANSWER))
  const waits = [1_000, 3_000, 7_000, 12_000].map((ms) => {
    at(ms)
    return judge(NO_ANSWER)
  })
  expect(waits).toEqual(
    [4_000, 8_000, 10_000, 10_000].map((afterMs) => ({ kind: 'retry', isOutage: true, afterMs })),
  )
})
