import cors from '@fastify/cors'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Clock } from '../../runtime/clock.ts'
import { requireOffered, requireQuote } from '../find-quote.ts'
import type { History } from '../history/history.ts'
import type { LatestQuotes } from '../latest.ts'
import type { Streams } from '../stream/streams.ts'
import { CACHED, createDatetimes, sendAnswer } from './answer.ts'
import { convert, parseValue, toJsonNumber } from './conversion.ts'
import { type Door, requireCaller } from './door.ts'
import { createHistoryAnswers } from './history-answer.ts'
import { createMonitorsAnswer } from './monitors-answer.ts'
import * as schemas from './schemas.ts'
import { streamRoute } from './stream-route.ts'

export interface DataRoutesDeps {
  readonly door: Door
  readonly latest: LatestQuotes
  readonly history: History
  readonly streams: Streams
  readonly clock: Clock
}

const BEARER = [{ bearer: [] }]
const problems = { '4xx': schemas.PROBLEM_ANSWER }

/** What anyone may ask of prices: 4.1 to 4.4 of the specification. Register it under `/api/v1`. */
export const dataRoutes =
  ({ door, latest, history, streams, clock }: DataRoutesDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const of = schemas.createSchemas(latest.pages().map(({ page }) => page))
    const now = createDatetimes(clock)
    const monitorsAnswer = createMonitorsAnswer(latest, now)
    const historyAnswers = createHistoryAnswers({ latest, history, now })
    const tags = ['prices']

    await app.register(cors, {
      methods: ['GET', 'HEAD'],
      allowedHeaders: ['Authorization', 'If-None-Match', 'Last-Event-ID'],
      exposedHeaders: ['ETag', 'X-Simulated', 'Retry-After'],
      maxAge: 86_400,
      strictPreflight: false,
    })
    app.addHook('onRequest', door.admit)
    await app.register(streamRoute(streams))

    app.get(
      '/:currency',
      {
        schema: {
          tags,
          summary: 'Get monitors',
          description: 'One monitor if `monitor` is given, otherwise all of them, by their key.',
          params: of.currency,
          querystring: of.monitors,
          response: { 200: schemas.MONITORS_ANSWER, ...problems },
        },
      },
      (request, reply) => {
        const answer = monitorsAnswer({ ...request.params, ...request.query })
        sendAnswer(request, reply, answer, CACHED.shared)
      },
    )

    app.get(
      '/:currency/conversion',
      {
        schema: {
          tags,
          summary: 'Convert a value',
          description: '`VES` turns bolivares into the currency of the path, `USD` or `EUR` the reverse.',
          params: of.currency,
          querystring: of.conversion,
          response: { 200: z.number(), ...problems },
        },
      },
      (request, reply) => {
        const { currency } = request.params
        const { type, value, page, monitor } = request.query
        const quote = requireQuote(latest, { currency, page, monitor })
        const body = toJsonNumber(convert(type, parseValue(value), currency, quote.price))
        const etag = `W/"${body}${quote.simulated ? '-s' : ''}"`
        sendAnswer(request, reply, { body, etag, isSimulated: quote.simulated }, CACHED.shared)
      },
    )

    app.get(
      '/:currency/history',
      {
        onRequest: requireCaller,
        schema: {
          tags,
          security: BEARER,
          summary: 'Get history',
          description:
            'One entry a day that has updates: its last, highest and lowest price. At most 10 years.',
          params: of.currency,
          querystring: of.history,
          response: { 200: schemas.HISTORY_ANSWER, ...problems },
        },
      },
      async (request, reply) => {
        const offered = requireOffered(latest, { ...request.params, ...request.query })
        sendAnswer(request, reply, await historyAnswers.days(offered, request.query), CACHED.own)
        return reply
      },
    )

    app.get(
      '/:currency/changes',
      {
        onRequest: requireCaller,
        schema: {
          tags,
          security: BEARER,
          summary: 'Get changes',
          description: 'Every update of one day, oldest first.',
          params: of.currency,
          querystring: of.changes,
          response: { 200: schemas.CHANGES_ANSWER, ...problems },
        },
      },
      async (request, reply) => {
        const offered = requireOffered(latest, { ...request.params, ...request.query })
        sendAnswer(request, reply, await historyAnswers.changes(offered, request.query), CACHED.own)
        return reply
      },
    )
  }
