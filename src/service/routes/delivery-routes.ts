import { formatIso } from '../../rates/moment.ts'
import { Problem } from '../problem.ts'
import type { Called } from '../webhooks/registry.ts'
import { callerOf } from './door.ts'
import type { UserRoutesDeps, ZodApp } from './route-deps.ts'
import * as schemas from './schemas.ts'

const shared = { tags: ['webhooks'], security: [{ bearer: [] }] }

/** 4.8 of the specification. */
export function addTestRoute(app: ZodApp, { door, registry }: UserRoutesDeps): void {
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
      door.admitTest(caller)
      return toAnswer(await registry.test(caller, request.query.id))
    },
  )
}

/** The delivery log. */
export function addDeliveriesRoute(app: ZodApp, { registry }: UserRoutesDeps): void {
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
}

/** A delivery of the log, once more. */
export function addReplayRoute(app: ZodApp, { door, registry }: UserRoutesDeps): void {
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
      door.admitTest(caller)
      return toAnswer([await registry.replay(caller, request.params.id)])
    },
  )
}

const isGood = ({ status }: Called): boolean => status !== null && status >= 200 && status < 300
const say = ({ id, status, ms }: Called): string => `webhook ${id}: ${status ?? 'no answer'} in ${ms} ms`

/** Throws a Problem where a receiver failed. */
function toAnswer(webhooks: Called[]): { message: string; webhooks: Called[] } {
  const message = `${webhooks.map(say).join('; ')}.`
  if (webhooks.every(isGood)) return { message, webhooks }
  throw new Problem(502, message, { extra: { webhooks } })
}
