import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChats } from '../../src/chats/chats.ts'
import { TAGS } from '../../src/chats/keys.ts'
import { createDueQueue } from '../../src/queue/due-queue.ts'
import { connectRedis, type Redis } from '../../src/redis/connection.ts'
import { startServer, type TestServer } from '../support/cluster.ts'
import { ANA, createPeople } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { silent } from '../support/redis.ts'

const PRELOAD = pathToFileURL(join(import.meta.dirname, '../support/shifted-redis-clock.ts')).href
/** The key that the preload reads. */
const AHEAD_KEY = 'clock-ahead-ms'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const hourInSantiago = new Intl.DateTimeFormat('en', {
  hour: 'numeric',
  hourCycle: 'h23',
  timeZone: 'America/Santiago',
})
/** The next time that clocks in Santiago go from 00:00 to 01:00, at 04:00 UTC: prices must not be from later. */
const FORWARD = nextForward(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 4 * HOUR_MS)

function nextForward(from: number): number {
  const isForward = Number(hourInSantiago.format(from)) - Number(hourInSantiago.format(from - DAY_MS)) === 1
  return isForward ? from : nextForward(from + DAY_MS)
}
const CHAT = String(ANA.chat)

const directory = mkdtempSync(join(tmpdir(), 'tasa-clock-'))
const file = join(directory, 'ahead')
let server: TestServer
let redis: Redis
let program: Program
let people: ReturnType<typeof createPeople>

beforeAll(async () => {
  server = await startServer()
  redis = await connectRedis({ urls: [server.url], log: silent })
  program = spawnProgram({
    env: { REDIS_URL: server.url, NODE_OPTIONS: `--import=${PRELOAD}`, CLOCK_FILE: file },
  })
  people = createPeople(await program.address('Web chat'))
})
afterAll(async () => {
  await program.stop()
  redis.disconnect()
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** Sets the clocks of the program and of its scripts. */
async function setClocks(ms: number): Promise<void> {
  const ahead = String(ms - Date.now())
  writeFileSync(file, ahead)
  await redis.set(AHEAD_KEY, ahead)
  program.child.kill('SIGUSR2')
}

it('a digest at an hour that clocks go forward over is sent once that night', async () => {
  const queue = createDueQueue({ redis, name: 'due', tags: TAGS })
  const { settings } = createChats({ redis, queue })
  await people.ask(ANA, '/start')
  await people.ask(ANA, '/seguir page_beta.usd')
  await setClocks(FORWARD - 12 * HOUR_MS)
  await settings.setZone(CHAT, 'America/Santiago')
  await settings.setDigest(CHAT, '00:00', FORWARD - 12 * HOUR_MS)
  const [, routine = ''] = queue.keysOf(queue.shardOf(CHAT))
  const dueAt = async (): Promise<number> => Number(await redis.zscore(routine, CHAT))
  await expect.poll(dueAt).toBeGreaterThan(FORWARD - 2 * HOUR_MS)
  await setClocks(FORWARD - 2_000)
  const digests = async (): Promise<number> =>
    (await people.messages(ANA)).filter(({ text = '' }) => text.includes('Resumen del')).length
  const isOver = async (): Promise<boolean> =>
    (await digests()) > 2 || (await dueAt()) > FORWARD + 12 * HOUR_MS
  await expect.poll(isOver).toBe(true)
  expect(await digests()).toBe(1)
})
