import { createHash } from 'node:crypto'
import { monitorRef, type Quote } from '../rates/monitor.ts'

const LENGTH = 8

/** What a refresh button remembers of the prices above it, as a few letters: the same ones mean that nothing changed. */
export function printOf(quotes: readonly Quote[]): string {
  const seen = quotes.map(({ monitor, price, lastUpdate, stale }) => [
    monitorRef(monitor),
    price,
    lastUpdate,
    stale,
  ])
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url').slice(0, LENGTH)
}
