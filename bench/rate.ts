import { setTimeout as sleep } from 'node:timers/promises'
import { BARE_REPLIES, LOOK_UPS, withStandIn } from './contender.ts'
import { type Figure, percentile } from './figure.ts'

const UPDATES_PER_SECOND = 100
const ROUNDS = 3
const WARM_UP_MS = 3_000
const MS = 5_000

/** From an update that Telegram has to the sendMessage that answers it (ms), beside a bot that only says the same words. */
export async function benchRate(): Promise<Figure[]> {
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(...(await measure(BARE_REPLIES)))
    ours.push(...(await measure(LOOK_UPS)))
  }
  return [0.5, 0.99].map((share) => ({
    name: `/rate → sendMessage at ${UPDATES_PER_SECOND}/s, p${share * 100} of ${ours.length}`,
    unit: 'ms',
    ours: percentile(ours, share),
    limit: percentile(bare, share),
    limitName: 'a bare responder',
  }))
}

const measure = (contender: URL): Promise<readonly number[]> =>
  withStandIn(
    { people: { command: '/rate', updatesPerSecond: UPDATES_PER_SECOND } },
    async ({ standIn, start }) => {
      await start(contender)
      await sleep(WARM_UP_MS)
      await standIn.reset()
      await sleep(MS)
      return (await standIn.tally()).repliesMs
    },
  )
