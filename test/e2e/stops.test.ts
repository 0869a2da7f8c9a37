import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { isAlive } from '../../src/redis/process-lock.ts'
import { type Program, spawnProgram } from '../support/program.ts'

const TOKEN = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'
const STOP_MS_MAX = 10_000

describe('a stop', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-stops-'))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  const spawn = (env: Record<string, string> = {}): Program =>
    spawnProgram({ env, dataDirectory: mkdtempSync(join(directory, 'data-')) })

  it('at any point of the start leaves no Redis behind', async () => {
    for (const ms of [350, 600, 900]) {
      const program = spawn()
      await sleep(ms)
      const { code } = await program.stop()
      // Before our first line runs, the signal itself ends the process.
      expect([0, null]).toContain(code)
      expect(isAlive(redisPidOf(program))).toBe(false)
      expect(program.err()).not.toMatch(/"(warn|error|fatal)"|\n\s+at /)
    }
  })

  it('counts once when it is requested twice, as npm repeats the Ctrl-C of the terminal', async () => {
    const program = spawn()
    await program.address('Web chat')
    const redisPid = redisPidOf(program)
    program.child.kill('SIGINT')
    program.child.kill('SIGINT')
    expect((await program.stop('SIGINT')).code).toBe(0)
    expect(isAlive(redisPid)).toBe(false)
  })

  it('ends in under 10 s with exit code 0 while Telegram is silent and a client is slow', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const program = spawn({
      BOT_TOKEN: TOKEN,
      TELEGRAM_API_ROOT: `http://127.0.0.1:${port}`,
      SOURCES_FILE: 'simulated',
    })
    const bot = new URL(await program.address('Bot'))
    const slow = connect(Number(bot.port), bot.hostname, () =>
      slow.write('POST /webhooks/rates HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n'),
    )
    await expect.poll(() => fetch(`${bot.origin}/healthz`).then(({ status }) => status)).toBe(200)
    const redisPid = redisPidOf(program)
    const { code, ms } = await program.stop()
    expect([code, ms < STOP_MS_MAX]).toEqual([0, true])
    expect(isAlive(redisPid)).toBe(false)
    slow.destroy()
    silent.closeAllConnections()
    silent.close()
  })
})

/** 0 where no private Redis was started. */
function redisPidOf(program: Program): number {
  try {
    return program.redisPid()
  } catch {
    return 0
  }
}
