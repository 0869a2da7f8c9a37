import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './child.ts'
import { BARE, measure, type Run, startContender, startOurs } from './contender.ts'
import type { Order } from './contenders/contender.ts'
import { type Figure, median } from './figure.ts'
import { findPeers, type Peer } from './peers.ts'
import { type StandIn, startStandIn } from './stand-in.ts'
import { type OwnRedis, withRedis } from './with-redis.ts'

const CHATS = 20_000
const ROUNDS = 5
/** A fan-out to a million takes a minute: what is compiled in its first seconds is no measure of it. */
const WARM_RUNS = 4
const CHAT_RESTS_MS = 1_100
const FIRST_CONNECTIONS = 64

interface Lane {
  readonly name: string
  readonly messages: number
  readonly child: Child
  readonly server?: OwnRedis
  readonly runs: Run[]
}

/** Messages a second and their CPU, from one price to 20,000 chats, beside a bare undici loop and what npm has; in turns. */
export const benchPush = (): Promise<Figure[]> =>
  withRedis((ours) => withRedis((theirs) => withStandIn((standIn) => compete(standIn, ours, theirs))))

async function withStandIn<Result>(work: (standIn: StandIn) => Promise<Result>): Promise<Result> {
  const standIn = await startStandIn()
  return work(standIn).finally(standIn.stop)
}

async function compete(standIn: StandIn, ourRedis: OwnRedis, theirRedis: OwnRedis): Promise<Figure[]> {
  const setting = { telegramUrl: standIn.url, redisUrl: ourRedis.url, followers: CHATS }
  const lanes: Lane[] = []
  const add = (lane: Lane): Lane => {
    lanes.push(lane)
    return lane
  }
  try {
    const bareChild = await startContender(BARE, setting)
    const bare = add({ name: 'bare undici loop', messages: CHATS, child: bareChild, runs: [] })
    const ourChild = await startOurs(setting)
    const ours = add({ name: 'ours', messages: CHATS, child: ourChild, server: ourRedis, runs: [] })
    const peers: Lane[] = []
    for (const peer of findPeers()) peers.push(add(await startPeer(peer, standIn, theirRedis)))
    const order = await warmUp(ours, standIn)
    for (let run = 0; run < WARM_RUNS; run++)
      for (const lane of [bare, ours]) await runOnce(lane, standIn, { ...order, messages: lane.messages })
    for (const lane of peers) await runOnce(lane, standIn, { ...order, messages: lane.messages / 4 })
    for (let round = 0; round < ROUNDS; round++)
      for (const lane of lanes)
        lane.runs.push(await runOnce(lane, standIn, { ...order, messages: lane.messages }))
    return toFigures(ours, bare, peers)
  } finally {
    await Promise.all(lanes.map(({ child }) => child.stop()))
  }
}

async function startPeer(peer: Peer, standIn: StandIn, server: OwnRedis): Promise<Lane> {
  const { name, file, messages, needsRedis = false } = peer
  const variant = peer.variant === undefined ? {} : { variant: peer.variant }
  const child = await startContender(file, { telegramUrl: standIn.url, redisUrl: server.url, ...variant })
  return { name, messages, child, runs: [], ...(needsRedis && { server }) }
}

async function runOnce({ child, server }: Lane, standIn: StandIn, order: Order): Promise<Run> {
  const redis = await server?.connect()
  const run = await measure(child, { order, standIn, redis })
  await sleep(CHAT_RESTS_MS)
  return run
}

/** Our connections and bodies are what the others get. */
async function warmUp(ours: Lane, standIn: StandIn): Promise<Order> {
  const order = { messages: CHATS, connections: FIRST_CONNECTIONS, body: {} }
  const { tally } = await runOnce(ours, standIn, order)
  const { chat_id: _, ...body } = JSON.parse(tally.sample)
  return { messages: CHATS, connections: tally.connections, body }
}

function toFigures(ours: Lane, bare: Lane, peers: readonly Lane[]): Figure[] {
  const beside = { limitName: bare.name }
  const speed = { unit: 'messages/s', limit: typical(bare, 'perSecond'), ...beside }
  const cpu = { unit: 's', limit: typical(bare, 'cpuSeconds'), ...beside }
  const named = (lane: Lane): string => (lane === ours ? 'whole path' : lane.name)
  return [
    ...[ours, ...peers].flatMap((lane): Figure[] => [
      {
        name: `${named(lane)}: a price to ${lane.messages} chats`,
        ours: typical(lane, 'perSecond'),
        ...speed,
      },
      { name: `${named(lane)}: CPU per 10,000`, ours: typical(lane, 'cpuSeconds'), ...cpu },
      { name: `${named(lane)}: memory at most`, unit: 'MB', ours: typical(lane, 'rssMb') },
      ...(lane.server
        ? [
            {
              name: `${named(lane)}: Redis' CPU per 10,000`,
              unit: 's',
              ours: typical(lane, 'redisCpuSeconds'),
            },
          ]
        : []),
    ]),
    { name: `${bare.name}: memory at most`, unit: 'MB', ours: typical(bare, 'rssMb') },
    ...peers.map((peer) => ({
      name: `whole path beside ${peer.name}`,
      unit: 'messages/s',
      ours: typical(ours, 'perSecond'),
      limit: typical(peer, 'perSecond'),
      limitName: peer.name,
    })),
    {
      name: 'stand-in: CPU per 10,000, bare loop',
      unit: 's',
      ours: median(bare.runs.map(({ tally }) => (tally.cpuSeconds * 10_000) / bare.messages)),
    },
  ]
}

const typical = ({ runs }: Lane, of: Exclude<keyof Run, 'tally'>): number =>
  median(runs.map((run) => run[of]))
