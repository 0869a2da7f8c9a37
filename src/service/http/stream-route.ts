import { z } from 'zod'
import { bearerOf } from '../../api/signature.ts'
import type { LatestQuotes } from '../history/latest.ts'
import { EVENT_ID, type Streams } from '../stream.ts'
import { callerOf, requireCaller } from './auth.ts'
import { CURRENCY, type ZodApp } from './schemas.ts'

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

interface StreamRouteDeps {
  readonly streams: Streams
  readonly latest: Pick<LatestQuotes, 'quotes'>
}

/** Streams notifications to clients without a public address. */
export function addStreamRoute(app: ZodApp, { streams, latest }: StreamRouteDeps): void {
  app.get(
    '/:currency/stream',
    {
      onRequest: requireCaller,
      exposeHeadRoute: false,
      schema: {
        tags: ['prices'],
        security: [{ bearer: [] }],
        summary: 'Stream updates',
        description:
          'Server-sent events: `event: monitor.updated`, `data` a notification. `Last-Event-ID` resumes after that event.',
        params: CURRENCY,
        headers: z.object({
          'last-event-id': z.string().regex(EVENT_ID, 'must be an id of this stream').optional(),
        }),
        produces: ['text/event-stream'],
      },
    },
    (request, reply) => {
      const caller = callerOf(request)
      streams.requirePlace(caller)
      reply.hijack()
      const { currency } = request.params
      const isSimulated = latest
        .quotes()
        .some(({ monitor, simulated }) => simulated && monitor.currency === currency)
      const response = reply.raw
      response.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        ...HEADERS,
        ...(isSimulated && { 'x-simulated': 'true' }),
      })
      streams.add({
        caller,
        token: bearerOf(request.headers.authorization) ?? '',
        currency,
        response,
        after: request.headers['last-event-id'],
      })
    },
  )
}
