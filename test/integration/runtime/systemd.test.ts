import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSystemd } from '../../../src/runtime/systemd.ts'

const WAIT = { timeout: 5_000, interval: 10 }

describe('what systemd is told', () => {
  let directory = ''
  let heard: () => string[]
  const warnings: string[] = []
  const log = { warn: (_: object, message: string) => void warnings.push(message) } as never

  /** A stand-in for `systemd-notify` that writes down the socket and the state. */
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'tasa-systemd-'))
    const [program, file] = [join(directory, 'systemd-notify'), join(directory, 'heard')]
    writeFileSync(program, `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> ${file}\n`)
    chmodSync(program, 0o755)
    heard = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
    warnings.length = 0
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  const startedBySystemd = (): Record<string, string> => ({ NOTIFY_SOCKET: '/run/notify', PATH: directory })

  test('is not that the program is ready once it stops', async () => {
    const systemd = createSystemd(startedBySystemd(), log)
    systemd.stopping()
    systemd.ready()
    await expect.poll(heard, WAIT).toEqual(['/run/notify STOPPING=1'])
  })

  test('is nothing where systemd did not start the program', async () => {
    const other = createSystemd({ PATH: directory, WATCHDOG_USEC: '1000' }, log)
    other.ready()
    other.stopping()
    const own = createSystemd(startedBySystemd(), log)
    own.stopping()
    await expect.poll(heard, WAIT).toEqual(['/run/notify STOPPING=1'])
  })

  test('is missed in one warning where systemd-notify is not installed', async () => {
    const systemd = createSystemd({ NOTIFY_SOCKET: '/run/notify', PATH: '/nonexistent' }, log)
    systemd.ready()
    systemd.stopping()
    await expect.poll(() => warnings, WAIT).toEqual(['systemd cannot be told of the state'])
  })
})
