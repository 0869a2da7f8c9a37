import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createSystemd } from '../../../src/runtime/systemd.ts'
import { makeFolder } from '../../support/folder.ts'

const WAIT = { timeout: 5_000, interval: 10 }
const warnings: string[] = []
const log = { warn: (_: object, message: string) => void warnings.push(message) } as never
let directory = ''
const heard = (): string[] => {
  const file = join(directory, 'heard')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

/** A stand-in for `systemd-notify` that writes down the socket and the state. */
beforeEach(() => {
  directory = makeFolder()
  const notify = `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> ${join(directory, 'heard')}\n`
  writeFileSync(join(directory, 'systemd-notify'), notify, { mode: 0o755 })
  warnings.length = 0
})

const systemdOf = (env: object) => createSystemd({ PATH: directory, ...env }, log)

test('systemd is not told that the program is ready once it stops, and nothing where it did not start it', async () => {
  const other = systemdOf({ WATCHDOG_USEC: '1000' })
  other.ready()
  other.stopping()
  const own = systemdOf({ NOTIFY_SOCKET: '/run/notify' })
  own.stopping()
  own.ready()
  await expect.poll(heard, WAIT).toEqual(['/run/notify STOPPING=1'])
})

test('a missing systemd-notify is one warning', async () => {
  const systemd = systemdOf({ NOTIFY_SOCKET: '/run/notify', PATH: '/nonexistent' })
  systemd.ready()
  systemd.stopping()
  await expect.poll(() => warnings, WAIT).toEqual(['systemd cannot be told of the state'])
})
