import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { isAlive } from '../../src/redis/process-lock.ts'
import { EX_CONFIG } from '../../src/runtime/log.ts'
import { startServer } from '../support/cluster.ts'
import { forFile, useFolder } from '../support/folder.ts'
import { close, listen } from '../support/listen.ts'
import { onThisMachine } from '../support/machine.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { RECORDER_TOKEN, startRecorder } from '../support/recorder.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'

const REVOKED = `${RECORDER_TOKEN.slice(0, -2)}xx`
const STOP_MS_MAX = 10_000
/** Timers that nobody waits for would hold a done command for more than two seconds. */
const END_MS_MAX = 1_800

const folder = useFolder()
const newDirectory = (): string => mkdtempSync(join(folder, 'data-'))
const telegram = await forFile(startRecorder({ isRevoked: (token) => token === REVOKED }))

const spawn = (env: Readonly<Record<string, string>> = {}): Program =>
  spawnProgram({ env, dataDirectory: newDirectory() })
const withToken = (token = RECORDER_TOKEN) => ({
  BOT_TOKEN: token,
  TELEGRAM_API_ROOT: telegram.url,
  SOURCES_FILE: 'simulated',
})

/** 0 where no private Redis was started. */
function redisPidOf(program: Program): number {
  try {
    return program.redisPid()
  } catch {
    return 0
  }
}

describe('a start that cannot succeed', () => {
  it('says why in one line and by its exit code, asks no source before, and leaves no Redis behind', async () => {
    let asked = 0
    const source = createServer((_request, response) => {
      asked += 1
      response.end('{"usd":800}')
    })
    const url = `http://127.0.0.1:${await listen(source)}`
    const counted = join(folder, 'counted.json')
    const monitors = { usd: { currency: 'dollar', title: 'Dólar', price: '/usd' } }
    const page = { title: 'Banco', every: '1s', stale_after: '1h', source: { kind: 'json', url }, monitors }
    writeFileSync(counted, JSON.stringify({ pages: { bank: page } }))
    const file = join(folder, 'wrong.json')
    writeFileSync(file, '{ "pages": { "Banco!": {} } }')
    const cases: readonly [Readonly<Record<string, string>>, number, RegExp][] = [
      [{ ...withToken(REVOKED), SOURCES_FILE: counted }, EX_CONFIG, /BOT_TOKEN/],
      [{ SANDBOX_PORT: new URL(telegram.url).port }, 1, /SANDBOX_PORT/],
      [{ REDIS_URL: 'redis://127.0.0.1:1' }, 1, /REDIS_URL/],
      [{ SOURCES_FILE: file }, EX_CONFIG, /Banco!/],
      [{ PORT: 'web' }, EX_CONFIG, /PORT must be a port number/],
    ]
    const starts = cases.map(async ([env, exitCode, reason]) => {
      const program = spawn(env)
      const [code] = await program.exited
      const lines = program.err().trim().split('\n')
      const news = lines.filter((line) => !line.includes('"level":"info"'))
      expect([code, news]).toEqual([exitCode, [expect.stringMatching(reason)]])
      expect(program.err()).not.toMatch(/\n\s+at /)
      expect(isAlive(redisPidOf(program))).toBe(false)
    })
    await Promise.all(starts)
    await close(source)
    expect(asked).toBe(0)
  })

  it('says in one line that Redis went away once a part had started', async () => {
    const redis = await startServer()
    const link = await startTcpProxy(redis.url)
    link.behave({ latencyMs: 100 }) // the part after this one has not started before the link is cut
    const rates = {
      RATES_API_URL: 'http://127.0.0.1:1',
      RATES_API_TOKEN: 'token',
      RATES_WEBHOOK_SECRET: 'a-secret-of-tests',
    }
    const program = spawn({
      ...withToken(),
      ...rates,
      ROLES: 'push',
      REDIS_URL: link.url,
      LOG_LEVEL: 'debug',
    })
    await expect.poll(program.err, { interval: 1 }).toContain('"part":"redis","msg":"started"')
    await link.refuse()
    const [code] = await program.exited
    await Promise.all([link.stop(), redis.stop()])
    const fatal = program
      .err()
      .split('\n')
      .filter((line) => line.includes('"fatal"'))
    expect([code, fatal]).toEqual([1, [expect.stringMatching(/Redis .* (start|Start)/)]])
    expect(program.err()).not.toMatch(/unexpected error|\n\s+at /)
  })
})

describe('a program with a token', () => {
  let program: Program
  beforeAll(() => {
    program = spawn(withToken())
  })

  it('prints its name and link once, and what to set in @BotFather', async () => {
    await expect.poll(program.out, { timeout: 30_000 }).toContain('Channels: ')
    const starts = program
      .out()
      .split('\n')
      .filter((line) => /^\S/.test(line))
    expect(starts.map((line) => line.split(/\s{2,}/)[0]).slice(0, 3)).toEqual([
      'Rate service',
      'Prices from',
      'Bot',
    ])
    expect(program.out().match(/t\.me\/.*/g)).toEqual(['t.me/tasa_test_bot (Tasa)'])
    expect(program.out()).toContain('/setinline')
    expect(program.out() + program.err()).not.toContain(RECORDER_TOKEN)
  })

  it('is left alone by a second program on its DATA_DIR, which is refused', async () => {
    const second = spawnProgram({ dataDirectory: program.dataDirectory })
    const [code] = await second.exited
    expect([code, second.err().trim().split('\n')]).toEqual([1, [expect.stringContaining('DATA_DIR')]])
    expect((await fetch(`${await program.address('Bot')}/healthz`)).status).toBe(200)
  })

  it('stops once where Ctrl-C comes twice, as npm repeats it', async () => {
    const redisPid = program.redisPid()
    program.child.kill('SIGINT')
    expect((await program.stop('SIGINT')).code).toBe(0)
    expect(isAlive(redisPid)).toBe(false)
  })
})

describe('a stop', () => {
  it('at any point of the start leaves no Redis behind', async () => {
    for (const ms of [350, 600, 900]) {
      const program = spawn()
      await sleep(ms)
      // Before our first line runs, the signal itself ends the process.
      expect([0, null]).toContain((await program.stop()).code)
      expect(isAlive(redisPidOf(program))).toBe(false)
      expect(program.err()).not.toMatch(/"(warn|error|fatal)"|\n\s+at /)
    }
  })

  it('ends in under 10 s with exit code 0 while Telegram is silent and a client is slow', async () => {
    const silent = createServer(() => {})
    const TELEGRAM_API_ROOT = `http://127.0.0.1:${await listen(silent)}`
    const program = spawn({ ...withToken(), TELEGRAM_API_ROOT })
    const bot = new URL(await program.address('Bot'))
    const slow = connect(Number(bot.port), bot.hostname, () =>
      slow.write('POST /webhooks/rates HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n'),
    )
    await expect.poll(() => fetch(`${bot.origin}/healthz`).then(({ status }) => status)).toBe(200)
    const redisPid = program.redisPid()
    const { code, ms } = await program.stop()
    expect([code, ms < STOP_MS_MAX, isAlive(redisPid)]).toEqual([0, true, false])
    slow.destroy()
    await close(silent)
  })
})

describe("an operator's command without the program", () => {
  /** Runs a command until it says something; how long it then takes to end (ms). */
  async function run(dataDirectory: string, ...args: readonly string[]) {
    const program = spawnProgram({ dataDirectory, command: ['node', 'src/main.ts', ...args] })
    let saidAt = Number.NaN
    program.child.stdout?.once('data', () => {
      saidAt = performance.now()
    })
    const [code] = await program.exited
    return { code, out: program.out(), err: program.err(), endMs: performance.now() - saidAt }
  }

  it('prints a token alone on its line, warns that it is made where no data was, and ends at once', async () => {
    const data = newDirectory()
    const { code, out, err, endMs } = await run(data, 'token', 'create', 'somebody')
    expect([code, out]).toEqual([0, expect.stringMatching(/^tasa_[\w-]{43}\n$/)])
    expect(err).toContain(`DATA_DIR ${data} has no data of the program`)
    expect(endMs).toBeLessThan(await onThisMachine(END_MS_MAX))
    expect(await run(data, 'due', 'list')).toMatchObject({
      code: 0,
      out: 'No chat is parked.\n0 parked, none waiting.\n',
      err: '',
    })
  })

  it('that needs data starts no Redis where there is none, and says what to give', async () => {
    const data = newDirectory()
    const { code, out, err } = await run(data, 'due', 'retry', 'all')
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^\{"level":"fatal","msg":"DATA_DIR [^\n]*DATA_DIR or REDIS_URL[^\n]*\n$/)
    expect(existsSync(join(data, 'redis.json'))).toBe(false)
  })

  it('that is none names those that there are', async () => {
    const { code, err } = await run(newDirectory(), 'constructor')
    expect([code, err]).toEqual([1, expect.stringContaining('There is no command constructor: use start')])
  })
})
