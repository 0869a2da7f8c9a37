import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from '../src/redis/connection.ts'
import type { Child } from './child.ts'
import { BARE, measure, type Run, startContender, startOurs } from './contender.ts'
import type { Order } from './contenders/contender.ts'
import { type Figure, median } from './figure.ts'
import { type StandIn, startStandIn } from './stand-in.ts'
import { withRedis } from './with-redis.ts'

const CHATS = 20_000
const ROUNDS = 5
/** A fan-out to a million takes a minute: what is compiled in its first seconds is no measure of it. */
const WARM_RUNS = 4
const CHAT_RESTS_MS = 1_100
const FIRST_CONNECTIONS = 64
const LIMIT_NAME = 'bare undici loop'

/** Messages a second and their CPU, from one price to 20,000 chats, beside a bare undici loop; in turns. */
export const benchPush = (): Promise<Figure[]> =>
  withRedis(async ({ url, connect }) => {
    const standIn = await startStandIn()
    const setting = { telegramUrl: standIn.url, redisUrl: url, followers: CHATS }
    const children: Child[] = []
    try {
      const bare = await startContender(BARE, setting)
      children.push(bare)
      const ours = await startOurs(setting)
      children.push(ours)
      return await compete({ bare, ours, standIn, redis: await connect() })
    } finally {
      await Promise.all(children.map((child) => child.stop()))
      await standIn.stop()
    }
  })

interface Competition {
  readonly bare: Child
  readonly ours: Child
  readonly standIn: StandIn
  /** Ours. */
  readonly redis: Redis
}

async function compete({ bare, ours, standIn, redis }: Competition): Promise<Figure[]> {
  async function runOnce(child: Child, order: Order): Promise<Run> {
    const run = await measure(child, { order, standIn, redis: child === ours ? redis : undefined })
    await sleep(CHAT_RESTS_MS)
    return run
  }
  const first = await runOnce(ours, { messages: CHATS, connections: FIRST_CONNECTIONS, body: {} })
  // Our connections and bodies are what the bare loop gets.
  const { chat_id: _, ...body } = JSON.parse(first.tally.sample)
  const order = { messages: CHATS, connections: first.tally.connections, body }
  const runs = { bare: [] as Run[], ours: [] as Run[] }
  for (let round = -WARM_RUNS; round < ROUNDS; round++) {
    const [bareRun, ourRun] = [await runOnce(bare, order), await runOnce(ours, order)]
    if (round < 0) continue
    runs.bare.push(bareRun)
    runs.ours.push(ourRun)
  }
  return toFigures(runs)
}

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
