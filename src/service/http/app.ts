import { type FastifyInstance, fastify } from 'fastify'
import { type FastifyPluginAsyncZod, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import type { History } from '../history/stored.ts'
import type { LatestQuotes } from '../history/stored-monitor.ts'
import type { Streams } from '../stream/streams.ts'
import type { FindCaller } from '../tokens.ts'
import { createReadyAnswers } from './answer.ts'
import { type Auth, createAuth } from './auth.ts'
import { addConversionRoute } from './conversion.ts'
import { addOpenApi } from './docs/open-api.ts'
import { addChangesRoute, addHistoryRoute } from './history.ts'
import { addMonitorsRoute } from './monitors.ts'
import { addNotFound, problemOf, refuseSocket, refuseUnread, sendProblem } from './refuse.ts'
import type { Registry } from './registry.ts'
import { createSchemas } from './schemas.ts'
import { addCors, addHealth, type Checks } from './server.ts'
import { streamRoute } from './stream-route.ts'
import { userRoutes } from './webhook-routes.ts'

export interface DataRoutesDeps {
  readonly auth: Auth
  readonly latest: LatestQuotes
  readonly history: History
  readonly streams: Streams
  readonly clock: Clock
}

/** What anyone may ask of prices: 4.1 to 4.4 of the specification, and the stream. Register it under `/api/v1`. */
export const dataRoutes =
  ({ auth, latest, history, streams, clock }: DataRoutesDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const of = createSchemas(latest.pages().map(({ page }) => page))
    const deps = { of, latest, history, ready: createReadyAnswers({ latest, clock }) }
    addCors(app)
    app.addHook('onRequest', auth.admit)
    addMonitorsRoute(app, deps)
    addConversionRoute(app, deps)
    addHistoryRoute(app, deps)
    addChangesRoute(app, deps)
    await app.register(streamRoute(streams, latest))
  }

export const BODY_BYTES_MAX = 16 * 1024
const REQUEST_TIMEOUT_MS = 10_000
const CONNECTIONS_CHECK_MS = 2_000

export interface AppDeps {
  readonly find: FindCaller
  readonly latest: LatestQuotes
  readonly history: History
  readonly registry: Registry
  readonly streams: Streams
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly checks: Checks
}

/** The HTTP side of the rate service, ready to listen. No proxy is believed: the address that counts is the peer's. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { find, latest, history, registry, streams, clock, log, metrics, checks } = deps
  const app: FastifyInstance = fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: CONNECTIONS_CHECK_MS },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: refuseUnread,
    clientErrorHandler: refuseSocket,
  })
  const auth = createAuth({ find, clock })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, problemOf(error, log)))
  app.decorateRequest('caller', null)
  readJson(app)
  addNotFound(app)
  await addOpenApi(app)
  addHealth(app, metrics, checks)
  await app.register(dataRoutes({ auth, latest, history, streams, clock }), { prefix: '/api/v1' })
  await app.register(userRoutes({ auth, registry }), { prefix: '/api/user' })
  await app.ready()
  return app
}

/** Reads JSON and nothing else. Clients name a content type where they send nothing: that is no body, not a bad one. */
function readJson(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (headers['content-length'] === '0') delete headers['content-type']
    done()
  })
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
}
