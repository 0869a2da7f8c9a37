import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Redis } from '../src/redis/connection.ts'
import { spawnProgram } from '../test/support/program.ts'
import { connectPrivate, runTokenCommand } from '../test/support/redis.ts'
import { type Child, startChild } from './child.ts'
import type { Repeated } from './contenders/bare-http.ts'
import { type Figure, median } from './figure.ts'
import type { Load } from './load.ts'

const BARE = new URL('./contenders/bare-http.ts', import.meta.url)
const CONNECTIONS = 32
/** Each may ask 600 times a minute, and a round takes fresh ones: nobody is refused. */
const TOKENS = 107
const WARM_UP_MS = 400
const ROUND_MS = 1_000
const ROUNDS = 5

const CASES = [
  { name: 'GET monitors, all', path: '/api/v1/dollar' },
  { name: 'GET monitors, one', path: '/api/v1/dollar?page=page_beta&monitor=usd' },
  { name: 'GET conversion', path: '/api/v1/dollar/conversion?type=VES&value=1234.56&monitor=usd' },
  {
    name: 'GET history, 30 days',
    path: '/api/v1/dollar/history?page=page_alpha&monitor=usd&start_date=01-09-2026&end_date=30-09-2026',
  },
]

/** The whole program as `npm start` runs it, asked with ordinary tokens, beside a bare server, in turns. */
export async function benchAnswers(): Promise<Figure[]> {
  const program = spawnProgram()
  try {
    await program.address('Web chat')
    const port = Number(new URL(await program.address('Rate service')).port)
    const redis = await connectPrivate(program.dataDirectory)
    const makeTokens = createTokens(redis)
    const figures: Figure[] = []
    for (const { name, path } of CASES) figures.push(await compare(name, { port, path, makeTokens }))
    redis.disconnect()
    return figures
  } finally {
    await program.stop()
  }
}

/** Answers a second, beside those of a bare server that sends the same bytes. */
async function compare(
  name: string,
  { port, path, makeTokens }: Pick<Load, 'port' | 'path'> & { makeTokens: () => Promise<readonly string[]> },
): Promise<Figure> {
  const bare = startChild(BARE)
  try {
    const barePort = await startBare(bare, `http://127.0.0.1:${port}${path}`, await makeTokens())
    const rounds = { ours: [] as number[], bare: [] as number[] }
    for (let round = -1; round < ROUNDS; round++) {
      const asked = { path, tokens: await makeTokens(), ms: round < 0 ? WARM_UP_MS : ROUND_MS }
      const bareRound = await load({ port: barePort, ...asked })
      const ourRound = await load({ port, ...asked })
      if (round < 0) continue
      rounds.bare.push(bareRound)
      rounds.ours.push(ourRound)
    }
    const limit = { limit: median(rounds.bare), limitName: 'bare node:http, same bytes' }
    return { name, unit: 'requests/s', ours: median(rounds.ours), ...limit }
  } finally {
    await bare.stop()
  }
}

const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** Starts a server that sends what ours sends; answers its port. */
async function startBare(bare: Child, url: string, [token]: readonly string[]): Promise<number> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const repeated: Repeated = {
    body: new Uint8Array(await response.arrayBuffer()),
    headers: Object.fromEntries([...response.headers].filter(([name]) => !OWN_HEADERS.includes(name))),
  }
  return bare.ask('serve', repeated)
}

/** Asks over kept connections, by a thread of its own; answers requests a second. */
async function load(asked: Omit<Load, 'connections'>): Promise<number> {
  const workerData: Load = { ...asked, connections: CONNECTIONS }
  const [perSecond] = await once(new Worker(new URL('./load.ts', import.meta.url), { workerData }), 'message')
  return perSecond
}

/** Makes fresh tokens, as the operator's command does. */
function createTokens(redis: Redis) {
  let made = 0
  const create = (): Promise<string> => runTokenCommand(redis, 'create', `bench-${made++}`)
  return (): Promise<readonly string[]> => Promise.all(Array.from({ length: TOKENS }, create))
}
