import { expect, test } from 'vitest'
import { parseRetryAfter, toDeliveryPayload } from '../../../../src/service/webhooks/notifier.ts'
import type { Webhook } from '../../../../src/service/webhooks/store.ts'

const record = (over: object) => ({
  ...{ change: 0, color: 'neutral', image: '', last_update: '2026-01-22T00:00:00-04:00', percent: 0 },
  ...{ price: 349.9272, price_old: 349.9272, symbol: '', title: 'Dólar' },
  ...{ id: 1, page: 'page_one', currency: 'dollar', key: 'usd' },
  ...over,
})
const bodyOf = (...monitors: object[]) =>
  JSON.stringify({ id: '1-1-1', event: 'monitor.updated', created_at: '2026-01-22T04:00:00.000Z', monitors })
const monitorsIn = (payload: ReturnType<typeof toDeliveryPayload>): unknown =>
  typeof payload === 'object' ? JSON.parse(payload.body).monitors : payload
const webhookOf = (...monitors: string[]) => ({ monitors }) as unknown as Webhook

test('a waiting notification goes out as it was stored, where all of it is registered', () => {
  const body = bodyOf(record({}))
  expect(toDeliveryPayload(webhookOf('dollar:page_one.usd'), body)).toEqual({ id: '1-1-1', body })
})

test('a waiting notification goes out without what is no longer registered, and not at all where nothing is left', () => {
  const body = bodyOf(record({}), record({ id: 2, currency: 'euro', key: 'eur' }))
  const payload = toDeliveryPayload(webhookOf('euro:page_one.eur'), body)
  expect(monitorsIn(payload)).toEqual([expect.objectContaining({ id: 2, key: 'eur', price: 349.9272 })])
  expect(toDeliveryPayload(webhookOf(), body)).toBeUndefined()
})

test('a waiting notification is also read where an earlier version stored it, with null for no image', () => {
  const body = bodyOf(record({ image: null }), record({ id: 2, key: 'cash', image: null }))
  const payload = toDeliveryPayload(webhookOf('dollar:page_one.cash'), body)
  expect(monitorsIn(payload)).toEqual([expect.objectContaining({ id: 2, image: '' })])
})

const now = Date.UTC(2026, 0, 1)
test.each([
  ['120', 120_000],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['999999999', 36_000_000],
  ['soon', 0],
  ['-5', 0],
  [undefined, 0],
])('Retry-After %j is a wait of %i ms', (header, ms) => expect(parseRetryAfter(header, now)).toBe(ms))
