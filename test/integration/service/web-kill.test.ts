import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { dayOf } from '../../../src/domain/caracas.ts'
import { createHistoryStore } from '../../../src/service/history/history.ts'
import { forFile, useFolder } from '../../support/folder.ts'
import { serveHttp } from '../../support/listen.ts'
import { type Program, spawnProgram } from '../../support/program.ts'
import { createToken, withPrivateRedis } from '../../support/redis.ts'
import { until } from '../../support/until.ts'
import { receive, registrationOf } from './web.ts'

const PAGES = ['page_a', 'page_b', 'page_c', 'page_d']
const ROUNDS = 3
const directory = useFolder()
const day = dayOf(Date.now())

let price = 1_000
const page = await forFile(
  serveHttp((_request, response) => response.end(JSON.stringify({ price: price++, date: day }))),
)
const monitors = { usd: { currency: 'dollar', price: '/price', last_update: '/date' } }
const pages = Object.fromEntries(
  PAGES.map((name) => [name, { every: '1s', source: { kind: 'json', url: page.url }, monitors }]),
)
const SOURCES_FILE = join(directory, 'sources.json')
writeFileSync(SOURCES_FILE, JSON.stringify({ pages }))

let program: Program | undefined
afterEach(() => program?.stop())

const start = (): Program =>
  spawnProgram({
    env: { ROLES: 'service', SOURCES_FILE, WEBHOOK_ALLOW_PRIVATE: 'true' },
    dataDirectory: directory,
  })

test('every stored price was notified at least once, in order, whenever the service and its Redis are killed', async () => {
  // One call in seven fails, so that deliveries wait and come again while things are killed.
  const { url: hook, received } = await receive((call) => ({ status: call % 7 === 0 ? 503 : 200 }))
  const set = async (token: string): Promise<void> => {
    const body = registrationOf(hook, {
      monitors: PAGES.map((name) => ({ page: name, currency: 'dollar', monitor: 'usd' })),
    })
    const response = await fetch(`${await program?.address('Rate service')}/api/user/set-webhook`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(201)
  }

  program = start()
  await program.address('Rate service')
  const token = await createToken(directory, 'kills')
  await set(token)
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(900 + round * 170)
    process.kill(program.redisPid(), 'SIGKILL')
    await sleep(1_400 + round * 130)
    await program.stop('SIGKILL')
    program = start()
    await program.address('Rate service')
    await set(token)
  }
  const before = received.length
  await until(() => expect(received.length).toBeGreaterThan(before + 2 * PAGES.length), { timeout: 30_000 })

  const notified = (name: string): number[] => {
    const records = received.flatMap(({ json }) => json.monitors as { page: string; price: number }[])
    return [...new Set(records.filter((record) => record.page === name).map((record) => record.price))]
  }
  for (const name of PAGES) {
    await until(
      async () => {
        await set(token) // what waits for a retry is due at once
        const updates = await withPrivateRedis(directory, (redis) =>
          createHistoryStore(redis).updates(`dollar:${name}.usd`, day),
        )
        const stored = updates.map((update) => Number(update.price))
        const told = notified(name)
        expect(stored.length).toBeGreaterThan(2 * ROUNDS)
        // The first ones were stored before the webhook was registered; the last may be on their way.
        expect(told).toEqual(stored.slice(stored.indexOf(told[0] ?? 0)))
      },
      { timeout: 30_000 },
    )
  }
})
