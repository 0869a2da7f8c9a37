import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeRedis, connectRedis } from '../../src/redis/connection.ts'
import { findPrivateRedis } from '../../src/redis/private-redis.ts'
import { canary } from '../support/canary.ts'
import { namedIn } from '../support/chats.ts'
import { onThisMachine } from '../support/machine.ts'
import { createPeople, LUIS } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { silent } from '../support/redis.ts'

const CLOSED_MS_MAX = 12_000
const DAY_MS = 24 * 3_600_000
const SECRET = canary('rates_webhook')
const SAID = 'palabra-de-luis'
const READY_CALLS = 200
const OUTSIDE_MAX = 5

/** Whoever reaches the ports of the program without any token, or reads its disk. */
describe('strangers', () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'tasa-strangers-'))
  let program: Program
  let bot = ''
  let sandbox = ''
  let service = ''

  beforeAll(async () => {
    program = spawnProgram({ dataDirectory, env: { RATES_WEBHOOK_SECRET: SECRET } })
    sandbox = await program.address('Web chat')
    bot = await program.address('Bot')
    service = new URL(await program.address('Rate service')).origin
  })
  afterAll(async () => {
    await program.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  })

  /** How long a socket stays open (ms) that sends this and then nothing more. */
  async function openFor(address: string, sent: string): Promise<number> {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const openedAt = performance.now()
    socket.resume().on('error', () => {}) // a reset is an end too
    if (sent !== '') socket.write(sent)
    await once(socket, 'close')
    return performance.now() - openedAt
  }

  it('who send nothing, or never finish a request, are disconnected on every port', async () => {
    const body = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
    const lasted = await Promise.all([
      ...[bot, sandbox, service].flatMap((address) => [
        openFor(address, ''),
        openFor(address, 'GET /healthz HTTP/1.1\r\nHost: a'),
      ]),
      openFor(sandbox, `POST /chat/send HTTP/1.1\r\n${body}`),
      openFor(bot, `POST /webhooks/rates HTTP/1.1\r\n${body}`),
      openFor(bot, `POST /webhooks/rates HTTP/1.1\r\nAuthorization: Bearer ${SECRET}\r\n${body}`),
      openFor(service, `POST /api/user/set-webhook HTTP/1.1\r\n${body}`),
    ])
    expect(Math.max(...lasted)).toBeLessThan(await onThisMachine(CLOSED_MS_MAX))
  })

  it('who ask for /readyz again and again cause almost no calls to Telegram', async () => {
    const getMeCalls = async (): Promise<number> => {
      const { body } = await request(`${sandbox}/chat/calls`)
      const { calls } = (await body.json()) as { calls: readonly { name: string }[] }
      return calls.filter(({ name }) => name === 'getMe').length
    }
    const before = await getMeCalls()
    const answers = await Promise.all(
      Array.from({ length: READY_CALLS }, async () => {
        const { statusCode, body } = await request(`${bot}/readyz`)
        await body.dump()
        return statusCode
      }),
    )
    expect(new Set(answers)).toEqual(new Set([200]))
    expect((await getMeCalls()) - before).toBeLessThanOrEqual(OUTSIDE_MAX)
  })

  it('who read the disk a day later find no data of a chat that deleted it', async () => {
    const people = createPeople(sandbox)
    const directory = join(dataDirectory, 'appendonlydir')
    const files = (): string[] => readdirSync(directory).map((name) => join(directory, name))
    const linesOf = (text: string): string[] =>
      files()
        .flatMap((path) => readFileSync(path, 'latin1').split('\r\n'))
        .filter((line) => line.includes(text))
    const last = async () => (await people.messages(LUIS)).at(-1)
    const lastText = async () => (await last())?.text
    async function press(caption: string): Promise<void> {
      const button = async () =>
        (await last())?.reply_markup?.inline_keyboard?.flat().find(({ text }) => text === caption)
      await expect.poll(button).toBeDefined()
      await people.press(LUIS, (await last())?.message_id ?? 0, (await button())?.callback_data ?? '')
    }
    await people.ask(LUIS, '/start')
    await people.ask(LUIS, '/seguir page_beta.usd 3%')
    await people.ask(LUIS, 'un resumen todos los días a las 7:30')
    await people.ask(LUIS, `/tasa ${SAID}`)
    await people.ask(LUIS, '/ajustes')
    for (const caption of ['Mis datos', 'Borrar mis datos', 'Sí, borrar todo']) await press(caption)
    await expect.poll(lastText).toContain('borré todo')
    expect([linesOf(SAID).length > 0, linesOf(String(LUIS.chat)).length > 0]).toEqual([true, true])
    const urls = [(await findPrivateRedis(dataDirectory)) ?? '']
    const redis = await connectRedis({ urls, log: silent })
    await expect.poll(() => namedIn(redis, String(LUIS.chat))).toEqual([])
    await closeRedis(redis)

    await program.stop()
    const dayBefore = new Date(Date.now() - DAY_MS)
    for (const path of files()) utimesSync(path, dayBefore, dayBefore)
    program = spawnProgram({ dataDirectory, env: { RATES_WEBHOOK_SECRET: SECRET } })
    await program.address('Bot')
    await expect.poll(() => [linesOf(SAID), linesOf(String(LUIS.chat))]).toEqual([[], []])
  })
})
