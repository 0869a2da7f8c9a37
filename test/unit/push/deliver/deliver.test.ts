import { expect, it, onTestFinished, vi } from 'vitest'
import { monitorRef } from '../../../../src/domain/monitor.ts'
import type { ObservedQuote } from '../../../../src/prices/prices.ts'
import { createComposer } from '../../../../src/push/deliver/compose.ts'
import {
  createDeliverer,
  createInFlight,
  createTraceLog,
  type DelivererOptions,
} from '../../../../src/push/deliver/deliver.ts'
import { type ChatOutcome, restOf } from '../../../../src/push/deliver/outcomes.ts'
import type { PlacesWanted } from '../../../../src/queue/limiter.ts'
import { createLog } from '../../../../src/runtime/log.ts'
import { createMetrics } from '../../../../src/runtime/metrics.ts'
import { quoteOf, USD } from '../../../support/push.ts'
import { silent } from '../../../support/redis.ts'

const SEND_MS_MAX = 15_000
const reservation = { member: '1', token: '7', shard: 0, failures: 0, retries: 0 }
const newest = { quote: quoteOf('101'), asOf: 2_000, sequence: 2 }
const told = { price: '100', at: 1_000, sequence: 1 }
const chat = {
  defaults: [],
  follows: [USD],
  told: [{ monitor: USD, ref: monitorRef(USD), told }],
  alerts: [],
}

/** Delivers to one chat that is due, whose lease ends in so many ms. */
async function deliverOne({
  leaseMs = SEND_MS_MAX + 5_000,
  pausedMs = 0,
  stopped = AbortSignal.any([]),
  member = '1',
  chatsMax = 1,
  whileAsked = (): void => {},
} = {}) {
  const outcomes: ChatOutcome[] = []
  let sends = 0
  let counted = 0
  const limiter = {
    pausedForMs: (chat?: string) => (chat === member ? pausedMs : 0),
    groups: {
      send: async () => {
        whileAsked()
        counted += 1
        return 0
      },
    },
    places: async ({ use }: PlacesWanted) => use(),
  }
  const shown = { all: () => [], seen: (observed: ObservedQuote) => observed }
  const deliver = createDeliverer({
    composeBatch: createComposer({
      prices: shown,
      defaultLanguage: 'es',
      log: silent,
    }),
    limiter,
    inFlight: createInFlight(() => 10),
    outage: { chatsMax: () => chatsMax },
    traceLog: { count: () => {}, close: () => {} },
    outcomes: { write: (one: ChatOutcome) => void outcomes.push(one), written: async () => {} },
    send: async () => {
      sends += 1
      return { kind: 'sent' }
    },
    sendMsMax: SEND_MS_MAX,
    log: silent,
    metrics: createMetrics(),
    stopped,
  } as unknown as DelivererOptions)
  const batch = {
    shard: 0,
    reservations: [{ ...reservation, member }],
    nextInMs: undefined,
    now: 10_000,
    prices: new Map([[monitorRef(USD), newest]]),
    states: [() => ({ chat, triggers: [] })],
    stateOf: [0],
  }
  await deliver(batch, performance.now() + leaseMs)
  return { sends, counted, outcomes }
}

it('a chat that is due is sent its message, which is recorded, and rests a second', async () => {
  const { sends, outcomes } = await deliverOne()
  expect(sends).toBe(1)
  expect(outcomes).toMatchObject([
    {
      reservation,
      account: { pending: [{ told: { price: '101', at: 2_000, sequence: 2 } }] },
      restMs: 1_000,
    },
  ])
})

it.each([
  ['its lease could end before the answer comes', { leaseMs: SEND_MS_MAX - 1 }, 0],
  ['a 429 paused sending meanwhile', { pausedMs: 700 }, 700],
  ['an outage of Telegram began meanwhile', { chatsMax: 0 }, 0],
  ['we stop', { stopped: AbortSignal.abort() }, 0],
])('a chat that is due is given back unsent where %s', async (_case, change, ms) => {
  expect(await deliverOne(change)).toEqual({
    sends: 0,
    counted: 0,
    outcomes: [{ reservation, leaseEndsAt: expect.any(Number), outcome: { kind: 'wait', ms } }],
  })
})

it('a group is not sent what a stop overtakes while it is counted', async () => {
  const stopping = new AbortController()
  expect(await deliverOne({ member: '-5' })).toMatchObject({ sends: 1, counted: 1 })
  const whileAsked = (): void => stopping.abort()
  expect(await deliverOne({ member: '-5', stopped: stopping.signal, whileAsked })).toMatchObject({
    sends: 0,
    outcomes: [{ outcome: { kind: 'wait', ms: 0 } }],
  })
})

it('a group with endless price updates gets 12 messages evenly over the 62 s that they are counted in', () => {
  expect(12 * restOf('-5')).toBeGreaterThanOrEqual(62_000)
  expect([restOf('5'), restOf('-5', { edits: 7 })]).toEqual([1_000, 6_000])
})

const settled = (): Promise<void> => new Promise((done) => setImmediate(done))

it('the calls in flight begin in the order they came, as others end', async () => {
  const inFlight = createInFlight(() => 10)
  const first = Promise.withResolvers<void>()
  const begun: number[] = []
  /** Calls as the deliverer does. */
  async function run(index: number): Promise<void> {
    const noRoom = inFlight.room()
    if (noRoom) await noRoom
    const startedAt = inFlight.begin()
    begun.push(index)
    await (index === 0 ? first.promise : new Promise(() => {}))
    inFlight.end(startedAt)
  }
  for (let i = 0; i < 5; i++) void run(i)
  await settled()
  expect(begun).toEqual([0, 1])
  first.resolve()
  await settled()
  expect(begun).toEqual([0, 1, 2])
})

it('the calls in flight are never more than 384, however fast the rate', () => {
  expect(createInFlight(() => 1_000_000).limit()).toBe(384)
})

const pricesOf = (trace?: string, more = {}) => [
  { quote: quoteOf('101', more), asOf: 2_000, sequence: 1, ...(trace && { trace }) },
]

it('the log sums the messages of each update in one line every 5 s, and the last ones at the end', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const lines: unknown[] = []
  const traceLog = createTraceLog(
    createLog('debug', (line) => {
      const { time: _, ...rest } = JSON.parse(line)
      lines.push(rest)
    }).log,
  )
  const [one, same, other] = [pricesOf('1-1'), pricesOf('1-1'), pricesOf('1-2', { simulated: true })]
  for (let i = 0; i < 1_000; i++) traceLog.count(one)
  for (const prices of [same, [...one, ...other], pricesOf()]) traceLog.count(prices)
  vi.advanceTimersByTime(4_999)
  expect(lines).toEqual([])
  vi.advanceTimersByTime(1)
  const line = { msg: 'prices delivered' }
  expect(lines.splice(0)).toEqual([
    { ...line, level: 'info', trace: '1-1', messages: 1_002 },
    { ...line, level: 'debug', trace: '1-2', messages: 1 },
  ])
  traceLog.count(one)
  traceLog.close()
  expect(lines).toEqual([{ ...line, level: 'info', trace: '1-1', messages: 1 }])
  expect(vi.getTimerCount()).toBe(0)
})
