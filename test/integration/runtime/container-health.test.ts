import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveInTest } from '../../support/listen.ts'
import { onThisMachine } from '../../support/machine.ts'

const SCRIPT = join(import.meta.dirname, '../../../ops/container/healthcheck.sh')

async function exitCodeOf(env: Readonly<Record<string, string>>): Promise<number> {
  const [code] = await once(
    spawn(SCRIPT, { env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' }),
    'exit',
  )
  return code
}

async function checkOf(
  answer: RequestListener,
  envOf: (port: string) => Record<string, string>,
): Promise<number> {
  return exitCodeOf(envOf(new URL(await serveInTest(answer)).port))
}
const healthy: RequestListener = ({ url }, response) =>
  void response.writeHead(url === '/healthz' ? 200 : 404).end('{}')

test('the health check of the image passes where /healthz of its role answers 200, and nowhere else', async () => {
  expect(await checkOf(healthy, (PORT) => ({ PORT, ROLES: 'bot' }))).toBe(0)
  expect(await checkOf(healthy, (SERVICE_PORT) => ({ SERVICE_PORT, ROLES: 'service', PORT: '1' }))).toBe(0)
  expect(
    await checkOf(
      (_, response) => void response.writeHead(503).end(),
      (PORT) => ({ PORT }),
    ),
  ).toBe(1)
  expect(await exitCodeOf({ PORT: '1' })).toBe(1)
})

test('the health check of the image gives a server up that says nothing for 4 s', async () => {
  const startedAt = performance.now()
  expect(
    await checkOf(
      () => {},
      (PORT) => ({ PORT }),
    ),
  ).toBe(1)
  expect(performance.now() - startedAt).toBeLessThan(await onThisMachine(8_000))
})
