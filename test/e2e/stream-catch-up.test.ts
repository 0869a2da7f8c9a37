import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toNotification } from '../../src/api/notification.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { KEYS } from '../../src/service/keys.ts'
import { startServer } from '../support/cluster.ts'
import { forFile, useFolder } from '../support/folder.ts'
import { onThisMachine } from '../support/machine.ts'
import { spawnProgram } from '../support/program.ts'
import { quoteOf } from '../support/push.ts'
import { runTokenCommand, silent } from '../support/redis.ts'

const MISSED = 200
const READERS = 10
const CPU_MS_MAX = 50
const TICK_MS = 10

/** A page that is never collected, so that the program does nothing else. */
const SOURCES = {
  pages: {
    page_one: {
      every: '1d',
      source: { kind: 'json', url: 'http://127.0.0.1:9/' },
      monitors: { usd: { currency: 'dollar', price: '/p' } },
    },
  },
}

const file = join(useFolder(), 'sources.json')
const redis = await forFile(startServer())
const connection = await connectRedis({ urls: [redis.url], log: silent })
const quote = quoteOf('1', { title: 'x'.repeat(2_800) })
const body = JSON.stringify(toNotification('n', 0, [{ number: 1, quote }]))
for (let i = 0; i < MISSED; i++) await connection.xadd(KEYS.events, '*', 'body', body)
const token = await runTokenCommand(connection, 'create', 'reader')
connection.disconnect()
writeFileSync(file, JSON.stringify(SOURCES))
const program = await forFile(
  spawnProgram({ env: { ROLES: 'service', REDIS_URL: redis.url, SOURCES_FILE: file } }),
)
const address = await program.address('Rate service')

/** How many of the missed events a reader gets before its connection ends, or all. */
async function readMissed(): Promise<number> {
  const stopping = new AbortController()
  const headers = { authorization: `Bearer ${token}`, 'last-event-id': '0-1' }
  const { body } = await fetch(`${address}/api/v1/dollar/stream`, { headers, signal: stopping.signal })
  let text = ''
  let events = 0
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    events = text.split('\nevent: monitor.updated\n').length - 1
    if (events === MISSED && text.endsWith('\n\n')) break
  }
  stopping.abort()
  return events
}

test('200 missed events of 3 kB arrive, and cost at most 50 ms of processor time a reader', async () => {
  expect(await readMissed()).toBe(MISSED)
  const cpuMs = (): number => {
    const [, fields = ''] = readFileSync(`/proc/${program.child.pid}/stat`, 'utf8').split(') ')
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    return ((user ?? 0) + (system ?? 0)) * TICK_MS
  }
  const before = cpuMs()
  for (let reader = 0; reader < READERS; reader++) await readMissed()
  expect((cpuMs() - before) / READERS).toBeLessThan(await onThisMachine(CPU_MS_MAX))
})
