import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnProgram } from '../test/support/program.ts'
import { connectPrivate } from '../test/support/redis.ts'
import type { Figure } from './figure.ts'
import { infoOf } from './with-redis.ts'

const SETTLED_MS = 40_000
const MEASURED_SECONDS = 60
const TICKS_PER_SECOND = 100
const HOUR_SECONDS = 3_600

/** A source that says nothing new for an hour. */
const SOURCES = {
  pages: {
    bank: {
      every: '1h',
      source: { kind: 'simulated', monitors: { usd: '798.45' } },
      monitors: { usd: { currency: 'dollar' } },
    },
  },
}

/** What all roles in one process cost while nothing happens, beside what an operator is promised. */
export async function benchRest(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-bench-'))
  const file = join(directory, 'sources.json')
  writeFileSync(file, JSON.stringify(SOURCES))
  const program = spawnProgram({ dataDirectory: directory, env: { SOURCES_FILE: file } })
  try {
    await program.address('Bot')
    await sleep(SETTLED_MS)
    const redis = await connectPrivate(directory)
    const pid = program.child.pid ?? 0
    const read = async () => ({
      commands: await infoOf(redis, 'stats', 'total_commands_processed'),
      writes: await infoOf(redis, 'persistence', 'rdb_changes_since_last_save'),
      bytes: await infoOf(redis, 'persistence', 'aof_current_size'),
      cpu: cpuSecondsOf(pid),
    })
    const before = await read()
    await sleep(MEASURED_SECONDS * 1_000)
    const after = await read()
    redis.disconnect()
    const perSecond = (name: keyof typeof before): number => (after[name] - before[name]) / MEASURED_SECONDS
    const row = (name: string, unit: string, ours: number, limit: number): Figure => ({
      ...{ name: `at rest: ${name}`, unit, ours, limit, limitName: 'promised' },
    })
    return [
      row('commands of Redis, those in scripts too', '/s', perSecond('commands'), 30),
      row('writes of Redis', '/min', perSecond('writes') * 60, 10),
      row('append-only file', 'MB/h', (perSecond('bytes') * HOUR_SECONDS) / 1e6, 0.5),
      row('CPU of the program', '% of a core', perSecond('cpu') * 100, 1),
    ]
  } finally {
    await program.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** CPU seconds that a process has used so far. */
function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
