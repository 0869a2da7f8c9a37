import type { RatesClient, Snapshot } from '../protocol/client.ts'
import { type MonitorId, monitorRef } from '../rates/monitor.ts'

type Monitors = Pick<RatesClient, 'monitors'>

/** One snapshot for each page and currency that the monitors stand in. Throws RatesError. */
export function snapshotsOf(client: Monitors, ids: readonly MonitorId[]): Promise<Snapshot[]> {
  const places = new Map(ids.map((id) => [`${id.page} ${id.currency}`, id]))
  return Promise.all([...places.values()].map(({ page, currency }) => client.monitors(page, currency)))
}

/** Those of the monitors that the rate API has. Throws RatesError. */
export async function offeredOf(client: Monitors, ids: readonly MonitorId[]): Promise<MonitorId[]> {
  const snapshots = await snapshotsOf(client, ids)
  const offered = new Set(snapshots.flatMap(({ quotes }) => quotes.map(({ monitor }) => monitorRef(monitor))))
  return ids.filter((id) => offered.has(monitorRef(id)))
}
