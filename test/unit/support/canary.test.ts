import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CANARY_BOT_TOKEN, canary, leaksIn, leaksInRedis } from '../../support/canary.ts'
import { useFolder } from '../../support/folder.ts'

const directory = useFolder()

const written = (...words: readonly string[]): string =>
  [`*${words.length}`, ...words.flatMap((word) => [`$${Buffer.byteLength(word)}`, word]), ''].join('\r\n')

it.each([
  ['a secret of tests', canary('signing')],
  ["a token of Telegram's form", CANARY_BOT_TOKEN],
  ['that of another test', '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'],
  ['a token of the rate API', `tasa_${'x'.repeat(43)}`],
])('the search for secrets finds %s in any text', (_what, secret) => {
  const text = JSON.stringify({ url: `http://127.0.0.1/bot${secret}/getMe` })
  expect(leaksIn('log', text)).toEqual([{ where: 'log', secret, excerpt: expect.stringContaining(secret) }])
})

it('the search for secrets finds none in texts without', () => {
  expect(leaksIn('log', '{"err":"[redacted]","chat":"10000001:10000002","token":"****5aa1"}')).toEqual([])
  // What the program makes for its own sandbox, and keeps in Redis.
  expect(leaksIn('redis', '366536991:AA8uu8EpUwLcY8DJLiWBA1xGXDa6qJ7Txz_3Jqshxks')).toEqual([])
})

it('the search for secrets finds all that a Redis was told to write, but for the webhooks, which it must hold', () => {
  mkdirSync(join(directory, 'appendonlydir'))
  const secret = canary('signing')
  const file = [
    written('SELECT', '0'),
    written('HSET', '{service}:webhooks', '1', `{"secret":"${secret}"}`),
    written('SET', 'a key with ñ', 'two\r\nlines'),
    written('SET', 'cache', `about ${secret}`),
  ]
  writeFileSync(join(directory, 'appendonlydir', 'appendonly.aof.1.incr.aof'), file.join(''))
  expect(leaksInRedis(directory)).toMatchObject([{ where: 'redis: SET cache', secret }])
})
