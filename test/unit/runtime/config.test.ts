import { HttpError } from 'grammy'
import { describe, expect, it, test } from 'vitest'
import { parseConfig, parseStore } from '../../../src/runtime/config.ts'
import { createLog, messageOf } from '../../../src/runtime/log.ts'

const TOKEN = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'

/** The variables that a refused start names, in order of the alphabet. */
function problemsOf(env: Record<string, string>): string[] {
  try {
    parseConfig(env)
    return []
  } catch (error) {
    const named = messageOf(error).matchAll(/(?:Bad configuration: |; )(\w+)/g)
    return [...named].map(([, name = '']) => name).toSorted()
  }
}

const OTHER_API = { RATES_API_URL: 'https://rates.example', RATES_API_TOKEN: 'token' }
const ELSEWHERE = { TELEGRAM_API_ROOT: 'http://127.0.0.1:8082' }
const HOOKED = { TELEGRAM_UPDATES: 'webhook', BOT_TOKEN: TOKEN }
/** A service that shares the environment of a real bot. */
const SHARED = { ...OTHER_API, ROLES: 'service', BOT_TOKEN: TOKEN }

it('the environment needs nothing, and then runs everything with the sandbox', () => {
  const config = parseConfig({})
  expect([...config.ROLES]).toEqual(['service', 'bot', 'push', 'sandbox'])
  expect(config).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    SEND_RATE_PER_SECOND: 28,
    DEFAULT_LANGUAGE: 'es',
    DATA_DIR: './data',
    TRUSTED_PROXIES: [],
    WEBHOOK_ALLOW_PRIVATE: [],
  })
})

it('the environment leaves the sandbox out with a real token, and the service with another rate API', () => {
  expect([...parseConfig({ BOT_TOKEN: TOKEN }).ROLES]).toEqual(['service', 'bot', 'push'])
  expect([...parseConfig(OTHER_API).ROLES]).toEqual(['bot', 'push', 'sandbox'])
})

it.each<[Record<string, string>, object]>([
  [{ PORT: ' ', REDIS_URL: '' }, { PORT: 8080 }],
  [{ TRUSTED_PROXIES: '127.0.0.1, fd00::/8' }, { TRUSTED_PROXIES: ['127.0.0.1', 'fd00::/8'] }],
  [{ WEBHOOK_ALLOW_PRIVATE: 'false' }, { WEBHOOK_ALLOW_PRIVATE: [] }],
  [{ WEBHOOK_ALLOW_PRIVATE: 'true' }, { WEBHOOK_ALLOW_PRIVATE: true }],
  [
    { WEBHOOK_ALLOW_PRIVATE: 'http://push:80/x, http://10.0.0.1/Hook/?a=1' },
    { WEBHOOK_ALLOW_PRIVATE: ['http://push:80/x', 'http://10.0.0.1/Hook/?a=1'] },
  ],
  [{ BOT_TOKEN: TOKEN }, { SOURCES_FILE: 'venezuela' }],
  [{ BOT_TOKEN: TOKEN, ...OTHER_API }, { SOURCES_FILE: 'simulated' }],
  [{ BOT_TOKEN: TOKEN, SOURCES_FILE: 'package.json' }, { SOURCES_FILE: 'package.json' }],
  [{ ...SHARED, SOURCES_FILE: 'venezuela' }, { SOURCES_FILE: 'venezuela' }],
])('the environment %o is read as %o', (env, expected) => expect(parseConfig(env)).toMatchObject(expected))

it.each<[Record<string, string>, string[]]>([
  [
    { PORT: 'http', SEND_RATE_PER_SECOND: '0', ROLES: 'bto', PUBLIC_URL: 'ftp://x', BOT_TOKEN: 'token' },
    ['BOT_TOKEN', 'PORT', 'PUBLIC_URL', 'ROLES', 'SEND_RATE_PER_SECOND'],
  ],
  // What is missing stands beside what is bad, and nothing twice.
  [
    { ROLES: 'bot', PORT: 'http', BOT_TOKEN: 'token', RATES_API_URL: 'https://rates.example' },
    ['BOT_TOKEN', 'PORT', 'RATES_API_TOKEN', 'RATES_WEBHOOK_SECRET', 'REDIS_URL'],
  ],
  [{ WEBHOOK_ALLOW_PRIVATE: 'true,http://push/' }, ['WEBHOOK_ALLOW_PRIVATE']],
  [{ WEBHOOK_ALLOW_PRIVATE: 'push:8080/webhooks/rates' }, ['WEBHOOK_ALLOW_PRIVATE']],
  [{ WEBHOOK_ALLOW_PRIVATE: '10.0.0.0/8' }, ['WEBHOOK_ALLOW_PRIVATE']],
  [{ TRUSTED_PROXIES: '127.0.0.1,proxy', METRICS_TOKEN: 'short' }, ['METRICS_TOKEN', 'TRUSTED_PROXIES']],
  [SHARED, ['SOURCES_FILE']],
  [{ ...SHARED, ...ELSEWHERE }, []],
  [{ RATES_WEBHOOK_SECRET: '' }, ['RATES_WEBHOOK_SECRET']],
  [
    { ROLES: 'push', BOT_TOKEN: TOKEN },
    ['RATES_API_TOKEN', 'RATES_API_URL', 'RATES_WEBHOOK_SECRET', 'REDIS_URL'],
  ],
  // The sandbox of another process needs no token; Telegram does.
  [{ ...OTHER_API, ROLES: 'bot,push' }, ['BOT_TOKEN']],
  [{ ...OTHER_API, ROLES: 'bot,push', ...ELSEWHERE }, []],
  // By webhook Telegram must be able to call a bot.
  [{ TELEGRAM_UPDATES: 'webhook' }, ['PUBLIC_URL']],
  [{ TELEGRAM_UPDATES: 'webhook', ROLES: 'service' }, []],
  [{ ...HOOKED, PUBLIC_URL: 'http://bot.example' }, ['PUBLIC_URL']],
  [{ ...HOOKED, PUBLIC_URL: 'https://bot.example' }, []],
  [{ ...HOOKED, PUBLIC_URL: 'http://bot.example', ...ELSEWHERE }, []],
  [{ TELEGRAM_UPDATES: 'pigeon' }, ['TELEGRAM_UPDATES']],
  [{ TELEGRAM_WEBHOOK_SECRET: 'no blanks' }, ['TELEGRAM_WEBHOOK_SECRET']],
  [{ TELEGRAM_WEBHOOK_SECRET: 'new-secret,old-secret' }, []],
  [{ TELEGRAM_WEBHOOK_SECRET: 'secret-a,secret-b,secret-c' }, ['TELEGRAM_WEBHOOK_SECRET']],
])('the environment %o has the problems %j', (env, problems) => expect(problemsOf(env)).toEqual(problems))

it('the environment names a SOURCES_FILE that is not there beside what else is bad', () => {
  const bad = () => parseConfig({ SOURCES_FILE: '/nowhere/sources.json', PORT: 'http' })
  expect(bad).toThrow(/PORT must be a port number.*SOURCES_FILE \/nowhere\/sources\.json is not there/)
})

it('the environment lets the operator make a token before RATES_API_TOKEN is known', () => {
  const env = { ROLES: 'push', RATES_API_URL: 'https://rates.example', REDIS_URL: 'redis://redis.example' }
  const store = { REDIS_URL: ['redis://redis.example'], DATA_DIR: './data', INSTALL_REDIS: true }
  expect(parseStore(env)).toEqual(store)
  expect(() => parseStore({ REDIS_URL: 'http://redis.example' })).toThrow('Bad configuration: REDIS_URL')
})

it.each([
  'redis://a?password=secret',
  'redis://a?Password=secret',
  'redis://a?db=0;password=secret',
  'redis://a,rediss://b?db=1&pass%77ord=secret',
])('the environment takes the password of Redis only where it is hidden from the log: %s', (text) => {
  expect(() => parseStore({ REDIS_URL: text })).toThrow(/^(?!.*secret).*REDIS_URL.*redis:\/\/:PASSWORD@HOST/)
})

describe('the address of Redis', () => {
  it.each([
    ['@', 'redis://:first@secret@a'],
    ['/', 'redis://user:12/secret@a'],
    ['?', 'redis://:ab?secret@a'],
    ['#', 'redis://:ab#secret@a'],
    ['a comma', 'redis://:ab,secret@a'],
    ['%', 'redis://:%zzsecret@a'],
    ['end', 'redis://:secret'],
    ['port', 'redis://:secret:6379'],
    ['name', 'redis://default:secret:6379'],
  ])('with a bare %s in its password is refused, with what to write instead', (_sign, text) => {
    expect(() => parseStore({ REDIS_URL: text })).toThrow(/^(?!.*secret).*REDIS_URL.*%40/)
  })

  it.each([
    'redis://a',
    'rediss://user:p%40ss%2F%3F%23@a.example:6379/3?family=6',
    'redis://:x@[::1]:6379/',
    'redis://user@a',
    'redis:///?path=/run/redis.sock',
  ])('may be %s', (text) => {
    expect(parseStore({ REDIS_URL: text }).REDIS_URL).toEqual([text])
  })
})

test('the log shows no secret, wherever it stands and however it is written', () => {
  const lines: string[] = []
  const { log, hide } = createLog('info', (line) => lines.push(line))
  const secret = 'a"very\\secret/word'
  hide(secret, 'a-very-secret-word')
  const err = new Error(`call of https://x/bot${TOKEN}/getMe failed`)
  log.error({ err, header: 'Bearer a-very-secret-word' }, 'a-very-secret-word')
  log.error({ secret, url: `redis://:${encodeURIComponent(secret)}@127.0.0.1` }, secret)
  for (const hidden of ['very', TOKEN]) expect(lines.join('')).not.toContain(hidden)
  expect(lines.join('')).toContain('[redacted]')
})

test('the message of a call that failed names the code of its cause, never its text, which may show the token', () => {
  const failed = (cause: Error): string => messageOf(new HttpError('Network request failed!', cause))
  expect(failed(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toBe(
    'Network request failed! (ECONNREFUSED)',
  )
  expect(failed(new Error('https://t/bot1:secret'))).toBe('Network request failed!')
})
