import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import type { Figure } from './figure.ts'
import type { Load } from './load.ts'
import { benchWebhooks } from './webhooks.ts'
import { TOKEN, withService } from './with-service.ts'

const CONNECTIONS = 32
const WARM_UP_MS = 400
const ROUND_MS = 1_000
const ROUNDS = 3

const CASES = [
  { name: 'GET monitors, all', path: '/api/v1/dollar' },
  { name: 'GET monitors, one', path: '/api/v1/dollar?page=page_beta&monitor=usd' },
  {
    name: 'GET conversion',
    path: '/api/v1/dollar/conversion?type=VES&value=1234.56&monitor=usd',
  },
  {
    name: 'GET history, 30 days',
    path: '/api/v1/dollar/history?page=page_alpha&monitor=usd&start_date=01-09-2026&end_date=30-09-2026',
  },
] as const

/** The rate service: its answers beside a bare server, and its deliveries while receivers hang. */
export const benchService = async (): Promise<Figure[]> => [
  ...(await benchAnswers()),
  ...(await benchWebhooks()),
]

/** The demonstration service beside a bare `node:http` server that sends the same bytes, in turns. */
const benchAnswers = (): Promise<Figure[]> =>
  withService(async ({ address }) => {
    const figures: Figure[] = []
    for (const each of CASES) figures.push(await compare(address, each))
    return figures
  })

async function compare(address: string, { name, path }: (typeof CASES)[number]): Promise<Figure> {
  const response = await fetch(address + path, { headers: { authorization: `Bearer ${TOKEN}` } })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  const bare = await startBare(Buffer.from(await response.arrayBuffer()), [...response.headers])
  const bareAddress = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`
  const ours: number[] = []
  const theirs: number[] = []
  await rate(address, path, WARM_UP_MS)
  await rate(bareAddress, path, WARM_UP_MS)
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await rate(bareAddress, path, ROUND_MS))
    ours.push(await rate(address, path, ROUND_MS))
  }
  bare.closeAllConnections()
  bare.close()
  return {
    name,
    unit: 'requests/s',
    ours: median(ours),
    limit: median(theirs),
    limitName: 'bare node:http, same bytes',
  }
}

const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** Sends the same bytes to every request. */
async function startBare(body: Buffer, headers: [string, string][]): Promise<Server> {
  const sent = Object.fromEntries(headers.filter(([name]) => !OWN_HEADERS.includes(name)))
  const server = createServer((_request, response) => response.writeHead(200, sent).end(body))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

/** Requests a second over kept connections; asked by a thread of its own. */
async function rate(address: string, path: string, ms: number): Promise<number> {
  const port = Number(new URL(address).port)
  const workerData: Load = { port, path, token: TOKEN, connections: CONNECTIONS, ms }
  const [perSecond] = await once(new Worker(new URL('./load.ts', import.meta.url), { workerData }), 'message')
  return perSecond
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
