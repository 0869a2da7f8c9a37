import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { codeOf, Failure, messageOf } from './failure.ts'
import type { Part } from './lifecycle.ts'
import type { Metrics } from './metrics.ts'
import { createReadiness, type ReadinessChecks } from './readiness.ts'

const BODY_BYTES_MAX = 16 * 1024
/** For the headers, and for the whole request; looked at every 1.5 s, so that a slow socket is closed within 12 s. */
const REQUEST_TIMEOUT_MS = 10_000
const CONNECTIONS_CHECK_MS = 1_500
const CONNECTIONS_MAX = 2_048
const CLOSE_GRACE_MS = 1_000

export interface HttpOptions {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly portVariable: string
  readonly metrics: Metrics
  /** Of our own, for `/readyz`; and of neighbours, which are not asked each time. */
  readonly checks: ReadinessChecks
  readonly outside?: ReadinessChecks
  readonly routes: (app: FastifyInstance) => void | Promise<void>
}

/** A server and where it listens, known once it was started. */
export interface Http extends Part {
  address(): string
  port(): number
}

/** A host as it stands in an address: IPv6 in brackets. */
export const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** A listening server with `/healthz`, `/readyz` and `/metrics` beside its routes. Throws a Failure on a taken port. */
export function createHttp(options: HttpOptions): Http {
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: CONNECTIONS_CHECK_MS },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  app.server.maxConnections = CONNECTIONS_MAX
  closeAfterEarlyRefusal(app)
  addHealth(app, options)
  const listening = (): number => {
    const [address] = app.addresses()
    return typeof address === 'object' ? address.port : options.port
  }

  return {
    name: options.name,
    async start() {
      await options.routes(app)
      await app.listen({ host: options.host, port: options.port }).catch((error: unknown) => {
        throw listenFailure(error, options)
      })
    },
    /** Answers what was asked; a request that is never sent to its end would otherwise keep us for 10 s. */
    async stop() {
      const late = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS)
      await app.close()
      clearTimeout(late)
    },
    port: listening,
    address: () => `http://${hostInUrl(options.host)}:${listening()}`,
  }
}

function listenFailure(error: unknown, { host, port, portVariable }: HttpOptions): Failure {
  const reason =
    codeOf(error) === 'EADDRINUSE' ? 'is already in use' : `cannot be listened on (${messageOf(error)})`
  return new Failure(`${host}:${port} ${reason}: stop what uses it or set ${portVariable} to another port`)
}

/** Who is refused before the body has come must not go on sending it. */
function closeAfterEarlyRefusal(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 400 && hasBody(request) && !request.raw.complete)
      reply.header('connection', 'close')
    done(null, payload)
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function addHealth(app: FastifyInstance, { metrics, checks, outside }: HttpOptions): void {
  const look = createReadiness(checks, outside)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
  app.get('/readyz', async (request, reply) => {
    const { code, body } = await look(request)
    return reply.code(code).send(body)
  })
}
