import { Redis } from 'ioredis'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canary } from '../support/canary.ts'
import { startServer, type TestServer } from '../support/cluster.ts'
import { FIRST_TOKEN, startTown } from '../support/load-fixture.ts'
import type { Program } from '../support/program.ts'
import { RECORDER_TOKEN, repeated } from '../support/recorder.ts'

const CHATS = 50
const NEW_BOT_TOKEN = RECORDER_TOKEN.replace(/:.*/, `:AA${'x'.repeat(33)}`)
const NEW_SECRET = canary('rates_webhook_next')
const NEW_PASSWORD = canary('redis_password_next')

describe('a secret is changed by a restart, in which no price is lost:', () => {
  const revoked = new Set<string>()
  /** What is changed so far. */
  const env: Record<string, string> = {}
  let redis: TestServer
  let town: Awaited<ReturnType<typeof startTown>>
  let push: Program

  beforeAll(async () => {
    redis = await startServer()
    town = await startTown({
      redisUrl: redis.url,
      ratePerSecond: 200,
      chats: CHATS,
      isRevoked: (token) => revoked.has(token),
    })
    push = await town.startPush()
    await town.registered()
  })
  afterAll(async () => {
    await town.stop()
    await redis.stop()
  })

  /** Starts `push` with the changed secret while the price moves, then stops the one before; every chat hears of each. */
  async function restartWith(changed: Readonly<Record<string, string>>): Promise<void> {
    Object.assign(env, changed)
    town.move()
    const next = await town.startPush(env)
    expect((await push.stop()).code).toBe(0)
    push = next
    await expect.poll(() => next.err()).toContain('registered at the rate API')
    await expect.poll(town.untold).toEqual([])
    town.move()
    await expect.poll(town.untold).toEqual([])
    expect([repeated(town.recorder.sent), await town.queue.parked()]).toEqual([0, []])
  }

  it('the token of the rate API', async () => {
    await restartWith({ RATES_API_TOKEN: await town.runToken('create', 'town-next') })
    await town.runToken('revoke', FIRST_TOKEN)
    expect(await town.runToken('list')).not.toMatch(/^town\s/m)
    town.move()
    await expect.poll(town.untold).toEqual([])
  })

  it('the secret of the notifications', async () => {
    await restartWith({ RATES_WEBHOOK_SECRET: NEW_SECRET })
    const { statusCode, body } = await request(`${await push.address('Bot')}/webhooks/rates`, {
      method: 'POST',
      headers: { authorization: `Bearer ${NEW_SECRET}`, 'content-type': 'application/json' },
      body: '{}',
    })
    await body.dump()
    expect(statusCode).toBe(400)
  })

  it('the token of the bot, which Telegram refuses from then on', async () => {
    expect((await push.stop()).code).toBe(0) // one that is refused meanwhile keeps all from sending for a minute
    revoked.add(RECORDER_TOKEN)
    await restartWith({ BOT_TOKEN: NEW_BOT_TOKEN })
  })

  it('the password of Redis, of which the new one is added before and the old one taken away after', async () => {
    const operator = new Redis(redis.url)
    await operator.call('ACL', 'SETUSER', 'default', `>${NEW_PASSWORD}`)
    await restartWith({ REDIS_URL: redis.url.replace('://', `://:${NEW_PASSWORD}@`) })
    await operator.call('ACL', 'SETUSER', 'default', 'resetpass', `>${NEW_PASSWORD}`)
    operator.disconnect()
    town.move()
    await expect.poll(town.untold).toEqual([])
  })
})
