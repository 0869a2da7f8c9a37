import { z } from 'zod'
import { type TolerantRecord, tolerantRecord } from '../../api/record.ts'
import type { Currency } from '../../rates/monitor.ts'
import { parseExactJson } from './json.ts'
import type { PageRequest } from './page-request.ts'
import { type Observation, PageProblem, type Reading, type Source, type Unreadable } from './source.ts'

/** A monitor of ours that is the monitor `there` of the other server. */
export interface RelayedMonitor {
  readonly key: string
  readonly there: string
}

/** One currency of the page there, and what we want of it. */
export interface RelayedCurrency {
  readonly request: PageRequest
  readonly monitors: readonly RelayedMonitor[]
}

/** A page of another server of this API, in one currency. */
export interface RelayedPage {
  readonly url: string
  readonly page: string
  readonly currency: Currency
}

/** Where a server of this API answers the prices of a page. */
export function relayUrl({ url: server, page, currency }: RelayedPage): string {
  const url = new URL(`${server.replace(/\/+$/, '')}/api/v1/${currency}`)
  url.searchParams.set('page', page)
  url.searchParams.set('rounded_price', 'false')
  return url.href
}

/** Another server of this API, also one that answers in the older shapes. A currency it refuses harms no other. */
export function createRelaySource(currencies: readonly RelayedCurrency[]): Source {
  return {
    async fetch(signal) {
      const answers = await Promise.allSettled(
        currencies.map(({ request, monitors }) =>
          request.read(signal, (text) => readAnswer(parseExactJson(text), monitors)),
        ),
      )
      const [first] = answers
      if (first && answers.every(({ status }) => status === 'rejected')) throw reasonOf(first)
      return joined(answers.map((answer, i) => readingOf(answer, currencies[i]?.monitors ?? [])))
    },
  }
}

type Answer = PromiseSettledResult<Reading>

const reasonOf = (answer: Answer): unknown => (answer.status === 'rejected' ? answer.reason : undefined)

function readingOf(answer: Answer, monitors: readonly RelayedMonitor[]): Reading {
  if (answer.status === 'fulfilled') return answer.value
  const reason = answer.reason instanceof Error ? answer.reason.message : String(answer.reason)
  return { observations: [], unreadable: monitors.map(({ key }) => ({ key, reason })) }
}

const joined = (readings: readonly Reading[]): Reading => ({
  observations: readings.flatMap(({ observations }) => observations),
  unreadable: readings.flatMap(({ unreadable }) => unreadable),
})

const OBJECT = z.record(z.string(), z.unknown())

function readAnswer(answer: unknown, wanted: readonly RelayedMonitor[]): Reading {
  const body = OBJECT.safeParse(answer)
  if (!body.success) throw new PageProblem('the other server answered no object')
  const within = OBJECT.safeParse(body.data.monitors)
  const records = within.success ? within.data : body.data
  const read = wanted.map((monitor) =>
    readRecord(monitor, recordOf(records, { ...monitor, isAlone: wanted.length === 1 })),
  )
  return {
    observations: read.filter((one): one is Observation => 'price' in one),
    unreadable: read.filter((one): one is Unreadable => 'reason' in one),
  }
}

/** Servers key their records by monitor; older ones give a single record bare, which then is the one asked for. */
function recordOf(
  records: Record<string, unknown>,
  { there, isAlone }: RelayedMonitor & { readonly isAlone: boolean },
): unknown {
  const key = Object.keys(records).find((name) => name.toLowerCase() === there.toLowerCase())
  if (key !== undefined && OBJECT.safeParse(records[key]).success) return records[key]
  const isBare = 'price' in records && (isAlone || records.key === there)
  return isBare ? records : undefined
}

function readRecord({ key, there }: RelayedMonitor, found: unknown): Observation | Unreadable {
  if (found === undefined) return { key, reason: `the other server has no ${there}` }
  const record = tolerantRecord.safeParse(found)
  if (record.success) return observationOf(key, record.data)
  const problems = record.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  return { key, reason: `${there}: ${problems.join(', ')}` }
}

const observationOf = (
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
