import { setTimeout as sleep } from 'node:timers/promises'
import { worstSecond } from '../test/support/recorder.ts'
import { OURS, withStandIn } from './contender.ts'
import type { Figure } from './figure.ts'
import type { Tally } from './stand-in.ts'

const CAPS = [30, 300, 1_000]
const MS = 12_000
const LATENCY_MS = [50, 100] as const
const SPARE = 1.4
/** Until the first message has come. */
const FIRST_MS_MAX = 500

/** What is reached of a cap while a backlog waits, before a server that takes 50–100 ms, counts strictly and bans. */
export async function benchCaps(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const cap of CAPS) figures.push(...(await measure(cap)))
  return figures
}

const measure = (cap: number): Promise<Figure[]> =>
  withStandIn({ latencyMs: LATENCY_MS, capPerSecond: cap }, async ({ standIn, start }) => {
    const followers = Math.ceil((cap * MS * SPARE) / 1_000)
    const ours = await start(OURS, { ratePerSecond: cap, followers })
    await standIn.reset()
    await ours.ask('run', { messages: followers, connections: 0, body: {} })
    await sleep(MS + FIRST_MS_MAX)
    return toFigures(cap, await standIn.tally())
  })

function toFigures(cap: number, tally: Tally): Figure[] {
  const name = `whole path, cap ${cap}/s`
  const [first = 0] = tally.arrivals
  const accepted = tally.acceptances.filter((at) => at < first + MS).length
  const allowed = { limit: cap, limitName: 'allowed' }
  return [
    { name: `${name}: achieved`, unit: 'messages/s', ours: (accepted * 1_000) / MS, ...allowed },
    {
      name: `${name}: worst sliding second`,
      unit: 'messages',
      ours: worstSecond(tally.arrivals),
      ...allowed,
    },
    { name: `${name}: refused with 429`, unit: 'messages', ours: tally.refused },
  ]
}
