import { setTimeout as sleep } from 'node:timers/promises'
import type { MonitorId } from '../../src/domain/monitor.ts'
import type { Town } from './load-fixture.ts'
import { quoteOf } from './push.ts'

const NOTIFY_EVERY_MS = 15

const monitorOf = (chat: string): MonitorId => ({ page: 'banco', currency: 'dollar', key: `m${chat}` })

/** Notifies of prices at a steady pace, each of a monitor that one chat follows, and remembers which were acknowledged. */
export async function createNotifier(town: Town, chats: number) {
  const acknowledged = new Set<string>()
  let next = 0
  for (let chat = 1; chat <= chats; chat++)
    await town.chats.follows.add(String(chat), monitorOf(String(chat)), { price: '100', at: 1_000 })

  /** Notifies of the next chat's monitor; how that was answered. */
  async function notifyNext(): Promise<number> {
    next += 1
    const chat = String(next)
    const status = await town.notify(quoteOf('101', { monitor: monitorOf(chat), priceOld: '100' }))
    if (status === 200) acknowledged.add(chat)
    return status
  }

  return {
    acknowledged,
    notifyNext,
    /** Notifies every 15 ms, and waits for all answers. */
    async notifyFor(ms: number): Promise<number[]> {
      const calls: Promise<number>[] = []
      for (const until = performance.now() + ms; performance.now() < until; await sleep(NOTIFY_EVERY_MS))
        calls.push(notifyNext())
      return Promise.all(calls)
    },
    /** Chats whose notification was acknowledged and which heard nothing. */
    unheard(): string[] {
      const told = new Set(town.recorder.sent.map(({ chat }) => chat))
      return [...acknowledged].filter((chat) => !told.has(chat))
    },
  }
}
