import { fastify } from 'fastify'
import { expect, test, vi } from 'vitest'
import { addHealth } from '../../../src/runtime/http.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'

test('/readyz is 503 with the reason, not the address in its message, while something needed cannot be reached', async () => {
  let isThere = false
  const app = fastify()
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:6379'), { code: 'ECONNREFUSED' })
  const redis = async (): Promise<void> => {
    if (!isThere) throw refused
  }
  const metrics = createMetrics()
  addHealth(app, { metrics, checks: { redis } })
  // The other server of the same process, as that of the service.
  addHealth(fastify(), { metrics, checks: {} })
  const ask = async () => {
    const { statusCode, body } = await app.inject('/readyz')
    return [statusCode, JSON.parse(body)]
  }
  expect(await ask()).toEqual([503, { status: 'not ready', problems: { redis: 'ECONNREFUSED' } }])
  expect(await metrics.text()).toContain('tasa_ready{check="redis"} 0')
  isThere = true
  expect(await ask()).toEqual([200, { status: 'ready' }])
  expect(await metrics.text()).toContain('tasa_ready{check="redis"} 1')
})

test('/metrics makes one text a second, whoever asks and at whichever port', async () => {
  vi.useFakeTimers()
  const metrics = createMetrics()
  let made = 0
  metrics.measured(async () => ++made, [['made', 'Texts made', (count) => count]])
  const ports = [fastify(), fastify()]
  for (const app of ports) addHealth(app, { metrics, checks: {} })
  const ask = () => Promise.all(ports.flatMap((app) => [app.inject('/metrics'), app.inject('/metrics')]))
  const bodies = [...(await ask()), ...(await ask())].map(({ body }) => body)
  expect([new Set(bodies).size, made]).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(1_000)
  await ask()
  expect(made).toBe(2)
  vi.useRealTimers()
})

test('/metrics has figures that are read together by one call, and NaN where it fails', async () => {
  const metrics = createMetrics()
  let reads = 0
  const read = async () => ++reads
  metrics.measured(read, [
    ['one', 'One', (count) => count],
    ['two', 'Two', (count) => 2 * count],
  ])
  metrics.measured(() => Promise.reject(new Error('Redis is away')), [['away', 'Away', () => 1]])
  const figures = (await metrics.text()).match(/^tasa_(one|two|away) .*/gm)
  expect(figures).toEqual(['tasa_one 1', 'tasa_two 2', 'tasa_away Nan'])
})
