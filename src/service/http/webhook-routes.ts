import { registration } from '../../api/notification.ts'
import { formatIso } from '../../domain/caracas.ts'
import { Problem } from '../problems.ts'
import type { Caller } from '../tokens.ts'
import { isAccepted } from '../webhooks/notifier.ts'
import type { CalledWebhook, Registry } from '../webhooks/registry.ts'
import { callerOf, requireCaller } from './auth.ts'
import type { ZodApp } from './schemas.ts'
import * as schemas from './schemas.ts'

const shared = { tags: ['webhooks'], security: [{ bearer: [] }] }

interface WebhookRoutesDeps {
  /** Counts a call that makes us call a receiver. Throws a Problem past the limit. */
  readonly admitTest: (caller: Caller) => void
  readonly registry: Registry
}

/** Adds 4.5 to 4.8 of the specification, and the delivery log. */
export function addWebhookRoutes(app: ZodApp, { admitTest, registry }: WebhookRoutesDeps): void {
  app.addHook('onRequest', requireCaller)
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  app.post(
    '/set-webhook',
    {
      preValidation: requireBody,
      schema: {
        ...shared,
        summary: 'Set webhook',
        description: 'Registers a webhook, or replaces the one with the same url. Up to 5 a token.',
        body: registration,
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
  app.post(
    '/test-webhook',
    {
      schema: {
        ...shared,
        summary: 'Test webhook',
        description: 'Sends a `webhook.test` to each webhook, or to that of `id`. 502 where one fails.',
        querystring: schemas.WEBHOOK_CHOICE,
        response: { 200: schemas.CALLED_ANSWER, ...schemas.CALL_PROBLEMS },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      admitTest(caller)
      return toAnswer(await registry.test(caller, request.query.id))
    },
  )
  app.get(
    '/webhook-deliveries',
    {
      schema: {
        ...shared,
        summary: 'List deliveries',
        description: 'The last 100 attempts at each webhook, or at that of `id`, newest first.',
        querystring: schemas.WEBHOOK_CHOICE,
        response: { 200: schemas.DELIVERIES_ANSWER, ...schemas.PROBLEMS },
      },
    },
    async (request) => {
      const attempts = await registry.deliveries(callerOf(request), request.query.id)
      return attempts.map(({ id, webhook, notification, at, status, ms, body }) => ({
        id,
        webhook_id: webhook.id,
        notification_id: notification,
        created_at: formatIso(at),
        status: status || null,
        ms,
        body: JSON.parse(body) as unknown,
      }))
    },
  )
  app.post(
    '/webhook-deliveries/:id/replay',
    {
      schema: {
        ...shared,
        summary: 'Replay a delivery',
        description: 'Sends a delivery of the list once more, with its own `webhook-id`. 502 where it fails.',
        params: schemas.DELIVERY_CHOICE,
        response: { 200: schemas.CALLED_ANSWER, ...schemas.CALL_PROBLEMS },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      admitTest(caller)
      return toAnswer([await registry.replay(caller, request.params.id)])
    },
  )
}

async function requireBody({ body }: { body: unknown }): Promise<void> {
  if (body === undefined || body === null) throw new Problem(400, 'A JSON body is needed.')
}

const describe = ({ id, status, ms }: CalledWebhook): string =>
  `webhook ${id}: ${status ?? 'no answer'} in ${ms} ms`

/** The answer of a call of receivers. Throws a Problem (502) where one failed. */
function toAnswer(webhooks: CalledWebhook[]): { message: string; webhooks: CalledWebhook[] } {
  const message = `${webhooks.map(describe).join('; ')}.`
  if (webhooks.every(isAccepted)) return { message, webhooks }
  throw new Problem(502, message, { extra: { webhooks } })
}
