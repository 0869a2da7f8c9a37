import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createSandbox, type SandboxOptions } from 'telegram-sandbox'
import { request } from 'undici'
import { audit, isBalanced } from '../../src/chats/delivery-ledger.ts'
import { startServer } from '../support/cluster.ts'
import { type Link, startTown, type Town, type TownOptions } from '../support/load-fixture.ts'
import { createPeople } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { RECORDER_TOKEN, type Recorded, repeated } from '../support/recorder.ts'
import { createToken } from '../support/redis.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import type { Setting, Survived } from './scenario.ts'

const POLL_MS = 50
const SHIFTED_CLOCK = pathToFileURL(join(import.meta.dirname, '../support/shifted-clock.ts')).href
/** Until a program has moved its clock. */
const CLOCK_MS_MAX = 500
const PAGE_BYTES = 4_096
const SETTLED_MS_MAX = 90_000
const BALANCED_MS_MAX = 10_000
const AT_ONCE = 16

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
  msMax: number,
  everyMs = POLL_MS,
): Promise<void> {
  assert(await holds(isSo, msMax, everyMs), `not within ${msMax} ms: ${claim}`)
}

type LinkedTownOptions = Omit<TownOptions, 'redisUrl' | 'through'> & {
  readonly redisUrl?: string
  /** Where the files of its own Redis are. */
  readonly redisDirectory?: string
  /** How many `push` to start; where chats follow, the rate API then knows where it reaches them. */
  readonly pushes?: number
}

/** A town every link of which has a proxy; on a Redis of its own, or one that is given, as a cluster is reached past any proxy. */
export async function startLinkedTown(
  setting: Setting,
  { redisUrl, redisDirectory, pushes = 0, ...options }: LinkedTownOptions,
) {
  const redis = await startServer([], redisDirectory)
  setting.atEnd(redis.stop)
  const links = new Map<Link, TcpProxy>()
  const through = async (link: Link, url: string): Promise<string> => {
    if (link === 'Redis' && redisUrl !== undefined) return url
    const proxy = await startTcpProxy(url)
    setting.atEnd(proxy.stop)
    links.set(link, proxy)
    return proxy.url
  }
  const town = await startTown({ ...options, redisUrl: redisUrl ?? redis.url, through })
  setting.atEnd(town.stop)
  setting.atEnd(() => {
    for (const words of town.lastWords()) process.stderr.write(`${words}\n`)
  })
  const link = (name: Link): TcpProxy => {
    const found = links.get(name)
    assert(found, `there is no link ${name}`)
    return found
  }
  const push = await Promise.all(Array.from({ length: pushes }, () => town.startPush()))
  if (pushes > 0 && options.chats > 0) await town.registered()
  return { redis, town, link, push }
}

export type LinkedTown = Awaited<ReturnType<typeof startLinkedTown>>

/** The sandbox as Telegram. */
export async function startSandbox(
  { atEnd }: Pick<Setting, 'atEnd'>,
  options: Partial<SandboxOptions> = {},
): Promise<string> {
  const sandbox = createSandbox({
    port: 0,
    botToken: RECORDER_TOKEN,
    ...options,
  })
  await sandbox.start()
  atEnd(() => sandbox.stop())
  return sandbox.address()
}

/** A town whose people talk with a bot: one process is `bot` and `push`, on the sandbox as Telegram, one is the service. */
export async function startVillage(setting: Setting, env: Readonly<Record<string, string>> = {}) {
  const sandbox = await startSandbox(setting)
  const linked = await startLinkedTown(setting, { ratePerSecond: 100, chats: 0 })
  const telegram = await startTcpProxy(sandbox)
  setting.atEnd(telegram.stop)
  const act = (what: string, body: object): Promise<Response> =>
    fetch(`${sandbox}/chat/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await act('faults', { flood_limits: false })
  const startBot = (more: Readonly<Record<string, string>> = {}): Promise<Program> =>
    linked.town.startPush({ ROLES: 'bot,push', TELEGRAM_API_ROOT: telegram.url, ...env, ...more })
  return {
    ...linked,
    telegram,
    act,
    startBot,
    bot: await startBot(),
    people: createPeople(sandbox),
  }
}

/** Whether a `bot` or `push` says that it is ready; it listens before. */
export async function isReady(program: Program): Promise<boolean> {
  const answer = await request(`${await program.address('Bot')}/readyz`)
  await answer.body.dump()
  return answer.statusCode === 200
}

/** Reads monitors `usd` of the rate service with a token, as strangers may ask once a second only. */
export async function createReader(program: Program) {
  const address = await program.address('Rate service') // its Redis runs from then on
  const headers = { authorization: `Bearer ${await createToken(program.dataDirectory, 'reader')}` }
  return async (page: string): Promise<{ price: number; stale?: boolean }> => {
    const query = `page=${page}&monitor=usd&rounded_price=false`
    const answer = await fetch(`${address}/api/v1/dollar?${query}`, { headers })
    const { monitors } = (await answer.json()) as { monitors?: { price: number; stale?: boolean } }
    return monitors ?? { price: Number.NaN } // before its first collection a page has none
  }
}

/** Memory that a process has (bytes). */
export const memoryOf = ({ child }: Program): number =>
  Number(readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES

/** Waits until all chats have heard the newest price; how many have not when the time is up. */
export async function countUntold(town: Town, msMax = SETTLED_MS_MAX): Promise<number> {
  await holds(() => town.untold().length === 0, msMax)
  return town.untold().length
}

/** What came twice of a town's messages, at most `max`, and how long they took from the source page to the chat. */
export const deliveriesOf = (
  { recorder, worstDelayMs }: Town,
  max = 0,
  msMax?: number,
): Pick<Survived, 'duplicates' | 'delay'> => ({
  duplicates: { count: repeated(recorder.sent), max },
  delay: {
    of: 'from the page to a chat',
    ms: worstDelayMs(),
    ...(msMax !== undefined && { msMax }),
  },
})

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

/** Serves until the end, on loopback if no host is given; its address. */
export async function serve(
  { atEnd }: Setting,
  listener: RequestListener,
  host = '127.0.0.1',
): Promise<string> {
  const server = createServer(listener).listen(0, host)
  await once(server, 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts the whole program on pages of its own. */
export function startWithPages(setting: Setting, pages: object): Program {
  const file = join(makeFolder(setting), 'sources.json')
  writeFileSync(file, JSON.stringify({ pages }))
  const program = spawnProgram({ env: { SOURCES_FILE: file } })
  setting.atEnd(() => program.stop())
  return program
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

/** No program ended by itself, nothing is parked, and all that was made due has its outcome. */
export async function requireSound(town: Town): Promise<void> {
  assert.deepEqual(town.lastWords(), [])
  assert.deepEqual(await town.queue.parked(), [])
  const balances = async () => isBalanced(await audit(town.redis, town.queue))
  const isSound = await holds(balances, BALANCED_MS_MAX)
  assert(isSound, `the ledger does not balance: ${JSON.stringify(await audit(town.redis, town.queue))}`)
}
