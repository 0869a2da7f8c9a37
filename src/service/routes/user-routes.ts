import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Problem } from '../problem.ts'
import { addDeliveriesRoute, addReplayRoute, addTestRoute } from './delivery-routes.ts'
import { callerOf, requireCaller } from './door.ts'
import type { UserRoutesDeps, ZodApp } from './route-deps.ts'
import * as schemas from './schemas.ts'

const shared = { tags: ['webhooks'], security: [{ bearer: [] }] }

/** What a caller does with its webhooks: 4.5 to 4.8 of the specification, and the delivery log. Under `/api/user`. */
export const userRoutes =
  (deps: UserRoutesDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', deps.door.admit)
    app.addHook('onRequest', requireCaller)
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    addSet(app, deps)
    addList(app, deps)
    addDelete(app, deps)
    addTestRoute(app, deps)
    addDeliveriesRoute(app, deps)
    addReplayRoute(app, deps)
  }

/** 4.5 of the specification. */
function addSet(app: ZodApp, { registry }: UserRoutesDeps): void {
  app.post(
    '/set-webhook',
    {
      preValidation: requireBody,
      schema: {
        ...shared,
        summary: 'Set webhook',
        description: 'Registers a webhook, or replaces the one with the same url. Up to 5 a token.',
        body: schemas.WEBHOOK_INPUT,
        response: {
          201: schemas.MESSAGE_ANSWER.extend({ id: schemas.WEBHOOK_ANSWER.shape.id }),
          ...schemas.PROBLEMS,
        },
      },
    },
    async (request, reply) => {
      const id = await registry.register(callerOf(request), request.body)
      return reply.code(201).send({ message: `Webhook ${id} is set.`, id })
    },
  )
}

/** 4.6 of the specification. */
function addList(app: ZodApp, { registry }: UserRoutesDeps): void {
  app.get(
    '/get-webhook',
    {
      schema: {
        ...shared,
        summary: 'List webhooks',
        description:
          'With how deliveries go: `status`, `last_delivery`, `failures` in a row, `dropped`, `waiting`.',
        response: { 200: schemas.WEBHOOK_ANSWER.array(), ...schemas.PROBLEMS },
      },
    },
    (request) => registry.list(callerOf(request)),
  )
}

/** 4.7 of the specification. */
function addDelete(app: ZodApp, { registry }: UserRoutesDeps): void {
  app.delete(
    '/del-webhook',
    {
      schema: {
        ...shared,
        summary: 'Delete webhook',
        description: 'The one that `id` names, else the only one there is.',
        querystring: schemas.WEBHOOK_CHOICE,
        response: { 200: schemas.MESSAGE_ANSWER, ...schemas.PROBLEMS },
      },
    },
    async (request) => {
      const id = await registry.remove(callerOf(request), request.query.id)
      return { message: `Webhook ${id} is deleted.` }
    },
  )
}

async function requireBody({ body }: { body: unknown }): Promise<void> {
  if (body === undefined || body === null) throw new Problem(400, 'A JSON body is needed.')
}
