import { expect, test } from 'vitest'
import { addDays, dayOf, startOfDay } from '../../../../src/rates/caracas.ts'
import { preparePage } from '../../../support/collect.ts'
import { useRedis } from '../../../support/redis.ts'
import { useWeb } from '../web.ts'

const far = useRedis()
const near = useRedis()
const startFar = useWeb(far)

test('a relay of a server of ours has its prices, their times, and what is in force', async () => {
  const now = Date.now()
  const [today, tomorrow] = [startOfDay(dayOf(now)), startOfDay(addDays(dayOf(now), 1))]
  const { address, publish, ask } = await startFar()
  await publish('page_one', { usd: '349.12345678', eur: '409.6' }, today)
  await publish('page_one', { usd: '351.5' }, tomorrow)
  await expect
    .poll(async () => (await ask('/api/v1/dollar?page=page_one')).json?.monitors?.usd?.price)
    .toBe(351.5)

  const redis = await near.connect()
  const config = {
    source: { kind: 'relay', url: address(), page: 'page_one' },
    monitors: { usd: { currency: 'dollar' }, euro: { currency: 'euro', price: 'eur' } },
  }
  const { collect, stored } = await preparePage('page_near', config, { redis, clock: () => now })
  expect(await collect()).toBe('changed')
  expect(await stored('dollar:page_near.usd')).toMatchObject({
    price: '351.5',
    lastUpdate: tomorrow,
    earlier: [{ price: '349.12345678', lastUpdate: today }],
  })
  expect(await stored('euro:page_near.euro')).toMatchObject({ price: '409.6', lastUpdate: today })
  expect(await collect()).toBe('unchanged')
})
