import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from 'telegram-sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAlive } from '../../src/redis/process-lock.ts'
import { startServer } from '../support/cluster.ts'
import { spawnProgram } from '../support/program.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'

const RIGHT = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'
const WRONG = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-xx'

describe('a start that cannot succeed', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-refused-'))
  const telegram = createSandbox({
    port: 0,
    botToken: RIGHT,
  })
  const taken = createServer()
  beforeAll(async () => {
    await telegram.start()
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
    writeFileSync(join(directory, 'wrong.json'), '{ "pages": { "Banco!": {} } }')
  })
  afterAll(async () => {
    await telegram.stop()
    taken.close()
    rmSync(directory, { recursive: true, force: true })
  })

  const takenPort = (): string => String((taken.address() as AddressInfo).port)

  it('constructor is no command: it says which there are', async () => {
    const program = spawnProgram({ command: ['node', 'src/main.ts', 'constructor'] })
    const [code] = await program.exited
    expect([code, program.err()]).toEqual([
      1,
      expect.stringContaining('There is no command constructor: use start'),
    ])
  })

  it.each([
    [
      'a BOT_TOKEN that Telegram refuses',
      () => ({ BOT_TOKEN: WRONG, TELEGRAM_API_ROOT: telegram.address(), SOURCES_FILE: 'simulated' }),
      /BOT_TOKEN/,
    ],
    ['a BOT_TOKEN of another form', () => ({ BOT_TOKEN: 'token' }), /BOT_TOKEN/],
    ['a taken PORT', () => ({ PORT: takenPort() }), /PORT/],
    ['a taken SANDBOX_PORT', () => ({ SANDBOX_PORT: takenPort() }), /SANDBOX_PORT/],
    ['a Redis that is not there', () => ({ REDIS_URL: `redis://127.0.0.1:1` }), /REDIS_URL/],
    [
      'a SOURCES_FILE that is not there',
      () => ({ SOURCES_FILE: join(directory, 'none.json') }),
      /SOURCES_FILE|none\.json/,
    ],
    ['a SOURCES_FILE with bad names', () => ({ SOURCES_FILE: join(directory, 'wrong.json') }), /Banco!/],
  ])('says why in one line: %s', async (_case, env, line) => {
    const program = spawnProgram({ env: env(), dataDirectory: mkdtempSync(join(directory, 'data-')) })
    const [code] = await program.exited
    const lines = program.err().trim().split('\n').filter(isNoNews)
    expect(lines.length, program.err()).toBe(1)
    expect(lines[0]).toMatch(line)
    expect(code).toBe(1)
    expect(program.err()).not.toMatch(/\n\s+at /)
    expect(isAlive(redisPidOf(program))).toBe(false)
  })

  it.each(['redis', 'http'])(
    'says in one line that Redis went away once the part %s had started',
    async (part) => {
      const redis = await startServer()
      const link = await startTcpProxy(redis.url)
      link.behave({ latencyMs: 100 }) // the part after this one has not started before the link is cut
      const env = {
        ROLES: 'push',
        REDIS_URL: link.url,
        BOT_TOKEN: RIGHT,
        TELEGRAM_API_ROOT: telegram.address(),
        RATES_API_URL: 'http://127.0.0.1:1',
        RATES_API_TOKEN: 'token',
        RATES_WEBHOOK_SECRET: 'a-secret-of-tests',
        LOG_LEVEL: 'debug',
      }
      const program = spawnProgram({ env, dataDirectory: mkdtempSync(join(directory, 'data-')) })
      await expect.poll(program.err, { interval: 1 }).toContain(`"part":"${part}","msg":"started"`)
      await link.refuse()
      const [code] = await program.exited
      await link.stop()
      await redis.stop()
      const lines = program
        .err()
        .trim()
        .split('\n')
        .filter((line) => line.includes('"fatal"'))
      expect([code, lines], program.err()).toEqual([1, [expect.stringMatching(/Redis .* (start|Start)/)]])
      expect(program.err()).not.toMatch(/unexpected error|\n\s+at /)
    },
  )

  it('refuses a second program on one DATA_DIR, and leaves the first alone', async () => {
    const dataDirectory = mkdtempSync(join(directory, 'shared-'))
    const first = spawnProgram({ dataDirectory })
    const bot = await first.address('Bot')
    const second = spawnProgram({ dataDirectory })
    const [code] = await second.exited
    expect([code, second.err().trim().split('\n').length]).toEqual([1, 1])
    expect(second.err()).toContain('DATA_DIR')
    expect((await fetch(`${bot}/healthz`)).status).toBe(200)
    expect((await first.stop()).code).toBe(0)
  })
})

/** Parts that started before say so, where the one that is refused took its time. */
const isNoNews = (line: string): boolean => !line.includes('"level":"info"')

/** 0 where no private Redis was ever started. */
function redisPidOf(program: ReturnType<typeof spawnProgram>): number {
  try {
    return program.redisPid()
  } catch {
    return 0
  }
}
