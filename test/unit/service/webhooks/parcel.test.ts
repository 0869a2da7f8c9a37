import { describe, expect, test } from 'vitest'
import { toDeliveryPayload } from '../../../../src/service/webhooks/post.ts'
import type { Webhook } from '../../../../src/service/webhooks/webhook.ts'

const record = (over: object) => ({
  ...{ change: 0, color: 'neutral', image: '', last_update: '2026-01-22T00:00:00-04:00', percent: 0 },
  ...{ price: 349.9272, price_old: 349.9272, symbol: '', title: 'Dólar' },
  ...{ id: 1, page: 'page_one', currency: 'dollar', key: 'usd' },
  ...over,
})
const bodyOf = (...monitors: object[]) =>
  JSON.stringify({ id: '1-1-1', event: 'monitor.updated', created_at: '2026-01-22T04:00:00.000Z', monitors })
const monitorsIn = (parcel: ReturnType<typeof toDeliveryPayload>): unknown =>
  typeof parcel === 'object' ? JSON.parse(parcel.body).monitors : parcel
const webhookOf = (...monitors: string[]) => ({ monitors }) as unknown as Webhook

describe('a waiting notification', () => {
  test('goes out as it was stored, where all of it is registered', () => {
    const body = bodyOf(record({}))
    expect(toDeliveryPayload(webhookOf('dollar:page_one.usd'), body)).toEqual({ id: '1-1-1', body })
  })

  test('goes out without what is no longer registered, and not at all where nothing is left', () => {
    const body = bodyOf(record({}), record({ id: 2, currency: 'euro', key: 'eur' }))
    const parcel = toDeliveryPayload(webhookOf('euro:page_one.eur'), body)
    expect(monitorsIn(parcel)).toEqual([expect.objectContaining({ id: 2, key: 'eur', price: 349.9272 })])
    expect(toDeliveryPayload(webhookOf(), body)).toBeUndefined()
  })

  test('is also read where an earlier version stored it, with null for no image', () => {
    const body = bodyOf(record({ image: null }), record({ id: 2, key: 'cash', image: null }))
    const parcel = toDeliveryPayload(webhookOf('dollar:page_one.cash'), body)
    expect(monitorsIn(parcel)).toEqual([expect.objectContaining({ id: 2, image: '' })])
  })
})
