import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import type { Redis } from '../../../src/redis/connection.ts'
import { createCallers } from '../../../src/runtime/callers/callers.ts'
import { type Clock, systemClock } from '../../../src/runtime/clock.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { createService } from '../../../src/service/service.ts'
import { type PageConfig, parseSources } from '../../../src/service/sources/file/sources-file.ts'
import { canary } from '../../support/canary.ts'
import { prepareStore } from '../../support/collect.ts'
import { serveInTest } from '../../support/listen.ts'
import { runTokenCommand, useRedis } from '../../support/redis.ts'

export const OWN_TOKEN = canary('own_token')

const unreachable = { kind: 'json', url: 'http://127.0.0.1:9/' }
const monitor = (currency: string, title: string) => ({ currency, title, price: '/p' })

/** Two pages, never collected by themselves: `publish` says what they show. */
export const PAGES = parseSources(
  JSON.stringify({
    pages: {
      page_one: {
        every: '1d',
        source: unreachable,
        monitors: { usd: monitor('dollar', 'Dólar'), eur: monitor('euro', 'Euro') },
      },
      page_two: {
        every: '1d',
        source: unreachable,
        monitors: { usd: monitor('dollar', 'Paralelo'), cash: monitor('dollar', 'Efectivo') },
      },
    },
  }),
  'test',
)

export interface Asked {
  readonly token?: string | undefined
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export interface WebOptions {
  readonly allowPrivate?: true | readonly string[]
  readonly ownReceiverUrl?: (() => string) | undefined
  readonly clock?: Clock
  readonly pages?: readonly PageConfig[]
  readonly trustedProxies?: readonly string[]
}

/** The rate service on a real Redis, for one test file: what starts it, and connects to this Redis. */
export async function useWeb() {
  const server = await useRedis()
  const running: { stop(): Promise<void> }[] = []
  afterAll(async () => {
    for (const service of running.splice(0)) await service.stop()
  })

  async function start(options: WebOptions = {}) {
    const { allowPrivate = true, clock = systemClock, pages = PAGES, trustedProxies = [] } = options
    const redis = await server.connect()
    const warnings: unknown[] = []
    const service = createService({
      redis,
      subscriber: await server.connect(true),
      pages,
      host: '127.0.0.1',
      port: 0,
      callers: createCallers({ trustedProxies }),
      allowPrivate,
      ownToken: OWN_TOKEN,
      ownReceiverUrl: 'ownReceiverUrl' in options ? options.ownReceiverUrl : () => '',
      isAlone: false,
      log: createLog('warn', (line) => warnings.push(JSON.parse(line))).log,
      metrics: createMetrics(),
      clock,
      random: Math.random,
    })
    await service.start()
    running.push(service)

    async function ask(path: string, { token, method = 'GET', body, headers = {} }: Asked = {}) {
      const response = await fetch(service.address() + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== ''
      const json = isJson ? JSON.parse(text) : undefined
      return { status: response.status, headers: response.headers, text, json }
    }

    /** A client with its token: what it asks of its webhooks. */
    async function client(token?: string) {
      const own = token ?? (await newToken(redis))
      const askOwn = (method: string, path: string, body?: unknown) =>
        ask(`/api/user/${path}`, { token: own, method, ...(body !== undefined && { body }) })
      return {
        token: own,
        ask: askOwn,
        set: (url: string, over: object = {}) => askOwn('POST', 'set-webhook', registrationOf(url, over)),
        list: async () => (await askOwn('GET', 'get-webhook')).json,
      }
    }

    /** Opens a stream of prices. */
    const openStream = (token: string, more: RequestInit = {}, currency = 'dollar') =>
      fetch(`${service.address()}/api/v1/${currency}/stream`, {
        ...more,
        headers: { authorization: `Bearer ${token}`, ...more.headers },
      })

    return {
      redis,
      client,
      openStream,
      /** What the program logged as warnings. */
      warnings,
      ask,
      address: service.address,
      stop: service.stop,
      publish: createPublisher(redis, pages),
      newToken: (name?: string) => newToken(redis, name),
    }
  }

  return { start, connect: server.connect }
}

/** Stores prices as a collection of the page would: `{ usd: '800.5' }`. */
const createPublisher =
  (redis: Redis, pages: readonly PageConfig[]) =>
  async (page: string, prices: Record<string, string>, lastUpdate = Date.now()): Promise<void> => {
    const config = pages.find((one) => one.page === page)
    if (!config) throw new Error(`no page ${page}`)
    const storeObservations = await prepareStore(config, redis, systemClock)
    const observations = Object.entries(prices).map(([key, price]) => ({ key, price, lastUpdate }))
    await storeObservations([{ source: { name: config.title }, observations }])
  }

/** How a service answers so many calls, one after the other. */
export async function statusesOf(
  calls: number,
  call: (i: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < calls; i++) statuses.push((await call(i)).status)
  return statuses
}

let names = 0

const newToken = (redis: Redis, name = `client-${++names}`): Promise<string> =>
  runTokenCommand(redis, 'create', name)

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  readonly json: any
}

/** What a receiver does with a call: a status, perhaps headers; undefined: it never answers. */
export type Reaction = { readonly status: number; readonly headers?: Record<string, string> } | undefined

/** A receiver of webhooks on loopback, until the test is over. */
export async function receive(
  react: (call: number) => Reaction | Promise<Reaction> = () => ({ status: 200 }),
) {
  const received: Received[] = []
  const root = await serveInTest(async (request, response) => {
    const body = await text(request)
    received.push({ headers: request.headers, body, json: JSON.parse(body) })
    const reaction = await react(received.length)
    if (reaction) response.writeHead(reaction.status, reaction.headers).end()
  })
  return { url: `${root}/hook`, port: Number(new URL(root).port), received }
}

export const SECRET = canary('signing')

/** A registration of page_one.usd in dollar, or of what is given. */
export const registrationOf = (url: string, over: object = {}) => ({
  url,
  token_secret: SECRET,
  monitors: [{ page: 'page_one', currency: 'dollar', monitor: 'usd' }],
  ...over,
})
