import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChats } from '../../src/chats/chats.ts'
import { audit } from '../../src/chats/delivery-ledger.ts'
import { TAGS } from '../../src/chats/keys.ts'
import type { MonitorId } from '../../src/domain/monitor.ts'
import { createDueQueue } from '../../src/queue/due-queue.ts'
import { closeRedis, connectRedis, type Redis } from '../../src/redis/connection.ts'
import { startServer, type TestServer } from '../support/cluster.ts'
import { ANA, createPeople } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { silent } from '../support/redis.ts'
import { serveSourcePage } from '../support/source-page.ts'

const MONITORS: readonly MonitorId[] = [
  { page: 'banco', currency: 'dollar', key: 'usd' },
  { page: 'banco', currency: 'euro', key: 'eur' },
]
const CHATS = Array.from({ length: 60 }, (_, index) => 20_000_001 + index)
const COLLECTIONS = 5
/** More monitors than one message shows, all followed by one chat. */
const MANY = Array.from({ length: 30 }, (_, index) => `m${index}`)
const CHAT_OF_MANY = 20_000_999
const pricesOfMany = (first: number): Record<string, number> =>
  Object.fromEntries(MANY.map((key, index) => [key, first + index]))
const DATE = '2026-11-20'
const SOON = { timeout: 60_000, interval: 200 }

describe('monitors of one page that move in one collection', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-together-'))
  let page: Awaited<ReturnType<typeof serveSourcePage>>
  let redis: TestServer
  let connection: Redis
  let program: Program
  let people: ReturnType<typeof createPeople>

  beforeAll(async () => {
    redis = await startServer()
    connection = await connectRedis({ urls: [redis.url], log: silent })
    page = await serveSourcePage({ ...pricesOfMany(500), usd: 800, eur: 900, date: DATE })
    await follow()
    writeRooms()
    program = spawnProgram({
      dataDirectory: directory,
      env: { REDIS_URL: redis.url, SOURCES_FILE: writeSources(), SEND_RATE_PER_SECOND: '1000' },
    })
    people = createPeople(await program.address('Web chat'))
    await people.act('faults', { flood_limits: false })
  })
  afterAll(async () => {
    await program.stop()
    await closeRedis(connection)
    await Promise.all([page.close(), redis.stop()])
    rmSync(directory, { recursive: true, force: true })
  })

  const dueQueue = () => createDueQueue({ redis: connection, name: 'due', tags: TAGS })

  async function follow(): Promise<void> {
    const chats = createChats({ redis: connection, queue: dueQueue() })
    for (const chat of CHATS)
      for (const [index, monitor] of MONITORS.entries())
        await chats.follows.add(String(chat), monitor, { price: String(800 + 100 * index), at: 1 })
    for (const [index, key] of MANY.entries()) {
      const monitor: MonitorId = { page: 'banco', currency: 'dollar', key }
      await chats.follows.add(String(CHAT_OF_MANY), monitor, { price: String(500 + index), at: 1 })
    }
  }

  /** The sandbox finds its chats there, as after a restart. */
  function writeRooms(): void {
    const rooms = [...CHATS, CHAT_OF_MANY].map((id) => ({
      chat: { id, type: 'private', first_name: `Chat ${id}` },
      topics: [],
      bot_status: 'member',
      statuses: [[ANA.user, 'member']],
      entries: [],
      anonymous: [],
      pinned: [],
    }))
    mkdirSync(join(directory, 'sandbox'))
    writeFileSync(join(directory, 'sandbox', 'chats.json'), JSON.stringify(rooms))
  }

  function writeSources(): string {
    const titled = (title: string, currency: string, key: string) => ({
      currency,
      title,
      price: `/${key}`,
      last_update: '/date',
    })
    const monitors = {
      ...Object.fromEntries(MANY.map((key) => [key, titled(`Tasa ${key}`, 'dollar', key)])),
      usd: titled('Dólar', 'dollar', 'usd'),
      eur: titled('Euro', 'euro', 'eur'),
    }
    const source = { kind: 'json', url: page.url }
    const banco = { title: 'Banco', every: '1s', stale_after: '10000d', source, monitors }
    const file = join(directory, 'sources.json')
    writeFileSync(file, JSON.stringify({ pages: { banco } }))
    return file
  }

  const textsOf = async (chat: number): Promise<readonly string[]> =>
    (await people.messages({ user: ANA.user, chat })).map(({ text = '' }) => text)
  const read = (): Promise<readonly (readonly string[])[]> => Promise.all(CHATS.map(textsOf))

  it('reach each chat that follows two in one message', async () => {
    await expect.poll(() => program.err(), SOON).toContain('registered at the rate API')
    for (let round = 1; round <= COLLECTIONS; round++) {
      page.set({ ...pricesOfMany(500), usd: 800 + round, eur: 900 + round, date: DATE })
      const prices = [`${800 + round},00`, `${900 + round},00`]
      const heard = async (): Promise<number> =>
        (await read()).filter((texts) => prices.every((price) => texts.join().includes(price))).length
      await expect.poll(heard, SOON).toBe(CHATS.length)
    }
    const messages = (await read()).flat()
    expect(messages.length - CHATS.length * COLLECTIONS).toBe(0)
  })

  it('come in two messages where one has no room, and the delivery ledger counts each once', async () => {
    const before = await audit(connection, dueQueue())
    page.set({ ...pricesOfMany(501), usd: 800 + COLLECTIONS, eur: 900 + COLLECTIONS, date: DATE })
    const shown = async (): Promise<number> => {
      const text = (await textsOf(CHAT_OF_MANY)).join('\n')
      return Object.values(pricesOfMany(501)).filter((price) => text.includes(`${price},00`)).length
    }
    await expect.poll(shown, SOON).toBe(MANY.length)
    expect((await textsOf(CHAT_OF_MANY)).length).toBe(2)
    await expect
      .poll(() => audit(connection, dueQueue()), SOON)
      .toEqual({ ...before, due: before.due + MANY.length, told: before.told + MANY.length })
  })
})
