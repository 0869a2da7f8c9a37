import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createSandbox, type SandboxOptions } from 'telegram-sandbox'
import { audit, isBalanced } from '../../src/chats/delivery-ledger.ts'
import { startServer } from '../support/cluster.ts'
import { close, listen } from '../support/listen.ts'
import { inFlightMax, type Link, startTown, type Town, type TownOptions } from '../support/load-fixture.ts'
import { createPeople } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { RECORDER_TOKEN, type Recorded, repeated } from '../support/recorder.ts'
import { createToken } from '../support/redis.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { createUpdates, UPDATES_SECRET } from '../support/updates.ts'
import type { Setting, Survived } from './scenario.ts'

const POLL_MS = 50
const SHIFTED_CLOCK = pathToFileURL(join(import.meta.dirname, '../support/shifted-clock.ts')).href
/** Until a program has moved its clock. */
const CLOCK_MS_MAX = 500
const PAGE_BYTES = 4_096
const SETTLED_MS_MAX = 90_000
const BALANCED_MS_MAX = 10_000
const AT_ONCE = 16

/** Messages that all processes of a town may send in a second. */
export const RATE_PER_SECOND = 200
export const IN_FLIGHT_MAX = inFlightMax(RATE_PER_SECOND)

/** Asks until it is so, or until the time is up; whether it is so. */
export async function holds(
  isSo: () => boolean | Promise<boolean>,
  msMax: number,
  everyMs = POLL_MS,
): Promise<boolean> {
  const until = performance.now() + msMax
  while (!(await isSo())) {
    if (performance.now() > until) return false
    await sleep(everyMs)
  }
  return true
}

/** Waits until it is so, and throws where that takes too long. */
export async function wait(
  claim: string,
  isSo: () => boolean | Promise<boolean>,
  msMax = SETTLED_MS_MAX,
  everyMs = POLL_MS,
): Promise<void> {
  assert(await holds(isSo, msMax, everyMs), `not within ${msMax} ms: ${claim}`)
}

type LinkedTownOptions = Partial<Omit<TownOptions, 'through'>> & {
  /** Where the files of its own Redis are. */
  readonly redisDirectory?: string
  /** How many `push` to start; where chats follow, the rate API then knows where it reaches them. */
  readonly pushes?: number
}

/** What is to be said of a town when a scenario is over. */
interface Outcome extends Pick<Survived, 'n' | 'of' | 'lost'> {
  /** How many messages may have come twice. */
  readonly twiceMax?: number
  /** How long a message may take from the page to a chat. */
  readonly msMax?: number
}

/** A town every link of which has a proxy; on a Redis of its own, or one that is given, as a cluster is reached past any proxy. */
export async function startLinkedTown(
  setting: Setting,
  { redisUrl, redisDirectory, pushes = 0, ...options }: LinkedTownOptions = {},
) {
  const redis = await startServer([], redisDirectory)
  setting.atEnd(redis.stop)
  const links = new Map<Link, TcpProxy>()
  const town = await startTown({
    ratePerSecond: RATE_PER_SECOND,
    chats: 0,
    latencyMs: 20,
    ...options,
    redisUrl: redisUrl ?? redis.url,
    async through(link, url) {
      if (link === 'Redis' && redisUrl !== undefined) return url
      const proxy = await startTcpProxy(url)
      setting.atEnd(proxy.stop)
      links.set(link, proxy)
      return proxy.url
    },
  })
  setting.atEnd(town.stop)
  setting.atEnd(() => {
    for (const words of town.lastWords()) process.stderr.write(`${words}\n`)
  })
  const push = await Promise.all(Array.from({ length: pushes }, () => town.startPush()))
  if (pushes > 0 && options.chats) await town.registered()
  return {
    redis,
    town,
    push,
    link(name: Link): TcpProxy {
      const found = links.get(name)
      assert(found, `there is no link ${name}`)
      return found
    },
    /** What came of it. Throws where a program ended by itself, a chat is parked, or the delivery ledger does not balance. */
    async survived({ twiceMax = 0, msMax, ...outcome }: Outcome): Promise<Survived> {
      assert.deepEqual(town.lastWords(), [])
      // Our own connection may take longer to come back than those of the programs.
      await holds(() => town.redis.ping().then(Boolean, () => false), BALANCED_MS_MAX)
      assert.deepEqual(await town.queue.parked(), [])
      const balances = async () => isBalanced(await audit(town.redis, town.queue))
      const isSound = await holds(balances, BALANCED_MS_MAX)
      assert(isSound, `the ledger does not balance: ${JSON.stringify(await audit(town.redis, town.queue))}`)
      const delay = { ms: town.worstDelayMs(), ...(msMax !== undefined && { msMax }) }
      return { ...outcome, duplicates: twiceIn(town, twiceMax), delay }
    },
  }
}

export type LinkedTown = Awaited<ReturnType<typeof startLinkedTown>>

/** What came twice of a town's messages, at most `max`. */
export const twiceIn = ({ recorder }: Town, max = 0) => ({ count: repeated(recorder.sent), max })

/** The sandbox as Telegram. */
export async function startSandbox(
  { atEnd }: Pick<Setting, 'atEnd'>,
  options: Partial<SandboxOptions> = {},
): Promise<string> {
  const sandbox = createSandbox({ port: 0, botToken: RECORDER_TOKEN, ...options })
  await sandbox.start()
  atEnd(() => sandbox.stop())
  return sandbox.address()
}

/** A town whose people talk with a bot: one process is `bot` and `push`, on the sandbox as Telegram, one is the service. */
export async function startVillage(setting: Setting, env: Readonly<Record<string, string>> = {}) {
  const sandbox = await startSandbox(setting)
  const linked = await startLinkedTown(setting, { ratePerSecond: 100 })
  const people = createPeople(sandbox)
  await people.act('faults', { flood_limits: false })
  const bot = await linked.town.startPush({ ROLES: 'bot,push', TELEGRAM_API_ROOT: sandbox, ...env })
  return { ...linked, bot, people }
}

/** A bot that gets its updates by webhook, and what brings them. */
export async function startWebhookBot(town: Town, env: Readonly<Record<string, string>> = {}) {
  const bot = town.startBot({ TELEGRAM_WEBHOOK_SECRET: UPDATES_SECRET, ...env })
  const address = await bot.address('Bot')
  return { bot, updates: createUpdates(() => address) }
}

/** Whether a `bot` or `push` says that it is ready; it listens before. */
export async function isReady(program: Program): Promise<boolean> {
  const answer = await fetch(`${await program.address('Bot')}/readyz`)
  await answer.text()
  return answer.ok
}

/** Memory that a process has (bytes). */
export const memoryOf = ({ child }: Program): number =>
  Number(readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES

/** Waits until all chats, or those named, have heard the newest price; how many have not when the time is up. */
export async function countUntold(
  town: Town,
  msMax = SETTLED_MS_MAX,
  chats?: readonly string[],
): Promise<number> {
  const untold = () => (chats ? town.untoldOf(chats) : town.untold()).length
  await holds(() => untold() === 0, msMax, 100)
  return untold()
}

/** How many messages told a chat an older price after a newer. */
export function countBackwards(sent: readonly Recorded[]): number {
  const newest = new Map<string, number>()
  let backwards = 0
  for (const { chat, price } of sent) {
    const amount = Number(price.replace(',', '.'))
    if (amount < (newest.get(chat) ?? 0)) backwards += 1
    newest.set(chat, Math.max(amount, newest.get(chat) ?? 0))
  }
  return backwards
}

/** Makes a folder that is removed at the end. */
export function makeFolder({ atEnd }: Setting): string {
  const folder = mkdtempSync(join(tmpdir(), 'tasa-faults-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The environment of programs whose clock can be moved, and what moves it. */
export function createClock(setting: Setting) {
  const file = join(makeFolder(setting), 'ahead')
  return {
    env: { NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`, CLOCK_FILE: file },
    async setAhead(ms: number, programs: readonly Program[]): Promise<void> {
      writeFileSync(file, String(ms))
      for (const program of programs) program.child.kill('SIGUSR2')
      await sleep(CLOCK_MS_MAX)
    },
  }
}

/** Serves on loopback until the end; its address. */
export async function serve({ atEnd }: Setting, listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  const port = await listen(server)
  atEnd(() => close(server))
  return `http://127.0.0.1:${port}`
}

/** Starts the whole program on pages of its own; reads monitors `usd` with a token, as strangers may ask once a second only. */
export async function startWithPages(setting: Setting, pages: object) {
  const file = join(makeFolder(setting), 'sources.json')
  writeFileSync(file, JSON.stringify({ pages }))
  const program = spawnProgram({ env: { SOURCES_FILE: file } })
  setting.atEnd(() => program.stop())
  const service = await program.address('Rate service') // its Redis runs from then on
  const headers = { authorization: `Bearer ${await createToken(program.dataDirectory, 'reader')}` }
  async function read(page: string): Promise<{ price: number; stale?: boolean }> {
    const query = `page=${page}&monitor=usd&rounded_price=false`
    const answer = await fetch(`${service}/api/v1/dollar?${query}`, { headers })
    const { monitors } = (await answer.json()) as { monitors?: { price: number; stale?: boolean } }
    return monitors ?? { price: Number.NaN } // before its first collection a page has none
  }
  return { program, service, read }
}

/** Does n things, some at once; what came of each. */
export async function times<Value>(n: number, deed: (index: number) => Promise<Value>): Promise<Value[]> {
  const values: Value[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < n) values.push(await deed(next++))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return values
}

/** How many of these answers are others than those that are wanted. */
export const countOthers = (statuses: readonly number[], ...wanted: readonly number[]): number =>
  statuses.filter((status) => !wanted.includes(status)).length
