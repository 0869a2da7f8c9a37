import { z } from 'zod'
import { type TolerantRecord, tolerantRecord } from '../../../api/record.ts'
import type { MonitorId } from '../../../domain/monitor.ts'
import { messageOf } from '../../../runtime/log.ts'
import {
  type Observation,
  PageProblem,
  type Reading,
  type Source,
  toReading,
  type Unreadable,
} from '../source.ts'
import { parseExactJson } from './json.ts'

/** A monitor of ours and the key that the other server has for it. */
interface RelayedMonitor {
  readonly key: string
  readonly there: string
}

/** One currency of the other server's page: `read` fetches and reads the answer that has these monitors. */
interface RelayedCurrency {
  readonly read: (signal: AbortSignal) => Promise<Reading>
  readonly monitors: readonly RelayedMonitor[]
}

/** The url at which a server of this API answers the prices of a page in one currency. */
export function relayUrl(server: string, { page, currency }: Omit<MonitorId, 'key'>): string {
  const url = new URL(`${server.replace(/\/+$/, '')}/api/v1/${currency}`)
  url.searchParams.set('page', page)
  url.searchParams.set('rounded_price', 'false')
  return url.href
}

/** Reads another server of this API. A currency that it refuses leaves the others readable. */
export function createRelaySource(currencies: readonly RelayedCurrency[]): Source {
  return {
    async fetch(signal) {
      const answers = await Promise.allSettled(currencies.map(({ read }) => read(signal)))
      const refused = answers.filter((answer) => answer.status === 'rejected')
      if (refused[0] && refused.length === answers.length) throw refused[0].reason
      return toReading(
        answers.flatMap((answer, i): readonly (Observation | Unreadable)[] => {
          if (answer.status === 'fulfilled') return [...answer.value.observations, ...answer.value.unreadable]
          const reason = messageOf(answer.reason)
          return currencies[i]?.monitors.map(({ key }) => ({ key, reason })) ?? []
        }),
      )
    },
  }
}

const OBJECT = z.record(z.string(), z.unknown())

/** Reads the answer of another server, also in the older shapes of this API. Throws a PageProblem. */
export function readRelay(text: string, wanted: readonly RelayedMonitor[]): Reading {
  const body = OBJECT.safeParse(parseExactJson(text))
  if (!body.success) throw new PageProblem('the other server answered no object')
  const within = OBJECT.safeParse(body.data.monitors)
  const records = within.success ? within.data : body.data
  const isOnly = wanted.length === 1
  return toReading(
    wanted.map((monitor) => readRecord(monitor, recordOf(records, { there: monitor.there, isOnly }))),
  )
}

/** Servers key their records by monitor; older ones send a single record without its key. */
function recordOf(
  records: Record<string, unknown>,
  { there, isOnly }: { readonly there: string; readonly isOnly: boolean },
): unknown {
  const key = Object.keys(records).find((name) => name.toLowerCase() === there.toLowerCase())
  if (key !== undefined && OBJECT.safeParse(records[key]).success) return records[key]
  const isBare = 'price' in records && (isOnly || records.key === there)
  return isBare ? records : undefined
}

function readRecord({ key, there }: RelayedMonitor, found: unknown): Observation | Unreadable {
  if (found === undefined) return { key, reason: `the other server has no ${there}` }
  const record = tolerantRecord.safeParse(found)
  if (record.success) return toObservation(key, record.data)
  const problems = record.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  return { key, reason: `${there}: ${problems.join(', ')}` }
}

const toObservation = (
  key: string,
  { price, last_update, in_force, simulated, stale }: TolerantRecord,
): Observation => ({
  key,
  price,
  lastUpdate: last_update,
  ...(in_force && { inForce: { price: in_force.price, lastUpdate: in_force.last_update } }),
  ...(simulated && { simulated }),
  ...(stale && { stale }),
})
