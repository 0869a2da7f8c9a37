import { type FastifyInstance, fastify } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import type { History } from '../history/history.ts'
import type { LatestQuotes } from '../latest.ts'
import type { Streams } from '../stream/streams.ts'
import type { FindCaller } from '../tokens.ts'
import type { Registry } from '../webhooks/registry.ts'
import { dataRoutes } from './data-routes.ts'
import { createDoor } from './door.ts'
import { addHealth, type Checks } from './health.ts'
import { addOpenApi } from './open-api.ts'
import { addNotFound, problemOf, refuseSocket, refuseUnread, sendProblem } from './refuse.ts'
import { userRoutes } from './user-routes.ts'

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
  const door = createDoor({ find, clock })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, problemOf(error, log)))
  app.decorateRequest('caller', null)
  readJson(app)
  addNotFound(app)
  await addOpenApi(app)
  addHealth(app, metrics, checks)
  await app.register(dataRoutes({ door, latest, history, streams, clock }), { prefix: '/api/v1' })
  await app.register(userRoutes({ door, registry }), { prefix: '/api/user' })
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
