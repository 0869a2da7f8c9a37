import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onThisMachine } from '../support/machine.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { RECORDER_TOKEN, startRecorder } from '../support/recorder.ts'
import { createUpdates, UPDATES_SECRET } from '../support/updates.ts'

const HANGING = 10
const QUIET = 20
const WAITING_MAX = 200
const DROPPED = 50
/** All but the hanging one of the 128 that one process has in hand. */
const OTHERS = Array.from({ length: 127 }, (_, index) => 1_000 + index)
const RECOVERED_MS_MAX = 4_000
const SOON = { timeout: 30_000, interval: 50 }

describe('updates that come by webhook', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-webhook-updates-'))
  const silent = new Set([String(HANGING)])
  let telegram: Awaited<ReturnType<typeof startRecorder>>
  let program: Program
  let address = ''

  async function start(): Promise<void> {
    program = spawnProgram({
      dataDirectory: directory,
      env: {
        BOT_TOKEN: RECORDER_TOKEN,
        SOURCES_FILE: 'simulated',
        TELEGRAM_API_ROOT: telegram.url,
        TELEGRAM_UPDATES: 'webhook',
        TELEGRAM_WEBHOOK_SECRET: UPDATES_SECRET,
        PUBLIC_URL: 'http://127.0.0.1:1',
      },
    })
    address = await program.address('Bot')
  }

  beforeAll(async () => {
    telegram = await startRecorder({ mishap: (chat) => (silent.has(chat) ? 'silent' : undefined) })
    await start()
  })
  afterAll(async () => {
    await program.stop()
    await telegram.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  const updates = createUpdates(() => address)
  /** Somebody asks for help, once more where a busy machine cannot keep it now; the status that Telegram is answered. */
  const say = (chat: number): Promise<number> => updates.say(chat, '/help', true)

  const answeredSince = (first: number): Set<string> =>
    new Set(telegram.sent.slice(first).map(({ chat }) => chat))

  it('a flood from one chat is dropped and counted, Telegram gets 200, and other chats are answered', async () => {
    const statuses: number[] = []
    for (let i = 0; i < WAITING_MAX + DROPPED; i++) statuses.push(await say(HANGING))
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(await say(QUIET)).toBe(200)
    await expect.poll(() => answeredSince(0).has(String(QUIET)), SOON).toBe(true)
    const metrics = await (await request(`${address}/metrics`)).body.text()
    expect(metrics).toContain(`telegram_updates_dropped_total ${DROPPED}`)
  })

  it('one of 128 updates in hand at a kill hangs again, and holds up none of the others for 4 s', async () => {
    for (const chat of OTHERS) silent.add(String(chat))
    await Promise.all(OTHERS.map(say))
    await expect.poll(() => answeredSince(0).size, SOON).toBe(OTHERS.length + 2)
    await program.stop('SIGKILL')
    for (const chat of OTHERS) silent.delete(String(chat))
    const before = telegram.sent.length
    await start()
    const startedAt = performance.now()
    await expect.poll(() => answeredSince(before).size, SOON).toBe(OTHERS.length + 1)
    const lastAt = telegram.sent.filter(({ chat }) => !silent.has(chat)).at(-1)?.at ?? Infinity
    expect(lastAt - startedAt).toBeLessThan(await onThisMachine(RECOVERED_MS_MAX))
  })
})
