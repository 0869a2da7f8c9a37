import type { FastifyInstance } from 'fastify'
import { codeOf, Failure, messageOf } from '../../runtime/failure.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import { createReadiness, type ReadinessChecks } from '../../runtime/readiness.ts'

const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, X-Simulated, Retry-After',
}
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Authorization, If-None-Match, Last-Event-ID',
  'access-control-max-age': '86400',
}

/**
 * Lets pages of any origin read the routes of this scope, refusals included, and answers their preflights. Four fixed
 * headers: @fastify/cors, which works them out for each request, cost a tenth of the throughput.
 */
export function addCors(app: FastifyInstance): void {
  app.options('/*', { schema: { hide: true } }, (_request, reply) => reply.code(204).send())
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(ANY_ORIGIN)
    // Browsers send no token with a preflight: it is answered before anyone asks for one, or counts it.
    if (request.method === 'OPTIONS') reply.code(204).headers(PREFLIGHT).send()
    else done()
  })
}

export type Checks = ReadinessChecks

/** `/healthz`, `/readyz` and `/metrics`: without limits, for operators. */
export function addHealth(app: FastifyInstance, metrics: Metrics, checks: Checks): void {
  const tags = ['operation']
  const look = createReadiness(checks)
  app.get('/healthz', { schema: { tags, summary: 'The process is up' } }, async () => ({ status: 'ok' }))
  app.get('/metrics', { schema: { tags, summary: 'For Prometheus' } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  )
  app.get(
    '/readyz',
    { schema: { tags, summary: 'All that the service needs was reached; else 503 with the reason' } },
    async (request, reply) => {
      const { code, body } = await look(request)
      reply.code(code)
      return body
    },
  )
}

const CLOSE_GRACE_MS = 1_000

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly createApp: () => Promise<FastifyInstance>
}

/** The HTTP server of the rate service. Throws a Failure on a taken port. */
export function createListener({ host, port, createApp }: ListenOptions): Part & { address(): string } {
  let app: FastifyInstance | undefined

  const listening = (): number => {
    const [address] = app?.addresses() ?? []
    return typeof address === 'object' ? address.port : port
  }
  return {
    name: 'rate service http',
    async start() {
      app = await createApp()
      await app.listen({ host, port }).catch((error: unknown) => {
        const isTaken = codeOf(error) === 'EADDRINUSE'
        const reason = isTaken ? 'is already in use' : `cannot be listened on (${messageOf(error)})`
        const remedy = 'stop what uses it or set SERVICE_PORT to another port'
        throw new Failure(`${host}:${port} ${reason}: ${remedy}`)
      })
    },
    /** Answers what was asked; a connection on which nothing was asked yet would otherwise keep us for 10 s. */
    async stop() {
      const late = setTimeout(() => app?.server.closeAllConnections(), CLOSE_GRACE_MS)
      await app?.close()
      clearTimeout(late)
    },
    address: () => `http://${host.includes(':') ? `[${host}]` : host}:${listening()}`,
  }
}
