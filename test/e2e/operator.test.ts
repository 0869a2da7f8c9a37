import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

/** Runs a command on a DATA_DIR that nothing runs on, until it says something; how long it then takes to end (ms). */
async function run(...args: readonly string[]) {
  const program = spawnProgram({
    dataDirectory: mkdtempSync(join(directory, 'data-')),
    command: ['node', 'src/main.ts', ...args],
  })
  await until(() => expect(program.out()).not.toBe(''), { timeout: 30_000, interval: 5 })
  const saidAt = performance.now()
  const [code] = await program.exited
  return { code, out: program.out(), endMs: performance.now() - saidAt }
}

describe("an operator's command without the program", () => {
  it('prints a token alone on its line and then ends at once', async () => {
    const { code, out, endMs } = await run('token', 'create', 'somebody')
    expect([code, out]).toEqual([0, expect.stringMatching(/^tasa_[\w-]{43}\n$/)])
    expect(endMs).toBeLessThan(await onThisMachine(END_MS_MAX))
  })

  it('imports history and then ends at once', async () => {
    const file = join(directory, 'prices.csv')
    writeFileSync(file, 'day,price\n2026-01-22,349.9272\n')
    const names = ['--page', 'page_one', '--currency', 'dollar', '--monitor', 'usd']
    const { code, out, endMs } = await run(
      ...['import', ...names, '--date-column', 'day', '--price-column', 'price', file],
    )
    expect([code, out]).toEqual([0, expect.stringContaining('page_one.usd (dollar): 1 rows')])
    expect(endMs).toBeLessThan(await onThisMachine(END_MS_MAX))
  })

  it('lists parked chats and then ends at once', async () => {
    const { code, out, endMs } = await run('due', 'list')
    expect([code, out]).toEqual([0, 'No chat is parked.\n0 parked, none waiting.\n'])
    expect(endMs).toBeLessThan(await onThisMachine(END_MS_MAX))
  })
})
