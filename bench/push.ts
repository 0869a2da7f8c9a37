import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, monotonicMs } from './child.ts'
import { BARE, OURS, withStandIn } from './contender.ts'
import type { Cost, Order } from './contenders/contender.ts'
import { type Figure, median } from './figure.ts'
import type { Tally } from './stand-in.ts'
import { cpuSecondsOf } from './with-redis.ts'

const CHATS = 20_000
const ROUNDS = 5
/** A fan-out to a million takes a minute: what is compiled in its first seconds is no measure of it. */
const WARM_RUNS = 4
const CHAT_RESTS_MS = 1_100
const FIRST_CONNECTIONS = 64
const LIMIT_NAME = 'bare undici loop'

/** What one way of sending cost once, all of it for 10,000 messages but the memory. */
interface Run extends Cost {
  readonly perSecond: number
  readonly redisCpuSeconds: number
  readonly tally: Tally
}

/** Messages a second and their CPU, from one price to 20,000 chats, beside a bare undici loop; in turns. */
export const benchPush = (): Promise<Figure[]> =>
  withStandIn({}, async ({ standIn, connect, start }) => {
    const bare = await start(BARE)
    const ours = await start(OURS, { followers: CHATS })
    const redis = await connect()
    /** Sends, and waits until all was accepted and nothing is left to do. */
    async function run(child: Child, order: Order): Promise<Run> {
      const { reached } = await standIn.expect(order.messages)
      const redisBefore = await cpuSecondsOf(redis)
      const startedAt = monotonicMs()
      await child.ask('run', order)
      const seconds = ((await reached) - startedAt) / 1_000
      const tally = await standIn.tally()
      const { cpuSeconds, rssMb } = await child.ask<Cost>('rest')
      const redisCpuSeconds = (await cpuSecondsOf(redis)) - redisBefore
      await sleep(CHAT_RESTS_MS)
      const per10k = 10_000 / order.messages
      return {
        perSecond: order.messages / seconds,
        cpuSeconds: cpuSeconds * per10k,
        redisCpuSeconds: redisCpuSeconds * per10k,
        rssMb,
        tally,
      }
    }
    const first = await run(ours, { messages: CHATS, connections: FIRST_CONNECTIONS, body: {} })
    // Our connections and bodies are what the bare loop gets.
    const { chat_id: _, ...body } = JSON.parse(first.tally.sample)
    const order = { messages: CHATS, connections: first.tally.connections, body }
    const runs = { bare: [] as Run[], ours: [] as Run[] }
    for (let round = -WARM_RUNS; round < ROUNDS; round++) {
      const [bareRun, ourRun] = [await run(bare, order), await run(ours, order)]
      if (round < 0) continue
      runs.bare.push(bareRun)
      runs.ours.push(ourRun)
    }
    return toFigures(runs)
  })

function toFigures(runs: Readonly<Record<'bare' | 'ours', readonly Run[]>>): Figure[] {
  const beside = (name: string, unit: string, of: (run: Run) => number): Figure => ({
    name: `whole path: ${name}`,
    unit,
    ours: median(runs.ours.map(of)),
    limit: median(runs.bare.map(of)),
    limitName: LIMIT_NAME,
  })
  return [
    beside(`a price to ${CHATS} chats`, 'messages/s', ({ perSecond }) => perSecond),
    beside('CPU per 10,000', 's', ({ cpuSeconds }) => cpuSeconds),
    beside('memory at most', 'MB', ({ rssMb }) => rssMb),
    {
      name: "whole path: Redis' CPU per 10,000",
      unit: 's',
      ours: median(runs.ours.map(({ redisCpuSeconds }) => redisCpuSeconds)),
    },
  ]
}
