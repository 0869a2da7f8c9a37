import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOf } from '../../src/api/signature.ts'
import { EX_CONFIG } from '../../src/runtime/log.ts'
import { CANARY_BOT_TOKEN, canary, type Leak, leaksIn, leaksInRedis } from '../support/canary.ts'
import { freePort, startServer } from '../support/cluster.ts'
import { forFile, useFolder } from '../support/folder.ts'
import { close, listen } from '../support/listen.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { startRecorder } from '../support/recorder.ts'
import { createUpdates } from '../support/updates.ts'

const run = promisify(execFile)
const MAIN = join(import.meta.dirname, '../../src/main.ts')
const REDIS_PASSWORD = canary('redis_password')
const TELEGRAM_SECRET = canary('telegram_webhook')
const RATES_SECRET = canary('rates_webhook')
const SIGNING = canary('signing')
const SOURCE_KEY = canary('source_key')
const SOURCE_HEADER = canary('source_header')
const CHAT = 10
const directory = useFolder()
const PORT_OF_NOBODY = 9

it('a file .env whose secrets others can read is refused, and the command that is named mends it; one without secrets is taken', async () => {
  const file = join(directory, '.env')
  const start = async (settings: string, mode?: number) => {
    writeFileSync(file, settings)
    if (mode !== undefined) chmodSync(file, mode)
    const program = spawnProgram({ root: directory, command: ['node', MAIN, 'start'] })
    const [code] = await program.exited
    return { code, ...JSON.parse(program.err().trim()) }
  }
  const settings = `REDIS_URL=redis://:a-password@127.0.0.1:${PORT_OF_NOBODY}\n`
  const refused = await start(settings, 0o640)
  expect(refused).toMatchObject({
    code: EX_CONFIG,
    level: 'fatal',
    msg: `Others on this machine can read the secrets in .env: type chmod 600 ${file}`,
  })
  await run('sh', ['-c', /chmod 600 \S+/.exec(refused.msg)?.[0] ?? ''])
  expect(await start(settings)).toMatchObject({ code: 1, msg: expect.stringContaining('REDIS_URL') })
  expect(await start('GAP_MONITORS=one\n', 0o644)).toMatchObject({
    msg: expect.stringContaining('GAP_MONITORS must be'),
  })
})

const redis = await forFile(startServer())
const redisUrl = redis.url.replace('://', `://:${REDIS_PASSWORD}@`)
let messages = 0
const telegram = await forFile(startRecorder({ mishap: () => (messages++ === 0 ? 'error' : undefined) }))

describe('every secret of an installation', () => {
  const calls: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = []
  let price = 800
  /** A source page, and a receiver of webhooks that fails. */
  const neighbour = createServer((request, response) => {
    calls.push({ url: request.url ?? '', headers: request.headers })
    request.resume()
    if (request.url?.startsWith('/hook')) return void response.writeHead(500).end()
    if (request.url?.startsWith('/broken')) return void response.writeHead(500).end(`no ${request.url}`)
    response.end(JSON.stringify({ price, date: '2026-11-20' }))
  })
  const answers: string[] = []
  const programs: Program[] = []
  let root = ''
  let token = ''

  function spawn(env: Readonly<Record<string, string>>, ...command: readonly string[]): Program {
    const program = spawnProgram({
      dataDirectory: mkdtempSync(join(directory, 'data-')),
      env: { REDIS_URL: redisUrl, LOG_LEVEL: 'trace', ...env },
      ...(command.length > 0 && { command: ['node', 'src/main.ts', ...command] }),
    })
    programs.push(program)
    return program
  }

  function writeSources(): string {
    const pageAt = (url: string) => ({
      every: '1s',
      stale_after: '10000d',
      source: {
        kind: 'json',
        url: `${url}?key=${SOURCE_KEY}`,
        headers: { authorization: `Bearer ${SOURCE_HEADER}` },
      },
      monitors: { usd: { currency: 'dollar', price: '/price', last_update: '/date' } },
    })
    const [good, broken] = [pageAt(`${root}/price`), pageAt(`${root}/broken`)]
    const pages = { good, broken, away: pageAt(`http://127.0.0.1:${PORT_OF_NOBODY}/`) }
    const file = join(directory, 'sources.json')
    writeFileSync(file, JSON.stringify({ pages }))
    return file
  }

  beforeAll(async () => {
    root = `http://127.0.0.1:${await listen(neighbour)}`
    const operator = new Redis(redis.url)
    await operator.config('SET', 'requirepass', REDIS_PASSWORD)
    operator.disconnect()
  })
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.stop()))
    await close(neighbour)
  })

  async function ask(url: string, options: RequestInit = {}): Promise<number> {
    const response = await fetch(url, options)
    answers.push(`${JSON.stringify([...response.headers])} ${await response.text()}`)
    return response.status
  }
  const post = (url: string, bearer: string, body: unknown) =>
    ask(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const said = (program: Program): Leak[] => leaksIn('program', program.out() + program.err())

  it('is in no log, answer, metric or error, and in Redis only where it must be', async () => {
    const service = spawn({ ROLES: 'service', SOURCES_FILE: writeSources(), WEBHOOK_ALLOW_PRIVATE: 'true' })
    const rates = await service.address('Rate service')
    const creation = spawn({}, 'token', 'create', 'secrets')
    await creation.exited
    await expect.poll(creation.out).toMatch(/^tasa_/)
    token = creation.out().trim()
    const port = String(await freePort())
    const chats = spawn({
      ROLES: 'bot,push',
      PORT: port,
      RATES_WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks/rates`,
      BOT_TOKEN: CANARY_BOT_TOKEN,
      TELEGRAM_API_ROOT: telegram.url,
      TELEGRAM_UPDATES: 'webhook',
      TELEGRAM_WEBHOOK_SECRET: TELEGRAM_SECRET,
      PUBLIC_URL: 'http://127.0.0.1:1',
      RATES_API_URL: rates,
      RATES_API_TOKEN: token,
      RATES_WEBHOOK_SECRET: RATES_SECRET,
      RATES_PAGES: 'good',
    })
    const bot = await chats.address('Bot')

    const user = `${rates}/api/user`
    const hook = { url: `${root}/hook`, token_secret: SIGNING }
    const monitors = [{ page: 'good', currency: 'dollar', monitor: 'usd' }]
    expect(await post(`${user}/set-webhook`, token, { ...hook, monitors })).toBe(201)
    expect(await post(`${user}/set-webhook`, token, { ...hook, monitors: 'none' })).toBe(422)
    expect(await post(`${user}/set-webhook`, token, { ...hook, monitors, url: SIGNING })).toBe(422)
    expect(await post(`${user}/set-webhook`, `${token}x`, { ...hook, monitors })).toBe(401)
    expect(await post(`${user}/test-webhook`, token, {})).toBe(502)
    const bearer = { headers: { authorization: `Bearer ${token}` } }
    expect(await ask(`${user}/get-webhook`, bearer)).toBe(200)
    expect(await ask(`${user}/webhook-deliveries`, bearer)).toBe(200)

    const { say } = createUpdates(() => bot, TELEGRAM_SECRET)
    const forged = createUpdates(() => bot, `${TELEGRAM_SECRET}x`)
    expect(await forged.say(CHAT, '/tasa')).toBe(401)
    expect(await post(`${bot}/webhooks/rates`, `${RATES_SECRET}x`, {})).toBe(401)
    const heard = () => telegram.sent.map(({ text }) => text).join('\n')
    await expect
      .poll(async () => [await say(CHAT, '/seguir good.usd'), heard()], { interval: 500 })
      .toEqual([200, expect.stringMatching(/te aviso cuando cambie|Ya sigues/)])
    await expect.poll(chats.err).toContain('registered at the rate API')
    price = 805.5
    await expect.poll(heard).toContain('805,50')

    for (const [address, path] of [rates, bot].flatMap((one) =>
      ['/metrics', '/readyz', '/healthz', '/openapi.json', '/nowhere'].map((other) => [one, other]),
    ))
      await ask(`${address}${path}`)
    const refused = spawn({ ROLES: 'service', REDIS_URL: redisUrl.replace(REDIS_PASSWORD, canary('wrong')) })
    expect((await refused.exited)[0]).toBe(1)
    expect(await service.stop()).toMatchObject({ code: 0 })
    await say(CHAT, '/historial good.usd 30d')
    await redis.kill()
    await say(CHAT, '/tasa')
    await expect.poll(chats.err).toContain('redis cannot be reached')

    const used = calls.flatMap(({ url, headers }) => [url, headers.authorization])
    expect(used).toEqual(
      expect.arrayContaining([`/price?key=${SOURCE_KEY}`, `Bearer ${SOURCE_HEADER}`, `Bearer ${SIGNING}`]),
    )
    expect([service, chats, refused].flatMap(said)).toEqual([])
    expect(answers.length).toBeGreaterThan(16)
    expect(answers.flatMap((text) => leaksIn('answer', text))).toEqual([])
    expect(leaksInRedis(redis.directory)).toEqual([])
  })

  it('of a caller lies in Redis as a hash', async () => {
    await redis.start()
    const reader = new Redis(redis.url)
    expect(await reader.hkeys('{service}:tokens')).toEqual([hashOf(token)])
    expect(await reader.hkeys('{registration}:secrets')).toEqual([hashOf(RATES_SECRET)])
    reader.disconnect()
  })
})
