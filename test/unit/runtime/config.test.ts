import { describe, expect, it } from 'vitest'
import { parseConfig, parseStore } from '../../../src/runtime/config.ts'
import { messageOf } from '../../../src/runtime/failure.ts'
import { createLog } from '../../../src/runtime/log.ts'

const TOKEN = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'

/** The variables that a refused start names, in order of the alphabet. */
function problemsOf(env: Record<string, string>): string[] {
  try {
    parseConfig(env)
    return []
  } catch (error) {
    const [, list = ''] = messageOf(error).split('Bad configuration: ')
    return list
      .split('; ')
      .map((problem) => problem.split(' ', 1)[0] ?? '')
      .toSorted()
  }
}

describe('the environment', () => {
  it.each([
    [undefined, []],
    ['false', []],
    ['true', true],
    [
      'http://push:8080/webhooks/rates, http://10.0.0.1/Hook/?a=1',
      ['http://push:8080/webhooks/rates', 'http://10.0.0.1/Hook/?a=1'],
    ],
  ])('reads WEBHOOK_ALLOW_PRIVATE=%s', (text, expected) => {
    expect(
      parseConfig(text === undefined ? {} : { WEBHOOK_ALLOW_PRIVATE: text }).WEBHOOK_ALLOW_PRIVATE,
    ).toEqual(expected)
  })

  it.each(['yes', 'true,http://push/', 'push:8080/webhooks/rates', 'ftp://push/', '10.0.0.0/8'])(
    'refuses WEBHOOK_ALLOW_PRIVATE=%s',
    (text) => expect(problemsOf({ WEBHOOK_ALLOW_PRIVATE: text })).toEqual(['WEBHOOK_ALLOW_PRIVATE']),
  )

  it('needs nothing, and then runs everything with the sandbox', () => {
    const config = parseConfig({})
    expect([...config.ROLES]).toEqual(['service', 'bot', 'push', 'sandbox'])
    expect(config).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      SEND_RATE_PER_SECOND: 28,
      DEFAULT_LANGUAGE: 'es',
      DATA_DIR: './data',
    })
  })

  it('leaves the sandbox out with a real token, and the service with another one', () => {
    expect([...parseConfig({ BOT_TOKEN: TOKEN }).ROLES]).toEqual(['service', 'bot', 'push'])
    expect([
      ...parseConfig({ RATES_API_URL: 'https://rates.example/', RATES_API_TOKEN: 'token' }).ROLES,
    ]).toEqual(['bot', 'push', 'sandbox'])
  })

  it('names every problem at once', () => {
    const env = {
      PORT: 'http',
      SEND_RATE_PER_SECOND: '0',
      ROLES: 'bto',
      PUBLIC_URL: 'ftp://x',
      BOT_TOKEN: 'token',
    }
    const names = Object.keys(env)
    expect(() => parseConfig(env)).toThrow(new RegExp(names.map((name) => `(?=.*${name})`).join('')))
  })

  it('names what is missing beside what is bad, and no bad one twice', () => {
    const env = { ROLES: 'bot', PORT: 'http', BOT_TOKEN: 'token', RATES_API_URL: 'https://rates.example' }
    expect(problemsOf(env)).toEqual([
      'BOT_TOKEN',
      'PORT',
      'RATES_API_TOKEN',
      'RATES_WEBHOOK_SECRET',
      'REDIS_URL',
    ])
  })

  it('reads TRUSTED_PROXIES as addresses and networks, and nothing else', () => {
    expect(parseConfig({ TRUSTED_PROXIES: '127.0.0.1, fd00::/8' }).TRUSTED_PROXIES).toEqual([
      '127.0.0.1',
      'fd00::/8',
    ])
    expect(parseConfig({}).TRUSTED_PROXIES).toEqual([])
    expect(problemsOf({ TRUSTED_PROXIES: '127.0.0.1,proxy', METRICS_TOKEN: 'short' })).toEqual([
      'METRICS_TOKEN',
      'TRUSTED_PROXIES',
    ])
  })

  it('names a SOURCES_FILE that is not there beside what else is bad', () => {
    const bad = () => parseConfig({ SOURCES_FILE: '/nowhere/sources.json', PORT: 'http' })
    expect(bad).toThrow(/PORT must be a port number.*SOURCES_FILE \/nowhere\/sources\.json is not there/)
  })

  it.each([
    ['nothing set', {}, 'simulated'],
    ['a token', { BOT_TOKEN: TOKEN }, 'venezuela'],
    [
      'a token and another rate API',
      { BOT_TOKEN: TOKEN, RATES_API_URL: 'https://rates.example', RATES_API_TOKEN: 'token' },
      'simulated',
    ],
    ['a token, where it is told to simulate', { BOT_TOKEN: TOKEN, SOURCES_FILE: 'simulated' }, 'simulated'],
    ['no token, where it is told to be real', { SOURCES_FILE: 'venezuela' }, 'venezuela'],
    ['a token and a file', { BOT_TOKEN: TOKEN, SOURCES_FILE: 'package.json' }, 'package.json'],
  ])('takes prices with %s from the sources that fit', (_with, env: Record<string, string>, sources) => {
    expect(parseConfig(env).SOURCES_FILE).toBe(sources)
  })

  it('asks a service that shares the environment of a real bot where its prices come from', () => {
    const shared = {
      ROLES: 'service',
      BOT_TOKEN: TOKEN,
      RATES_API_URL: 'http://127.0.0.1:8081',
      RATES_API_TOKEN: 'token',
    }
    expect(problemsOf(shared)).toEqual(['SOURCES_FILE'])
    expect(problemsOf({ ...shared, TELEGRAM_API_ROOT: 'http://127.0.0.1:8082' })).toEqual([])
    for (const file of ['venezuela', 'simulated'])
      expect(parseConfig({ ...shared, SOURCES_FILE: file }).SOURCES_FILE).toBe(file)
  })

  it('asks for a token of the rate API it is pointed at, also beside a service of its own', () => {
    expect(problemsOf({ ROLES: 'service,bot,push,sandbox', RATES_API_URL: 'https://rates.example' })).toEqual(
      ['RATES_API_TOKEN'],
    )
  })

  it('takes an empty variable for one that is not given, but no empty secret', () => {
    expect(parseConfig({ REDIS_URL: '', PORT: '' }).PORT).toBe(8080)
    expect(parseConfig({ PORT: ' ' }).PORT).toBe(8080)
    for (const secret of ['', ' '])
      expect(problemsOf({ RATES_WEBHOOK_SECRET: secret })).toEqual(['RATES_WEBHOOK_SECRET'])
  })

  it('asks for what roles in several processes must share', () => {
    expect(() => parseConfig({ ROLES: 'push', BOT_TOKEN: TOKEN })).toThrow(
      /REDIS_URL.*RATES_WEBHOOK_SECRET|RATES_WEBHOOK_SECRET.*REDIS_URL/,
    )
  })

  it('leaves a token that is not given to the sandbox of another process, but asks for one where Telegram does', () => {
    const bot = { RATES_API_URL: 'https://rates.example', RATES_API_TOKEN: 'token', ROLES: 'bot,push' }
    expect(problemsOf(bot)).toEqual(['BOT_TOKEN'])
    expect(problemsOf({ ...bot, TELEGRAM_API_ROOT: 'http://127.0.0.1:8082' })).toEqual([])
  })

  it('asks for an address that Telegram can call where updates come by webhook to a bot', () => {
    const hooked = { TELEGRAM_UPDATES: 'webhook' }
    const real = { ...hooked, BOT_TOKEN: TOKEN }
    expect(problemsOf(hooked)).toEqual(['PUBLIC_URL'])
    expect(problemsOf({ ...hooked, ROLES: 'service' })).toEqual([])
    expect(problemsOf({ ...real, PUBLIC_URL: 'http://bot.example' })).toEqual(['PUBLIC_URL'])
    expect(problemsOf({ ...real, PUBLIC_URL: 'https://bot.example' })).toEqual([])
    const apart = { ...real, PUBLIC_URL: 'http://bot.example', TELEGRAM_API_ROOT: 'http://127.0.0.1:8082' }
    expect(problemsOf(apart)).toEqual([])
    expect(problemsOf({ TELEGRAM_UPDATES: 'pigeon' })).toEqual(['TELEGRAM_UPDATES'])
    expect(problemsOf({ TELEGRAM_WEBHOOK_SECRET: ' ' })).toEqual(['TELEGRAM_WEBHOOK_SECRET'])
    expect(problemsOf({ TELEGRAM_WEBHOOK_SECRET: 'no blanks' })).toEqual(['TELEGRAM_WEBHOOK_SECRET'])
    expect(problemsOf({ TELEGRAM_WEBHOOK_SECRET: 'new-secret,old-secret' })).toEqual([])
    expect(problemsOf({ TELEGRAM_WEBHOOK_SECRET: 'secret-a,secret-b,secret-c' })).toEqual([
      'TELEGRAM_WEBHOOK_SECRET',
    ])
  })

  it('lets the operator make a token before RATES_API_TOKEN is known', () => {
    const env = { ROLES: 'push', RATES_API_URL: 'https://rates.example', REDIS_URL: 'redis://redis.example' }
    expect(parseStore(env)).toEqual({
      REDIS_URL: ['redis://redis.example'],
      DATA_DIR: './data',
      INSTALL_REDIS: true,
    })
    expect(() => parseStore({ REDIS_URL: 'http://redis.example' })).toThrow('Bad configuration: REDIS_URL')
  })

  it.each([
    'redis://a?password=secret',
    'redis://a?Password=secret',
    'redis://a?db=0;password=secret',
    'redis://a,rediss://b?db=1&pass%77ord=secret',
  ])('takes the password of Redis only where it is hidden from the log: %s', (text) => {
    expect(() => parseStore({ REDIS_URL: text })).toThrow(
      /^(?!.*secret).*REDIS_URL.*redis:\/\/:PASSWORD@HOST/,
    )
  })
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

describe('the log', () => {
  it('shows no secret, wherever it stands', () => {
    const lines: string[] = []
    const { log, hide } = createLog('info', (line) => lines.push(line))
    hide('a-very-secret-word')
    log.error(
      { err: new Error(`call of https://x/bot${TOKEN}/getMe failed`), header: 'Bearer a-very-secret-word' },
      'a-very-secret-word',
    )
    expect(lines.join('')).not.toContain('a-very-secret-word')
    expect(lines.join('')).not.toContain(TOKEN)
    expect(lines.join('')).toContain('[redacted]')
  })

  it('shows no secret of signs that JSON or an address writes in other ways', () => {
    const lines: string[] = []
    const { log, hide } = createLog('info', (line) => lines.push(line))
    const secret = 'a"very\\secret/word'
    hide(secret)
    log.error({ secret, url: `redis://:${encodeURIComponent(secret)}@127.0.0.1` }, secret)
    expect(lines.join('')).not.toContain('very')
  })
})
