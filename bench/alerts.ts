import type { NewAlert } from '../src/chats/alert.ts'
import { monitorRef } from '../src/domain/monitor.ts'
import { benchCrowds, type Crowd } from './crowd.ts'
import { type Figure, median } from './figure.ts'

const CROSSED = 10_000
const QUIET_TICKS = 15
const FIRST_PRICE = '100'

/** What it costs that many alerts stand on one monitor: a price that crosses none, one that crosses 10,000, and memory. */
export const benchAlerts = (): Promise<Figure[]> =>
  benchCrowds(async (crowd, size) => {
    await crowd.tick(FIRST_PRICE)
    const filled = await crowd.fill(size, 'alert', (chat) =>
      crowd.chats.alerts.add(chat, alertOf(crowd, Number(chat)), FIRST_PRICE),
    )
    const quiet: number[] = []
    for (let i = 1; i <= QUIET_TICKS; i++) quiet.push((await crowd.tick(String(100 + i / 100))).redisMs)
    const crossing = await crowd.tick('120')
    const due = (await crowd.queue.backlog()).waiting
    if (due < CROSSED * 0.99 || due > CROSSED) throw new Error(`${due} chats are due, not ${CROSSED}`)
    const name = `${size} alerts`
    return [
      { name: `${name}: Redis' time, a price that crosses none`, unit: 'ms', ours: median(quiet) },
      { name: `${name}: ${CROSSED} crossed, until they are due`, unit: 'ms', ours: crossing.ms },
      { name: `${name}: ${CROSSED} crossed, Redis' time`, unit: 'ms', ours: crossing.redisMs },
      ...filled,
    ]
  })

/** One alert a chat, which repeats: the first 10,000 between 110 and 111, the others far off on both sides. */
function alertOf({ monitor }: Crowd, chat: number): NewAlert {
  const isAbove = chat <= CROSSED || chat % 2 === 0
  const far = isAbove ? 1_000 + chat / 1_000 : chat / 20_000
  return {
    kind: isAbove ? 'above' : 'below',
    signal: monitorRef(monitor),
    value: (chat <= CROSSED ? 110 + chat / CROSSED : far).toFixed(4),
  }
}
