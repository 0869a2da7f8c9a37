import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig, parseStore } from '../../../src/runtime/config.ts'
import { EX_CONFIG } from '../../../src/runtime/log.ts'
import { canary } from '../../support/canary.ts'
import { useFolder } from '../../support/folder.ts'

const folder = useFolder()

/** A file with a line, as `echo SECRET > FILE` makes it. */
function fileOf(secret: string): string {
  const file = join(folder, 'secret')
  writeFileSync(file, `${secret}\n`)
  return file
}

test.each([
  ['BOT_TOKEN', `1:${'A'.repeat(35)}`],
  ['TELEGRAM_WEBHOOK_SECRET', 'telegram-secret'],
  ['RATES_API_TOKEN', 'rates-token'],
  ['RATES_WEBHOOK_SECRET', 'rates-secret'],
  ['REDIS_URL', 'redis://:a-password@127.0.0.1'],
  ['METRICS_TOKEN', 'metrics-token'],
] as const)('%s may come from a file, but not from both', (name, secret) => {
  const env = { [`${name}_FILE`]: fileOf(secret) }
  expect([parseConfig(env)[name]].flat()).toEqual([secret])
  expect(() => parseConfig({ ...env, [name]: secret })).toThrow(`${name} and ${name}_FILE are both given`)
  expect(parseConfig({ [`${name}_FILE`]: '', [name]: secret })[name]).toBeTruthy()
})

test('an operator’s command finds Redis by a file too', () => {
  expect(parseStore({ REDIS_URL_FILE: fileOf('redis://a') }).REDIS_URL).toEqual(['redis://a'])
})

test('a file that is missing or holds no such secret is named, and nothing of what it holds', () => {
  expect(() => parseConfig({ BOT_TOKEN_FILE: join(folder, 'missing') })).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(/BOT_TOKEN_FILE \S+missing cannot be read \(ENOENT\)/),
      exitCode: EX_CONFIG,
    }),
  )
  expect(() => parseConfig({ BOT_TOKEN_FILE: fileOf(canary('token')) })).toThrow(
    /^(?!.*canary).*BOT_TOKEN must look/,
  )
})

test('every problem is named at once, and none that follows from an unread file', () => {
  const bad = {
    ROLES: 'bot,push',
    PORT: 'http',
    BOT_TOKEN_FILE: join(folder, 'missing'),
    METRICS_TOKEN_FILE: join(folder, 'gone'),
  }
  expect(() => parseConfig(bad)).toThrow(
    /^(?!.*BOT_TOKEN is needed).*BOT_TOKEN_FILE \S+missing .*METRICS_TOKEN_FILE \S+gone .*PORT must be/,
  )
  expect(() => parseStore({ REDIS_URL_FILE: join(folder, 'gone'), INSTALL_REDIS: 'maybe' })).toThrow(
    /REDIS_URL_FILE \S+gone .*INSTALL_REDIS must be/,
  )
})
