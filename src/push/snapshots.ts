import type { RatesClient, Snapshot } from '../protocol/client.ts'
import { type MonitorId, monitorRef } from '../rates/monitor.ts'

type Monitors = Pick<RatesClient, 'monitors'>

/** One snapshot for each page and currency that the monitors stand in, and why the others could not be had. */
export async function snapshotsOf(
  client: Monitors,
  ids: readonly MonitorId[],
): Promise<{ readonly snapshots: readonly Snapshot[]; readonly failure: unknown }> {
  const places = new Map(ids.map((id) => [`${id.page} ${id.currency}`, id]))
  const answers = await Promise.allSettled(
    [...places.values()].map(({ page, currency }) => client.monitors(page, currency)),
  )
  return {
    snapshots: answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])),
    failure: answers.find((answer) => answer.status === 'rejected')?.reason,
  }
}

/** Those of the monitors that the rate API has. Throws RatesError. */
export async function offeredOf(client: Monitors, ids: readonly MonitorId[]): Promise<MonitorId[]> {
  const { snapshots, failure } = await snapshotsOf(client, ids)
  if (failure) throw failure
  const offered = new Set(snapshots.flatMap(({ quotes }) => quotes.map(({ monitor }) => monitorRef(monitor))))
  return ids.filter((id) => offered.has(monitorRef(id)))
}
