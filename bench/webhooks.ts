import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { runToken } from '../src/cli/token.ts'
import type { Redis } from '../src/redis/connection.ts'
import { createStoreObservations } from '../src/service/collect/store-observations.ts'
import { createPublish, numberMonitors } from '../src/service/history/publish.ts'
import { KEYS } from '../src/service/keys.ts'
import { parseSources } from '../src/service/sources/file/sources-file.ts'
import { createWebhookStore } from '../src/service/webhooks/store.ts'
import { type Figure, percentile } from './figure.ts'
import { withService } from './with-service.ts'

const WEBHOOKS = 1_000
const HANGING = 10
const TURNS = 2
const PRICES = 9
const PRICE_EVERY_MS = 700
const LAST_MS_MAX = 20_000
const REF = 'dollar:page_one.usd'
const PAGES = parseSources(
  JSON.stringify({
    pages: {
      page_one: {
        every: '1d',
        source: { kind: 'json', url: 'http://127.0.0.1:9/' },
        monitors: { usd: { currency: 'dollar', price: '/price' } },
      },
    },
  }),
  'bench',
)

/** 1,000 webhooks of one monitor: from stored price to receiver (ms), where none hangs and where 10 hang for 15 s. */
export async function benchWebhooks(): Promise<Figure[]> {
  const none: Round[] = []
  const some: Round[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    none.push(...(await measure(0)))
    some.push(...(await measure(HANGING)))
  }
  return [0.5, 0.99].map((share) => ({
    name: `price stored → ${WEBHOOKS} webhooks, ${HANGING} hang, p${share * 100}`,
    unit: 'ms',
    ours: typical(some, share),
    limit: typical(none, share),
    limitName: 'none hangs',
  }))
}

/** The deliveries of one price: how long each took, in ms. */
type Round = readonly number[]

/** The median over the rounds of what a share of their deliveries stays below: one slow round is the machine's. */
const typical = (rounds: readonly Round[], share: number): number =>
  percentile(
    rounds.map((round) => percentile(round, share)),
    0.5,
  )

const measure = (hanging: number): Promise<Round[]> =>
  withService(async ({ redis }) => {
    const receiver = await startReceiver()
    try {
      await register(redis, receiver.url, hanging)
      await publishPrices(redis, receiver.rounds)
      return [...receiver.rounds.values()].slice(1) // the first price opens all connections
    } finally {
      receiver.close()
    }
  }, PAGES)

async function register(redis: Redis, url: string, hanging: number): Promise<void> {
  const store = createWebhookStore(redis)
  await runToken(['create', 'bench'], { redis, print: () => {} })
  const [owner = ''] = await redis.hkeys(KEYS.tokens)
  for (let i = 0; i < WEBHOOKS; i++) {
    const path = i < hanging ? 'hang' : 'answer'
    const webhook = {
      owner,
      url: `${url}/${path}/${i}`,
      certificate_ssl: true,
      secret: 'secret-of-bench',
    }
    const id = await store.put({ ...webhook, monitors: [REF] }, { max: WEBHOOKS, isOnly: false })
    if (typeof id !== 'number') throw new Error(`webhook ${i} is refused: ${id}`)
  }
}

/** The price says when it was stored, in ms of `performance.now()`. */
async function publishPrices(redis: Redis, rounds: ReadonlyMap<number, Round>): Promise<void> {
  const [config] = PAGES
  if (!config) throw new Error('no page')
  const numbers = await numberMonitors(redis, [REF])
  const storeObservations = createStoreObservations({
    config,
    redis,
    publish: createPublish(redis),
    numberOf: () => numbers.get(REF) ?? 0,
    clock: Date.now,
    onConflict: () => {},
  })
  for (let i = 0; i < PRICES; i++) {
    const price = (1_000_000 + performance.now()).toFixed(3)
    const observations = [{ key: 'usd', price, lastUpdate: Date.now() }]
    await storeObservations([{ source: { name: config.title }, observations }])
    await sleep(PRICE_EVERY_MS)
  }
  const told = (): number[] => [...rounds.values()].map(({ length }) => length)
  const isAllTold = (): boolean => told().length === PRICES && Math.min(...told()) >= WEBHOOKS - HANGING
  for (let waited = 0; waited < LAST_MS_MAX && !isAllTold(); waited += PRICE_EVERY_MS)
    await sleep(PRICE_EVERY_MS)
  if (!isAllTold()) throw new Error(`delivered only ${told()}`)
}

const PRICE = /"price":(\d+\.?\d*)/

async function startReceiver() {
  const rounds = new Map<number, number[]>()
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      if (request.url?.startsWith('/hang')) return
      const price = Number(PRICE.exec(body)?.[1])
      const round = rounds.get(price) ?? []
      rounds.set(price, round)
      round.push(performance.now() + 1_000_000 - price)
      response.end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { rounds, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
