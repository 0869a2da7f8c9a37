import { type FastifyInstance, fastify } from 'fastify'
import { codeOf, Failure, messageOf } from './failure.ts'
import type { Part } from './lifecycle.ts'
import type { Metrics } from './metrics.ts'

const BODY_BYTES_MAX = 16 * 1024
const REQUEST_TIMEOUT_MS = 10_000
const CHECK_TIMEOUT_MS = 3_000
const CLOSE_GRACE_MS = 1_000

/** Throws, with a message for operators, while the thing it looks at cannot be used. */
export type ReadinessCheck = () => Promise<void>

export interface HttpOptions {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly portVariable: string
  readonly metrics: Metrics
  readonly checks: Readonly<Record<string, ReadinessCheck>>
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
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
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

function addHealth(app: FastifyInstance, { metrics, checks }: HttpOptions): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
  app.get('/readyz', async (_request, reply) => {
    const problems = await problemsOf(checks)
    const ready = Object.keys(problems).length === 0
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', ...(ready ? {} : { problems }) })
  })
}

async function problemsOf(checks: HttpOptions['checks']): Promise<Record<string, string>> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const late = AbortSignal.timeout(CHECK_TIMEOUT_MS)
      const expired = new Promise<never>((_, reject) => {
        late.addEventListener('abort', () => reject(new Error(`no answer in ${CHECK_TIMEOUT_MS} ms`)), {
          once: true,
        })
      })
      return Promise.race([check(), expired]).then(
        () => [],
        (error: unknown) => [[name, messageOf(error)] as const],
      )
    }),
  )
  return Object.fromEntries(results.flat())
}
