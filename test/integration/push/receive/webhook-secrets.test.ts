import { describe, expect, it, onTestFinished } from 'vitest'
import { hashOf } from '../../../../src/api/signature.ts'
import { createWebhookSecrets } from '../../../../src/push/receive/webhook-secrets.ts'
import { createCircuitBreaker } from '../../../../src/redis/circuit-breaker.ts'
import { canary } from '../../../support/canary.ts'
import { countScripts, silent, useEmptyRedis } from '../../../support/redis.ts'

const { redis, connect } = await useEmptyRedis()
const OLD = canary('rates_webhook_before')
const NEW = canary('rates_webhook')
const KEY = '{registration}:secrets'
const HOUR_MS = 3_600_000

describe('the accepted webhook secrets', () => {
  async function start(secret: string, breaker = createCircuitBreaker({ ms: 300, waitingMax: 10 })) {
    const webhookSecrets = createWebhookSecrets({ redis, breaker, secret, log: silent })
    onTestFinished(webhookSecrets.stop)
    await webhookSecrets.start()
    return webhookSecrets
  }

  it('are the one of the process, and no other', async () => {
    const webhookSecrets = await start(NEW)
    const given = [NEW, OLD, '', undefined, `${NEW} `, NEW.slice(1), hashOf(NEW)]
    expect(await Promise.all(given.map(webhookSecrets.accepts))).toEqual([true, ...Array(6).fill(false)])
  })

  it('include none of 10,000 forged ones, for which Redis is asked at most once a second', async () => {
    const webhookSecrets = await start(NEW)
    const before = await countScripts(redis)
    const startedAt = performance.now()
    let accepted = 0
    for (let i = 0; i < 10_000; i++) if (await webhookSecrets.accepts(`forged-${i}`)) accepted += 1
    const seconds = (performance.now() - startedAt) / 1_000
    expect(accepted).toBe(0)
    expect((await countScripts(redis)) - before).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  })

  it('are both in every process during a rotation, also amid a flood of forged ones', async () => {
    const before = await start(OLD)
    expect(await before.accepts(NEW)).toBe(false)
    const after = await start(NEW)
    expect(await after.accepts(OLD)).toBe(true)
    await expect.poll(() => before.accepts(NEW)).toBe(true)
    expect(await before.accepts(OLD)).toBe(true)
  })

  it('exclude the old one an hour after the last process that had it', async () => {
    await redis.hset(KEY, hashOf(OLD), Date.now() - HOUR_MS - 1_000)
    const webhookSecrets = await start(NEW)
    expect(await webhookSecrets.accepts(OLD)).toBe(false)
    expect(await redis.hkeys(KEY)).toEqual([hashOf(NEW)])
  })

  it('are at most two, ours and the one used last', async () => {
    await redis.hset(KEY, hashOf('older'), Date.now() - 2_000, hashOf(OLD), Date.now() - 1_000)
    const webhookSecrets = await start(NEW)
    expect(await Promise.all(['older', OLD, NEW].map(webhookSecrets.accepts))).toEqual([false, true, true])
  })

  it('are those already known while Redis is silent; others cannot be judged', async () => {
    const webhookSecrets = await start(NEW)
    const other = await connect()
    await other.client('PAUSE', 2_000, 'ALL')
    await expect.poll(() => webhookSecrets.accepts(OLD).then(String, String)).toContain('silent')
    expect(await webhookSecrets.accepts(NEW)).toBe(true)
    await expect.poll(() => webhookSecrets.accepts(OLD).catch(() => 'not told')).toBe(false)
  })
})
