import { expect, it } from 'vitest'
import { createWebhookStore } from '../../../src/service/webhooks/store.ts'
import { useEmptyRedis } from '../../support/redis.ts'

const { redis } = await useEmptyRedis()

it("another's webhook is not removed, whatever id is named", async () => {
  const store = createWebhookStore(redis)
  await redis.hset('{service}:tokens', 'ana', '{}', 'luis', '{}')
  const stored = {
    url: 'https://ana.example/',
    certificate_ssl: true,
    secret: 'a-secret',
    monitors: ['p/d/usd'],
  }
  const id = await store.put({ owner: 'ana', ...stored })
  if (typeof id !== 'number') throw new Error(id)
  await store.remove('luis', id)
  expect(await store.list('ana')).toMatchObject([{ id }])
  await store.remove('ana', id)
  expect(await store.list('ana')).toEqual([])
})
