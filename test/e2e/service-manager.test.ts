import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { spawnProgram } from '../support/program.ts'

const WAIT = { timeout: 30_000, interval: 20 }

test('systemd is told when the program is ready, that it lives, and that it stops', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-manager-'))
  const [notify, file] = [join(directory, 'systemd-notify'), join(directory, 'told')]
  writeFileSync(file, '')
  writeFileSync(notify, `#!/bin/sh\necho "$*" >> ${file}\n`)
  chmodSync(notify, 0o755)
  const told = (): string[] => readFileSync(file, 'utf8').trim().split('\n')

  const program = spawnProgram({
    env: {
      PATH: [directory, process.env.PATH].join(delimiter),
      NOTIFY_SOCKET: '/run/not-used',
      WATCHDOG_USEC: '400000',
    },
  })
  await expect.poll(told, WAIT).toContain('READY=1')
  const address = await program.address('Bot')
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  await expect.poll(told, WAIT).toContain('WATCHDOG=1')
  expect((await program.stop()).code).toBe(0)
  await expect.poll(told, WAIT).toContain('STOPPING=1')
  rmSync(directory, { recursive: true, force: true })
})
