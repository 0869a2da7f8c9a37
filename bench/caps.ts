import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './child.ts'
import { startContender, startOurs } from './contender.ts'
import type { Setting } from './contenders/contender.ts'
import type { Figure } from './figure.ts'
import { findPeers } from './peers.ts'
import { worstSecond } from './stand-in/strict-second.ts'
import { startStandIn, type Tally } from './stand-in.ts'
import { withRedis } from './with-redis.ts'

const CAPS = [30, 300, 1_000]
const MS = 12_000
const PEER_CAP = 300
const PEER_MS = 8_000
const PEERS = ['grammY + throttler', 'BullMQ + grammY']
const LATENCY_MS = [50, 100] as const
const SPARE = 1.4
/** Until the first message has come. */
const FIRST_MS_MAX = 500
/** Rate × latency, + 1, as ours: more would only meet more refusals. */
const PEER_IN_FLIGHT = 31

interface Case {
  readonly name: string
  readonly cap: number
  readonly ms: number
  readonly start: (setting: Setting) => Promise<Child>
}

/** What is reached of a cap while a backlog waits, before a server that takes 50–100 ms, counts strictly and bans. */
export async function benchCaps(): Promise<Figure[]> {
  const ours = CAPS.map((cap): Case => ({ name: 'whole path', cap, ms: MS, start: startOurs }))
  const peers = findPeers()
    .filter(({ name }) => PEERS.includes(name))
    .map(
      ({ name, file, variant }): Case => ({
        name,
        cap: PEER_CAP,
        ms: PEER_MS,
        start: (setting) => startContender(file, { ...setting, ...(variant !== undefined && { variant }) }),
      }),
    )
  const figures: Figure[] = []
  for (const each of [...ours, ...peers]) figures.push(...(await measure(each)))
  return figures
}

const measure = ({ name, cap, ms, start }: Case): Promise<Figure[]> =>
  withRedis(async ({ url }) => {
    const standIn = await startStandIn({ latencyMs: LATENCY_MS, capPerSecond: cap })
    const followers = Math.ceil((cap * ms * SPARE) / 1_000)
    const contender = await start({
      telegramUrl: standIn.url,
      redisUrl: url,
      ratePerSecond: cap,
      followers,
    }).catch(async (error: unknown) => {
      await standIn.stop()
      throw error
    })
    try {
      await standIn.reset()
      const body = { text: 'Bs. 101,00' }
      await contender.ask('run', { messages: followers, connections: PEER_IN_FLIGHT, body })
      await sleep(ms + FIRST_MS_MAX)
      return toFigures(`${name}, cap ${cap}/s`, { cap, ms, tally: await standIn.tally() })
    } finally {
      await contender.stop()
      await standIn.stop()
    }
  })

function toFigures(name: string, { cap, ms, tally }: { cap: number; ms: number; tally: Tally }): Figure[] {
  const [first = 0] = tally.arrivals
  const accepted = tally.acceptances.filter((at) => at < first + ms).length
  const allowed = { limit: cap, limitName: 'allowed' }
  return [
    { name: `${name}: achieved`, unit: 'messages/s', ours: (accepted * 1_000) / ms, ...allowed },
    {
      name: `${name}: worst sliding second`,
      unit: 'messages',
      ours: worstSecond(tally.arrivals),
      ...allowed,
    },
    { name: `${name}: refused with 429`, unit: 'messages', ours: tally.refused },
    { name: `${name}: the server was deaf at most`, unit: 'ms', ours: tally.stalledMs },
  ]
}
