import { type FastifyInstance, fastify } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPriceStream } from '../../../../src/push/match/price-stream.ts'
import { createReceiver } from '../../../../src/push/receive/receive.ts'
import { createMetrics } from '../../../../src/runtime/metrics.ts'
import { onThisMachine } from '../../../support/machine.ts'
import { SECRET, USD } from '../../../support/push.ts'
import { silent, useEmptyRedis } from '../../../support/redis.ts'

const { redis, connect } = await useEmptyRedis()
const FILL = `for i = 1, tonumber(ARGV[1]) do redis.call('XADD', KEYS[1], '*', 'quotes', '[]') end`

describe('the receiver', () => {
  let app: FastifyInstance
  let asked: number
  let receiver: ReturnType<typeof createReceiver>

  beforeEach(async () => {
    asked = 0
    app = fastify()
    receiver = createReceiver({
      redis,
      secret: SECRET,
      stream: createPriceStream(redis),
      chats: { wanted: { monitors: async () => [USD] } },
      prices: { latest: () => undefined },
      reconcileSoon: () => {
        asked += 1
      },
      clock: Date.now,
      log: silent,
      metrics: createMetrics(),
    })
    receiver.routes(app)
    await receiver.start()
  })
  afterEach(async () => {
    await receiver.stop()
    await app.close()
  })

  const monitor = (change: object = {}) => ({
    page: USD.page,
    currency: USD.currency,
    key: USD.key,
    price: 801.12,
    last_update: '2026-11-20T13:00:00-04:00',
    ...change,
  })
  async function post(payload: object): Promise<number> {
    const headers = { authorization: `Bearer ${SECRET}` }
    return (await app.inject({ method: 'POST', url: '/webhooks/rates', headers, payload })).statusCode
  }
  const postAll = (payloads: readonly object[]): Promise<number[]> => Promise.all(payloads.map(post))
  const waiting = (): Promise<number> => redis.xlen('{updates}')

  it('keeps a notification once, however often it comes, for a day', async () => {
    const one = { id: 'n-1', monitors: [monitor()] }
    expect(await postAll(Array(10).fill(one))).toEqual(Array(10).fill(200))
    expect([await waiting(), asked]).toEqual([1, 0])
    const [key = ''] = await redis.keys('{updates}:*')
    expect(await redis.ttl(key)).toBeGreaterThan(23 * 3600)
    expect(await post({ id: 'n-2', monitors: [monitor()] })).toBe(200)
    expect(await waiting()).toBe(2)
  })

  it('keeps a notification without an id once too, and has prices compared, as its price may have returned', async () => {
    for (const price of [801, 802, 801]) await post({ monitors: [monitor({ price })] })
    expect([await waiting(), asked]).toEqual([2, 1])
  })

  it('refuses a notification when too many wait, and keeps it when it comes again', async () => {
    await redis.eval(FILL, 1, '{updates}', 10_000)
    const one = { id: 'n-1', monitors: [monitor()] }
    expect([await post(one), await waiting()]).toEqual([503, 10_000])
    await redis.xtrim('{updates}', 'MAXLEN', 9_999)
    expect([await post(one), await waiting()]).toEqual([200, 10_000])
  })

  it('refuses a notification while Redis is out of memory, and keeps it when it comes again', async () => {
    const one = { id: 'n-1', monitors: [monitor()] }
    await redis.config('SET', 'maxmemory', '1')
    const status = await post(one)
    await redis.config('SET', 'maxmemory', '0')
    expect([status, await waiting()]).toEqual([503, 0])
    expect([await post(one), await waiting()]).toEqual([200, 1])
  })

  it('refuses within a second while Redis hangs, calls it seldom, and keeps notifications when it is back', async () => {
    const other = await connect()
    await other.client('PAUSE', 4_000, 'ALL')
    const startedAt = performance.now()
    const many = Array.from({ length: 1_000 }, (_, i) => ({ id: i, monitors: [monitor()] }))
    expect(new Set(await postAll(many))).toEqual(new Set([503]))
    expect(performance.now() - startedAt).toBeLessThan(await onThisMachine(3_500)) // not for as long as Redis hangs
    await expect.poll(() => post({ id: 'later', monitors: [monitor()] })).toBe(200)
    expect(await waiting()).toBeLessThan(200)
  })
})
