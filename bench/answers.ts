import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { runToken } from '../src/cli/token.ts'
import { closeRedis, connectRedis, type Redis } from '../src/redis/connection.ts'
import { ANONYMOUS_PER_MINUTE } from '../src/service/http/auth.ts'
import { spawnProgram } from '../test/support/program.ts'
import { silent } from '../test/support/redis.ts'
import { type Child, startChild } from './child.ts'
import type { Repeated } from './contenders/bare-http.ts'
import { type Figure, median } from './figure.ts'
import type { Load, Served } from './load.ts'

const BARE = new URL('./contenders/bare-http.ts', import.meta.url)
const CONNECTIONS = 32
/** Each may ask 600 times a minute, and a round takes fresh ones: nobody is refused. */
const TOKENS = 107
const REST_MS = 4_000
const WARM_UP_MS = 400
const ROUND_MS = 1_000
const ROUNDS = 5

const MONITORS = { name: 'GET monitors, all', path: '/api/v1/dollar' }
const CASES = [
  MONITORS,
  { name: 'GET monitors, one', path: '/api/v1/dollar?page=page_beta&monitor=usd' },
  { name: 'GET conversion', path: '/api/v1/dollar/conversion?type=VES&value=1234.56&monitor=usd' },
  {
    name: 'GET history, 30 days',
    path: '/api/v1/dollar/history?page=page_alpha&monitor=usd&start_date=01-09-2026&end_date=30-09-2026',
  },
]

/** A server under measure. */
interface Server {
  readonly port: number
  readonly pid: number
  /** The share of a processor that it takes while nobody asks: prices move, and are told. */
  readonly atRest?: number
}

/** How a round of a server went: answers a second, and its CPU time for one (µs). */
interface Round {
  readonly perSecond: number
  readonly cpuMicros: number
}

/** The whole program as `npm start` runs it, asked with ordinary tokens and by nobody's, beside a bare server, in turns. */
export async function benchAnswers(): Promise<Figure[]> {
  const program = spawnProgram()
  try {
    await program.address('Web chat')
    const port = Number(new URL(await program.address('Rate service')).port)
    const redis = await redisOf(program.dataDirectory)
    const callers = createCallers(redis)
    const pid = program.child.pid ?? 0
    const ours = { port, pid, atRest: await shareAtRest(pid) }
    const figures: Figure[] = []
    for (const each of CASES) figures.push(...(await compare(ours, { ...each, callers })))
    figures.push(
      ...(await compare(ours, { ...MONITORS, name: `${MONITORS.name}, no token`, callers: undefined })),
    )
    await closeRedis(redis)
    return figures
  } finally {
    await program.stop()
  }
}

async function redisOf(directory: string): Promise<Redis> {
  const { url } = JSON.parse(readFileSync(join(directory, 'redis.json'), 'utf8'))
  return connectRedis({ urls: [url], log: silent })
}

interface Compared {
  readonly name: string
  readonly path: string
  /** Makes the tokens of a round; undefined for callers who have none. */
  readonly callers: (() => Promise<readonly string[]>) | undefined
}

async function compare(ours: Server, { name, path, callers }: Compared): Promise<Figure[]> {
  const tokensOf = callers ?? (async () => [])
  const bare = startChild(BARE)
  try {
    const theirs = await startBare(bare, `http://127.0.0.1:${ours.port}${path}`, await tokensOf())
    const rounds = { ours: [] as Round[], bare: [] as Round[] }
    for (let round = -1; round < ROUNDS; round++) {
      const ms = round < 0 ? WARM_UP_MS : ROUND_MS
      const tokens = await tokensOf()
      const bareRound = await load(theirs, { path, tokens, ms })
      const ourRound = await load(ours, { path, tokens, ms })
      if (round < 0) continue
      rounds.bare.push(bareRound)
      rounds.ours.push(ourRound)
    }
    return [
      { unit: 'requests/s', name, of: ({ perSecond }: Round) => perSecond },
      { unit: 'µs', name: `${name}: CPU of one`, of: ({ cpuMicros }: Round) => cpuMicros },
    ].map(({ of, ...figure }) => ({
      ...figure,
      ours: median(rounds.ours.map(of)),
      limit: median(rounds.bare.map(of)),
      limitName: 'bare node:http, same bytes',
    }))
  } finally {
    await bare.stop()
  }
}

const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** Starts a server that sends what ours sends. */
async function startBare(bare: Child, url: string, [token]: readonly string[]): Promise<Server> {
  const response = await fetch(url, token ? { headers: { authorization: `Bearer ${token}` } } : {})
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const repeated: Repeated = {
    body: new Uint8Array(await response.arrayBuffer()),
    headers: Object.fromEntries([...response.headers].filter(([name]) => !OWN_HEADERS.includes(name))),
  }
  return bare.ask('serve', repeated)
}

let addresses = 0

/** Asks over kept connections, by a thread of its own. */
async function load(
  { port, pid, atRest = 0 }: Server,
  { path, tokens, ms }: Pick<Load, 'path' | 'tokens' | 'ms'>,
): Promise<Round> {
  const requestsPerConnection = tokens.length > 0 ? Number.POSITIVE_INFINITY : ANONYMOUS_PER_MINUTE
  const workerData: Load = {
    port,
    path,
    tokens,
    connections: CONNECTIONS,
    requestsPerConnection,
    firstAddress: addresses,
    ms,
  }
  const cpuBefore = cpuSecondsOfProcess(pid)
  const [served] = (await once(
    new Worker(new URL('./load.ts', import.meta.url), { workerData }),
    'message',
  )) as [Served]
  const cpuSeconds = cpuSecondsOfProcess(pid) - cpuBefore - (atRest * ms) / 1_000
  addresses += served.connections
  return { perSecond: served.perSecond, cpuMicros: (cpuSeconds * 1e6) / ((served.perSecond * ms) / 1_000) }
}

async function shareAtRest(pid: number): Promise<number> {
  const before = cpuSecondsOfProcess(pid)
  await sleep(REST_MS)
  return ((cpuSecondsOfProcess(pid) - before) * 1_000) / REST_MS
}

const TICKS_PER_SECOND = 100

/** CPU seconds that a process has used so far, as Linux counts them. */
function cpuSecondsOfProcess(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Makes fresh tokens, as the operator's command does. */
function createCallers(redis: Redis) {
  let made = 0
  return async (): Promise<readonly string[]> => {
    const tokens: string[] = []
    const print = (line: string): void => void tokens.push(line)
    for (let count = 0; count < TOKENS; count++)
      await runToken(['create', `bench-${made++}`], { redis, print })
    return tokens
  }
}
