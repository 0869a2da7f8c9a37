import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { type Callers, createCallers } from './callers/callers.ts'
import { boundConnections, KEEP_ALIVE_MS } from './callers/connections.ts'
import type { Part } from './lifecycle.ts'
import { codeOf, Failure, messageOf } from './log.ts'
import type { Metrics } from './metrics.ts'
import { createReadiness, type ReadinessChecks } from './readiness.ts'

const BODY_BYTES_MAX = 16 * 1024
/** For a whole request whose headers are there; looked at every 1.5 s, so that a slow body is closed within 12 s. */
const REQUEST_TIMEOUT_MS = 10_000
const CONNECTIONS_CHECK_MS = 1_500
/** A connection on which nothing moves, such as one whose answer is not read; longer than a long poll, of up to 50 s. */
const CONNECTION_TIMEOUT_MS = 60_000
const CLOSE_GRACE_MS = 1_000
/** Connections that wait to be taken up: the kernel drops more of them, and their clients try again after a second. */
const BACKLOG = 4_096

/** Fastify's options with the limits that every server of ours has; `limitConnections` adds the others. */
export const SERVER_OPTIONS = {
  bodyLimit: BODY_BYTES_MAX,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionTimeout: CONNECTION_TIMEOUT_MS,
  http: {
    headersTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    requireHostHeader: false, // Node would answer without telling us: `limitConnections` counts first
  },
  forceCloseConnections: 'idle',
  return503OnClosing: false,
} as const

/** Bounds the open connections and their requests, and closes those of early refusals. Call it before any route is added. */
export function limitConnections(app: FastifyInstance, callers: Callers): void {
  const { server, routing } = app
  const { takeUp, refuseBody } = boundConnections(server, callers)
  server.removeListener('request', routing)
  const answer: RequestListener = (request, response) => {
    if (!takeUp(request, response)) return
    if (isWithoutHost(request)) response.writeHead(400, { connection: 'close' }).end()
    else routing(request, response)
  }
  server.on('request', answer)
  // Node would answer these without telling us, however many came at once.
  server.on('checkExpectation', answer)
  closeAfterEarlyRefusal(app, refuseBody)
}

const isWithoutHost = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersion === '1.1'

interface ListenerOptions {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly portVariable: string
  readonly createApp: () => FastifyInstance | Promise<FastifyInstance>
}

/** A server and where it listens, known once it was started. */
export interface Http extends Part {
  address(): string
  port(): number
}

/** A host as it stands in an address: IPv6 in brackets. */
export const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** Makes an app at the start and listens. Throws a Failure on a taken port. */
export function createListener({ name, host, port, portVariable, createApp }: ListenerOptions): Http {
  let app: FastifyInstance | undefined
  const listening = (): number => {
    const [address] = app?.addresses() ?? []
    return typeof address === 'object' ? address.port : port
  }

  return {
    name,
    async start() {
      app = await createApp()
      await orListenFailure(app.listen({ host, port, backlog: BACKLOG }), { host, port, portVariable })
    },
    /** Answers what was asked; a request that is never sent to its end would otherwise keep us for 10 s. */
    async stop() {
      const late = setTimeout(() => app?.server.closeAllConnections(), CLOSE_GRACE_MS)
      await app?.close()
      clearTimeout(late)
    },
    port: listening,
    address: () => `http://${hostInUrl(host)}:${listening()}`,
  }
}

/** Waits for a start that listens. Throws a Failure that names the variable to set where it could not. */
export async function orListenFailure(
  start: Promise<unknown>,
  { host, port, portVariable }: Pick<ListenerOptions, 'host' | 'port' | 'portVariable'>,
): Promise<void> {
  await start.catch((error: unknown) => {
    const isTaken = codeOf(error) === 'EADDRINUSE'
    const reason = isTaken ? 'is already in use' : `cannot be listened on (${messageOf(error)})`
    throw new Failure(`${host}:${port} ${reason}: stop what uses it or set ${portVariable} to another port`)
  })
}

interface HttpOptions extends Omit<ListenerOptions, 'createApp'>, HealthOptions {
  readonly routes: (app: FastifyInstance) => void | Promise<void>
}

/** A listening server with `/healthz`, `/readyz` and `/metrics` beside its routes. Throws a Failure on a taken port. */
export function createHttp(options: HttpOptions): Http {
  const { name, host, port, portVariable, routes, callers = createCallers() } = options
  async function createApp(): Promise<FastifyInstance> {
    const app = fastify(SERVER_OPTIONS)
    limitConnections(app, callers)
    addHealth(app, { ...options, callers })
    await routes(app)
    return app
  }
  return createListener({ name, host, port, portVariable, createApp })
}

/** Closes the connection of a request that is refused before its body has come, so that the body is not sent on. */
function closeAfterEarlyRefusal(app: FastifyInstance, refuseBody: (socket: Socket) => void): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 400 && hasBody(request) && !request.raw.complete) {
      reply.header('connection', 'close')
      refuseBody(request.raw.socket)
    }
    done(null, payload)
  })
}

/** Whether a body follows the headers, by what they say. */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

interface HealthOptions {
  readonly metrics: Metrics
  /** Of our own, for `/readyz`; and of neighbours, which are not asked each time. */
  readonly checks: ReadinessChecks
  readonly outside?: ReadinessChecks | undefined
  /** Without trusted proxies if not given. */
  readonly callers?: Callers
}

/** Adds `/healthz`, `/readyz` and `/metrics`: without limits, for operators. */
export function addHealth(
  app: FastifyInstance,
  { metrics, checks, outside, callers = createCallers() }: HealthOptions,
): void {
  const describe = (summary: string) => ({ schema: { tags: ['operation'], summary } })
  const readiness = createReadiness(checks, outside)
  readiness.measure(metrics)
  app.get('/healthz', describe('The process is up'), async () => ({ status: 'ok' }))
  app.get(
    '/metrics',
    describe('For Prometheus: to loopback and private addresses, and to others with METRICS_TOKEN; else 404'),
    async ({ raw }, reply) => {
      if (!callers.mayReadMetrics(raw)) return reply.callNotFound()
      return reply.type(metrics.contentType).send(await metrics.sharedText())
    },
  )
  app.get(
    '/readyz',
    describe('All that the service needs was reached; else 503 with the reason'),
    async (request, reply) => {
      const { code, body } = await readiness.answer(callers.isInside(request.raw))
      return reply.code(code).send(body)
    },
  )
}

/** Reads a body of at most `bytesMax`; undefined if it is longer. Throws the error of the connection. */
export async function readBytes(body: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > bytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
