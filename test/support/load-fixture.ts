import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { toNotification } from '../../src/api/notification.ts'
import { createChats } from '../../src/chats/chats.ts'
import { TAGS } from '../../src/chats/keys.ts'
import type { MonitorId, Quote } from '../../src/domain/monitor.ts'
import { createDueQueue } from '../../src/queue/due-queue.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { canary } from './canary.ts'
import { startFront } from './front.ts'
import { type Program, type ProgramOptions, spawnProgram } from './program.ts'
import { RECORDER_TOKEN, type RecorderOptions, startRecorder } from './recorder.ts'
import { runTokenCommand, silent } from './redis.ts'
import { serveSourcePage, sourcesFileOf } from './source-page.ts'

const USD: MonitorId = { page: 'banco', currency: 'dollar', key: 'usd' }
const DAY = '2026-11-20'
const SECRET = canary('rates_webhook')
const POLL_MS = 20
/** The name of the token that `push` has at first. */
export const FIRST_TOKEN = 'town'

/** What fills the rate at the latency that a process begins with, and what was answered and not yet written down. */
export const inFlightMax = (ratePerSecond: number): number => Math.ceil((ratePerSecond * 100) / 1_000) + 1

export interface TownOptions extends RecorderOptions {
  readonly redisUrl: string
  readonly ratePerSecond: number
  /** Chats 1, 2, … that follow the one monitor. */
  readonly chats: number
  /** Where the programs reach a neighbour instead of its own address, as through a proxy. */
  readonly through?: (link: Link, url: string) => Promise<string>
  /** More of the environment of every program. */
  readonly env?: Readonly<Record<string, string>>
  /** Where the rate service lies; the program of this checkout if not given. */
  readonly root?: string
}

/** What the programs of a town talk to, and who talks to their receivers. */
export type Link = 'Redis' | 'Telegram' | 'the rate API' | 'the source' | 'the receiver'

export type Town = Awaited<ReturnType<typeof startTown>>

/** A rate service with one price, a stand-in for Telegram, chats that follow, and a front for as many `push` as wanted. */
export async function startTown({
  redisUrl,
  ratePerSecond,
  chats: count,
  through = async (_link, url) => url,
  env: common = {},
  root: firstRoot,
  ...recorderOptions
}: TownOptions) {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-town-'))
  const [recorder, front] = [await startRecorder(recorderOptions), await startFront()]
  let cents = 80_000
  const page = await serveSourcePage({ price: cents / 100, date: DAY })
  const programs = new Set<Program>()
  const movedAt = new Map<string, number>()
  const redisSeen = await through('Redis', redisUrl)

  function spawn(
    roles: string,
    env: Record<string, string>,
    more: Pick<ProgramOptions, 'root' | 'command'> = {},
  ): Program {
    const dataDirectory = mkdtempSync(join(directory, 'data-'))
    const program = spawnProgram({
      dataDirectory,
      env: { REDIS_URL: redisSeen, ROLES: roles, ...common, ...env },
      ...more,
    })
    programs.add(program)
    return program
  }

  const file = join(directory, 'sources.json')
  writeFileSync(file, sourcesFileOf(await through('the source', page.url)))
  const serviceEnvironment = { SOURCES_FILE: file, WEBHOOK_ALLOW_PRIVATE: 'true' }
  const rootOf = (root: string | undefined) => (root ? { root } : {})
  const service = spawn('service', serviceEnvironment, rootOf(firstRoot))
  const servicePort = new URL(await service.address('Rate service')).port
  const redis = await connectRedis({ urls: redisUrl.split(','), log: silent })
  const runToken = (...args: readonly string[]): Promise<string> => runTokenCommand(redis, ...args)
  async function runOperator(...args: readonly string[]): Promise<string> {
    const operator = spawn('service', {}, { command: ['node', 'src/main.ts', ...args] })
    await once(operator.child, 'close')
    return operator.out().trim()
  }
  const pushEnvironment = {
    BOT_TOKEN: RECORDER_TOKEN,
    TELEGRAM_API_ROOT: await through('Telegram', recorder.url),
    RATES_API_URL: await through('the rate API', await service.address('Rate service')),
    RATES_API_TOKEN: await runToken('create', FIRST_TOKEN),
    RATES_PAGES: 'banco',
    RATES_WEBHOOK_URL: `${await through('the receiver', front.url)}/webhooks/rates`,
    RATES_WEBHOOK_SECRET: SECRET,
    SEND_RATE_PER_SECOND: String(ratePerSecond),
  }

  const queue = createDueQueue({ redis, name: 'due', tags: TAGS })
  const chats = createChats({ redis, queue })
  const names = Array.from({ length: count }, (_, index) => String(index + 1))
  for (const chat of names) await chats.follows.add(chat, USD, { price: '800', at: 1 })

  const priceText = (): string => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
  function untoldOf(wanted: readonly string[]): string[] {
    const told = new Set(recorder.sent.flatMap(({ chat, price }) => (price === priceText() ? [chat] : [])))
    return wanted.filter((chat) => !told.has(chat))
  }

  return {
    recorder,
    front,
    queue,
    chats,
    service,
    /** Runs the operator's `token` command; what it printed. */
    runToken,
    /** Runs a command as an operator does, in a process of its own; what it printed. */
    runOperator,
    /** Our own connection, which no proxy is in. */
    redis,
    /** Tells the front of prices, as the rate API does, or, where `id` is null, as a server that sends none; the status of the answer. */
    async notify(quotes: Quote | readonly Quote[]): Promise<number> {
      const entries = [quotes].flat().map((quote, index) => ({ number: index + 1, quote }))
      const body = JSON.stringify(toNotification(randomUUID(), Date.now(), entries))
      const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' }
      const answer = await request(`${front.url}/webhooks/rates`, { method: 'POST', headers, body })
      await answer.body.dump()
      return answer.statusCode
    },
    /** Starts the service again on its port, once it has ended; `root` is where another program lies. */
    startService: (root?: string): Program =>
      spawn('service', { ...serviceEnvironment, SERVICE_PORT: servicePort }, rootOf(root)),
    /** Starts one more `bot`, which is told of updates by webhook. */
    startBot: (env: Readonly<Record<string, string>> = {}): Program =>
      spawn('bot', { ...pushEnvironment, TELEGRAM_UPDATES: 'webhook', PUBLIC_URL: front.url, ...env }),
    /** Starts one more `push`, which the front knows once it listens. */
    async startPush(env: Readonly<Record<string, string>> = {}, root?: string): Promise<Program> {
      const program = spawn('push', { ...pushEnvironment, ...env }, rootOf(root))
      const address = await program.address('Bot')
      front.add(address)
      void program.exited.then(() => front.remove(address))
      return program
    },
    /** Waits until the rate API knows the front, so that a new price comes as a notification. */
    async registered(): Promise<void> {
      while (![...programs].some((program) => program.err().includes('registered at the rate API')))
        await sleep(POLL_MS)
    },
    /** Moves the price by a hundredth, and returns it as messages write it; the service reads it within a second. */
    move(): string {
      cents += 1
      movedAt.set(priceText(), performance.now())
      page.set({ price: cents / 100, date: DAY })
      return priceText()
    },
    /** The longest time (ms) from a new price on the page to its message. */
    worstDelayMs: (): number =>
      recorder.sent.reduce((worst, { price, at }) => Math.max(worst, at - (movedAt.get(price) ?? at)), 0),
    /** What the source page says from now on. */
    setPrice: page.set,
    /** The chats that have not heard of the newest price. */
    untold: () => untoldOf(names),
    /** The same of other chats. */
    untoldOf,
    /** What the programs wrote last that ended by themselves. */
    lastWords: (): string[] =>
      [...programs]
        .filter(({ child }) => (child.exitCode ?? 0) !== 0)
        .map((program) => program.err().slice(-1_000)),
    async stop(): Promise<void> {
      for (const program of programs) program.child.kill('SIGCONT')
      await Promise.all([...programs].map((program) => program.stop()))
      redis.disconnect()
      await Promise.all([recorder.stop(), front.stop(), page.close()])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
