import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { onThisMachine } from '../support/machine.ts'
import { spawnProgram } from '../support/program.ts'
import { until } from '../support/until.ts'

/** Timers that nobody waits for would hold a done command for more than two seconds. */
const END_MS_MAX = 1_800
const directory = mkdtempSync(join(tmpdir(), 'tasa-operator-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const newDirectory = (): string => mkdtempSync(join(directory, 'data-'))
const start = (dataDirectory: string, args: readonly string[]) =>
  spawnProgram({ dataDirectory, command: ['node', 'src/main.ts', ...args] })

/** Runs a command on a DATA_DIR that nothing runs on, until it says something; how long it then takes to end (ms). */
async function run(dataDirectory: string, ...args: readonly string[]) {
  const program = start(dataDirectory, args)
  await until(() => expect(program.out()).not.toBe(''), { timeout: 30_000, interval: 5 })
  const saidAt = performance.now()
  const [code] = await program.exited
  return { code, out: program.out(), err: program.err(), endMs: performance.now() - saidAt }
}

describe("an operator's command without the program", () => {
  it('prints a token alone on its line and then ends at once', async () => {
    const { code, out, endMs } = await run(newDirectory(), 'token', 'create', 'somebody')
    expect([code, out]).toEqual([0, expect.stringMatching(/^tasa_[\w-]{43}\n$/)])
    expect(endMs).toBeLessThan(await onThisMachine(END_MS_MAX))
  })

  it('imports history and then ends at once', async () => {
    const file = join(directory, 'prices.csv')
    writeFileSync(file, 'day,price\n2026-01-22,349.9272\n')
    const names = ['--page', 'page_one', '--currency', 'dollar', '--monitor', 'usd']
    const { code, out, endMs } = await run(
      newDirectory(),
      ...['import', ...names, '--date-column', 'day', '--price-column', 'price', file],
    )
    expect([code, out]).toEqual([0, expect.stringContaining('page_one.usd (dollar): 1 rows')])
    expect(endMs).toBeLessThan(await onThisMachine(END_MS_MAX))
  })

  it('lists parked chats and then ends at once', async () => {
    const data = newDirectory()
    await run(data, 'token', 'create', 'somebody')
    const { code, out, endMs } = await run(data, 'due', 'list')
    expect([code, out]).toEqual([0, 'No chat is parked.\n0 parked, none waiting.\n'])
    expect(endMs).toBeLessThan(await onThisMachine(END_MS_MAX))
  })
  it.each([
    ['due', 'retry', 'all'],
    ['move', 'redis://127.0.0.1:1'],
  ])('%s %s on a DATA_DIR without data starts no Redis there, and says what to give', async (...args) => {
    const data = newDirectory()
    const program = start(data, args)
    expect(await program.exited).toEqual([1, null])
    expect(program.out()).toBe('')
    expect(program.err()).toMatch(/^\{"level":"fatal","msg":"DATA_DIR [^\n]*DATA_DIR or REDIS_URL[^\n]*\n$/)
    expect(existsSync(join(data, 'redis.json'))).toBe(false)
  })

  it('warns that a token is made where no data was, and not again', async () => {
    const data = newDirectory()
    const [first, second] = [await run(data, 'token', 'list'), await run(data, 'token', 'list')]
    expect([first.code, first.out]).toEqual([0, 'There are no tokens.\n'])
    expect(first.err).toContain(`DATA_DIR ${data} has no data of the program`)
    expect(second.err).toBe('')
  })

  it('explains due without any data', async () => {
    const { code, out } = await run(newDirectory(), 'due')
    expect([code, out]).toEqual([0, expect.stringMatching(/^npm run due -- list/)])
  })
})
