import { toNotification } from '../src/api/notification.ts'
import type { MonitorId } from '../src/domain/monitor.ts'
import { quoteOf, USD } from '../test/support/push.ts'

const CALLS_AT_ONCE = 1_000

/** One of the monitors that the benches follow. */
export const monitorAt = (index: number): MonitorId => ({ ...USD, key: `usd_${index}` })

/** The body of the notification that a monitor has a new price now. */
export function notificationOf(monitor: MonitorId, price: string): string {
  const now = Date.now()
  return JSON.stringify(
    toNotification(`bench-${now}`, now, [{ number: 1, quote: quoteOf(price, { monitor, lastUpdate: now }) }]),
  )
}

/** Calls `act` for the numbers from first to last, by a step, pipelined. */
export async function forEachChat(
  { first, last, step = 1 }: { readonly first: number; readonly last: number; readonly step?: number },
  act: (chat: string) => Promise<unknown>,
): Promise<void> {
  for (let chat = first; chat <= last; ) {
    const calls: Promise<unknown>[] = []
    for (; chat <= last && calls.length < CALLS_AT_ONCE; chat += step) calls.push(act(String(chat)))
    await Promise.all(calls)
  }
}
