import { type FastifyInstance, fastify } from 'fastify'
import { type FastifyPluginAsyncZod, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Resources } from '../../redis/connection.ts'
import type { Callers } from '../../runtime/callers/callers.ts'
import { addHealth, hasBody, limitConnections, SERVER_OPTIONS } from '../../runtime/http.ts'
import type { ReadinessChecks } from '../../runtime/readiness.ts'
import type { History } from '../history/history.ts'
import type { LatestQuotes } from '../history/latest.ts'
import type { Streams } from '../stream.ts'
import type { FindCaller } from '../tokens.ts'
import type { Registry } from '../webhooks/registry.ts'
import { ANY_ORIGIN, createAnswers } from './answer.ts'
import { createAuth } from './auth.ts'
import { addOpenApi } from './docs/open-api.ts'
import { addPriceRoutes } from './price-routes.ts'
import { addNotFound, problemOf, refuseSocket, refuseUnread, sendProblem } from './refuse.ts'
import { createSchemas, type ZodApp } from './schemas.ts'
import { addStreamRoute } from './stream-route.ts'
import { addWebhookRoutes } from './webhook-routes.ts'

interface AppOptions extends Pick<Resources, 'log' | 'metrics' | 'clock'> {
  readonly findCaller: FindCaller
  readonly latest: LatestQuotes
  readonly history: History
  readonly registry: Registry
  readonly streams: Streams
  readonly checks: ReadinessChecks
  readonly callers: Callers
}

/** Creates the API of the rate service. Limits count the address of the caller, behind a trusted proxy too. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { findCaller, latest, history, registry, streams, clock, log, callers } = options
  const app: FastifyInstance = fastify({
    ...SERVER_OPTIONS,
    // A request without a body then emits neither its end nor its close: nobody waits for them.
    http: { ...SERVER_OPTIONS.http, optimizeEmptyRequests: true },
    frameworkErrors: refuseUnread,
    clientErrorHandler: refuseSocket,
  })
  const auth = createAuth({ findCaller, addressOf: callers.addressOf })
  const answers = createAnswers({ latest, clock })
  limitConnections(app, callers)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, problemOf(error, log)))
  app.decorateRequest('caller', null)
  acceptOnlyJson(app)
  addNotFound(app)
  await addOpenApi(app, latest.pages())
  addHealth(app, options)

  const schemas = createSchemas(latest.pages().map(({ page }) => page))
  const priceRoutes: FastifyPluginAsyncZod = async (scope) => {
    addCors(scope)
    scope.addHook('onRequest', auth.admit)
    addPriceRoutes(scope, { schemas, answers, latest, history })
    addStreamRoute(scope, { streams, latest })
  }
  const webhookRoutes: FastifyPluginAsyncZod = async (scope) => {
    scope.addHook('onRequest', auth.admit)
    addWebhookRoutes(scope, { admitTest: auth.admitTest, registry })
  }
  await app.register(priceRoutes, { prefix: '/api/v1' })
  await app.register(webhookRoutes, { prefix: '/api/user' })
  await app.ready()
  return app
}

/** Accepts JSON and nothing else. Clients name a content type where they send nothing: that is no body, not a bad one. */
function acceptOnlyJson(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasBody(request)) delete request.headers['content-type']
    done()
  })
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
}

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Authorization, If-None-Match, Last-Event-ID',
  'access-control-max-age': '86400',
}

/**
 * Lets pages of any origin read the routes of this scope, refusals included, and answers their preflights. The headers
 * are fixed: @fastify/cors works them out for each request, which cost a tenth of the throughput.
 */
function addCors(app: ZodApp): void {
  app.options('/*', { schema: { hide: true } }, (_request, reply) => reply.code(204).send())
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(ANY_ORIGIN)
    // Browsers send no token with a preflight, so it is answered before `auth.admit` asks for one or counts it.
    if (request.method === 'OPTIONS') reply.code(204).headers(PREFLIGHT).send()
    else done()
  })
}
