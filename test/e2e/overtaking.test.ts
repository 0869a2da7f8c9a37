import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChats } from '../../src/chats/chats.ts'
import { TAGS } from '../../src/chats/keys.ts'
import { createDueQueue } from '../../src/queue/due-queue.ts'
import type { MonitorId } from '../../src/rates/monitor.ts'
import { connectRedis, type Redis } from '../../src/redis/connection.ts'
import { startServer, type TestServer } from '../support/cluster.ts'
import { onThisMachine } from '../support/machine.ts'
import { ANA, createPeople, EMMA, LUIS } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { silent } from '../support/redis.ts'

const FOLLOWED: MonitorId = { page: 'page_beta', currency: 'dollar', key: 'usd' }
const FOLLOWERS = 20_000
const AT_ONCE = 200
const PEOPLE = [ANA, LUIS, EMMA]
const TOLD_MS_MAX = 3_000

let server: TestServer
let redis: Redis
let program: Program
let sandbox = ''
let people: ReturnType<typeof createPeople>

beforeAll(async () => {
  server = await startServer()
  redis = await connectRedis({ urls: [server.url], log: silent })
  program = spawnProgram({ env: { REDIS_URL: server.url } })
  sandbox = await program.address('Web chat')
  people = createPeople(sandbox)
  for (const place of PEOPLE) {
    await people.ask(place, '/start')
    expect(await people.ask(place, '/alertas page_beta.usd 20%')).toContain('20')
  }
  const chats = createChats({ redis, queue: createDueQueue({ redis, name: 'due', tags: TAGS }) })
  for (let first = 1; first <= FOLLOWERS; first += AT_ONCE) {
    const followers = Array.from({ length: AT_ONCE }, (_, index) => String(first + index))
    await Promise.all(
      followers.map((chat) => chats.follows.add(chat, FOLLOWED, { price: '1', at: Date.now() })),
    )
  }
})
afterAll(async () => {
  await program.stop()
  redis.disconnect()
  await server.stop()
})

const movePrice = (percent: number) =>
  request(`${sandbox}/chat/price`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ percent }),
  }).then((response) => response.body.dump())

const waiting = async (): Promise<number> => {
  const counts = await Promise.all(TAGS.map((tag) => redis.zcard(`due:{${tag}}:routine`)))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Alerts that were triggered, told ones too: nothing else is, as the sandbox knows none of the followers. */
const triggered = async (): Promise<number> => {
  const figures = TAGS.flatMap((tag) => [redis.hlen(`fired:{${tag}}`), redis.hget(`law:{${tag}}`, 'told')])
  return (await Promise.all(figures)).reduce<number>((sum, figure) => sum + Number(figure ?? 0), 0)
}

it('an alert is sent within 3 s while 20,000 followers are due', async () => {
  await movePrice(5)
  await expect.poll(waiting, { timeout: 30_000, interval: 20 }).toBeGreaterThan(FOLLOWERS * 0.9)
  const counts = () => Promise.all(PEOPLE.map(async (place) => (await people.messages(place)).length))
  const before = await counts()
  await movePrice(40)
  await expect.poll(triggered, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0)
  const startedAt = performance.now()
  await expect.poll(counts, { timeout: 30_000, interval: 20 }).toEqual(before.map((count) => count + 1))
  expect(performance.now() - startedAt).toBeLessThan(await onThisMachine(TOLD_MS_MAX))
  for (const place of PEOPLE) expect((await people.messages(place)).at(-1)?.text).toContain('🔔')
})
