import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChats } from '../../src/chats/chats.ts'
import { TAGS } from '../../src/chats/keys.ts'
import { createDueQueue } from '../../src/queue/due-queue.ts'
import type { MonitorId } from '../../src/rates/monitor.ts'
import { closeRedis, connectRedis } from '../../src/redis/connection.ts'
import { startServer, type TestServer } from '../support/cluster.ts'
import { ANA, createPeople } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { silent } from '../support/redis.ts'
import { serveSourcePage } from '../support/source-page.ts'

const MONITORS: readonly MonitorId[] = [
  { page: 'banco', currency: 'dollar', key: 'usd' },
  { page: 'banco', currency: 'euro', key: 'eur' },
]
const CHATS = Array.from({ length: 300 }, (_, index) => 20_000_001 + index)
const COLLECTIONS = 10
const DATE = '2026-11-20'
const SOON = { timeout: 20_000, interval: 200 }

describe('two monitors of one page that move in one collection', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-together-'))
  let page: Awaited<ReturnType<typeof serveSourcePage>>
  let redis: TestServer
  let program: Program
  let people: ReturnType<typeof createPeople>

  beforeAll(async () => {
    redis = await startServer()
    page = await serveSourcePage({ usd: 800, eur: 900, date: DATE })
    await followBoth()
    writeRooms()
    program = spawnProgram({
      dataDirectory: directory,
      env: { REDIS_URL: redis.url, SOURCES_FILE: writeSources(), SEND_RATE_PER_SECOND: '1000' },
    })
    const sandbox = await program.address('Web chat')
    people = createPeople(sandbox)
    await request(`${sandbox}/chat/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ flood_limits: false }),
    }).then((response) => response.body.dump())
  })
  afterAll(async () => {
    await program.stop()
    await Promise.all([page.close(), redis.stop()])
    rmSync(directory, { recursive: true, force: true })
  })

  async function followBoth(): Promise<void> {
    const connection = await connectRedis({ urls: [redis.url], log: silent })
    const queue = createDueQueue({ redis: connection, name: 'due', tags: TAGS })
    const chats = createChats({ redis: connection, queue })
    for (const chat of CHATS)
      for (const [index, monitor] of MONITORS.entries())
        await chats.follow(String(chat), monitor, { price: String(800 + 100 * index), at: 1 })
    await closeRedis(connection)
  }

  /** The sandbox finds its chats there, as after a restart. */
  function writeRooms(): void {
    const rooms = CHATS.map((id) => ({
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
    const monitors = {
      usd: { currency: 'dollar', title: 'Dólar', price: '/usd', last_update: '/date' },
      eur: { currency: 'euro', title: 'Euro', price: '/eur', last_update: '/date' },
    }
    const source = { kind: 'json', url: page.url }
    const banco = { title: 'Banco', every: '1s', stale_after: '10000d', source, monitors }
    const file = join(directory, 'sources.json')
    writeFileSync(file, JSON.stringify({ pages: { banco } }))
    return file
  }

  const read = async (): Promise<readonly (readonly string[])[]> =>
    Promise.all(
      CHATS.map(async (chat) =>
        (await people.messages({ user: ANA.user, chat })).map(({ text = '' }) => text),
      ),
    )

  it('come to each chat that follows both in one message', async () => {
    await expect.poll(() => program.err(), SOON).toContain('registered at the rate API')
    for (let round = 1; round <= COLLECTIONS; round++) {
      page.set({ usd: 800 + round, eur: 900 + round, date: DATE })
      const prices = [`${800 + round},00`, `${900 + round},00`]
      const heard = async (): Promise<number> =>
        (await read()).filter((texts) => prices.every((price) => texts.join().includes(price))).length
      await expect.poll(heard, SOON).toBe(CHATS.length)
    }
    const messages = (await read()).flat()
    expect(messages.length - CHATS.length * COLLECTIONS).toBe(0)
  }, 120_000)
})
