import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notification } from '../../../src/api/notification.ts'
import { closeRedis, connectRedis, type Redis } from '../../../src/redis/connection.ts'
import { createPrivateRedis } from '../../../src/redis/private-redis.ts'
import { createHistory } from '../../../src/service/history/history.ts'
import { KEYS } from '../../../src/service/keys.ts'
import { preparePage } from '../../support/collect.ts'
import { usePage } from '../../support/pages.ts'
import { silent } from '../../support/redis.ts'

const KILLS = 5
const REF = 'dollar:page_one.usd'
const NOW = Date.UTC(2026, 0, 22, 15)
const directory = mkdtempSync(join(tmpdir(), 'tasa-kill-'))
const page = usePage()

let server: Awaited<ReturnType<typeof createPrivateRedis>>
let redis: Redis
beforeAll(async () => {
  server = await createPrivateRedis(directory, { log: silent, mayInstall: true })
  redis = await connectRedis({ urls: [server.url], log: silent })
})
afterAll(async () => {
  await closeRedis(redis)
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** Kills the Redis that this test started. */
function killRedis(): void {
  const { pid } = JSON.parse(readFileSync(join(directory, 'redis.json'), 'utf8'))
  process.kill(pid, 'SIGKILL')
}

test('every price that was stored was queued for the webhook, in order, wherever Redis is killed', async () => {
  await redis.sadd(KEYS.watchers(REF), '1')
  const source = { kind: 'json', url: page.url() }
  const monitors = { usd: { currency: 'dollar', price: '/price', last_update: '/date' } }
  let price = 1_000
  page.answer((_request, response) => response.end(JSON.stringify({ price, date: '2026-01-22' })))
  const { collect } = await preparePage('page_one', { source, monitors }, { redis, clock: () => NOW })

  let acknowledged = 0
  let failed = 0
  const collectMany = async (until: () => boolean): Promise<void> => {
    while (!until()) {
      price++
      if ((await collect()) === 'changed') acknowledged = price
      else failed++
    }
  }
  for (let kill = 0; kill < KILLS; kill++) {
    const stopAt = Date.now() + 150 + kill * 37
    const killing = sleep(100 + kill * 29).then(killRedis)
    await collectMany(() => Date.now() > stopAt && failed > kill)
    await killing
    const before = acknowledged
    await collectMany(() => acknowledged > before)
  }

  const stored = (await createHistory(redis).updates(REF, '2026-01-22')).map((update) => Number(update.price))
  const queued = (await redis.lrange(KEYS.deliveries(1), 0, -1)).map(
    (body) => notification.parse(JSON.parse(body)).monitors[0]?.price,
  )
  expect(queued).toEqual(stored)
  expect(stored).toEqual([...stored].sort((a, b) => a - b))
  expect(stored).toContain(acknowledged)
  expect(stored.length).toBeGreaterThan(KILLS)
})
