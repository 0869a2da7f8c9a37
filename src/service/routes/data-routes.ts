import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Clock } from '../../runtime/clock.ts'
import { requireOffered } from '../find-quote.ts'
import type { History } from '../history/history.ts'
import type { LatestQuotes } from '../latest.ts'
import type { Streams } from '../stream/streams.ts'
import { conversionContent } from './conversion.ts'
import { addCors } from './cors.ts'
import { type Door, requireCaller } from './door.ts'
import { changesContent, historyContent } from './history-answer.ts'
import { monitorsContent } from './monitors-answer.ts'
import { createReadyAnswers } from './ready-answers.ts'
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

/** What anyone may ask of prices: 4.1 to 4.4 of the specification. Register it under `/api/v1`. */
export const dataRoutes =
  ({ door, latest, history, streams, clock }: DataRoutesDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const of = schemas.createSchemas(latest.pages().map(({ page }) => page))
    const ready = createReadyAnswers({ latest, clock })
    const tags = ['prices']

    addCors(app)
    app.addHook('onRequest', door.admit)

    app.get(
      '/:currency',
      {
        onRequest: ready.sendReady,
        schema: {
          tags,
          summary: 'Get monitors',
          description: 'One monitor if `monitor` is given, otherwise all of them, by their key.',
          params: of.currency,
          querystring: of.monitors,
          response: { 200: schemas.MONITORS_ANSWER, ...schemas.PROBLEMS },
        },
      },
      (request, reply) => {
        ready.send(request, reply, monitorsContent(latest, { ...request.params, ...request.query }))
      },
    )

    app.get(
      '/:currency/conversion',
      {
        onRequest: ready.sendReady,
        schema: {
          tags,
          summary: 'Convert a value',
          description: '`VES` turns bolivares into the currency of the path, `USD` or `EUR` the reverse.',
          params: of.currency,
          querystring: of.conversion,
          response: { 200: z.number(), ...schemas.PROBLEMS },
        },
      },
      (request, reply) => {
        ready.send(request, reply, conversionContent(latest, { ...request.params, ...request.query }))
      },
    )

    app.get(
      '/:currency/history',
      {
        onRequest: [requireCaller, ready.sendReady],
        schema: {
          tags,
          security: BEARER,
          summary: 'Get history',
          description:
            'One entry a day that has updates: its last, highest and lowest price. At most 10 years.',
          params: of.currency,
          querystring: of.history,
          response: { 200: schemas.HISTORY_ANSWER, ...schemas.PROBLEMS },
        },
      },
      async (request, reply) => {
        const offered = requireOffered(latest, { ...request.params, ...request.query })
        const madeOf = latest.version()
        ready.send(request, reply, await historyContent({ latest, history }, offered, request.query), madeOf)
        return reply
      },
    )

    app.get(
      '/:currency/changes',
      {
        onRequest: [requireCaller, ready.sendReady],
        schema: {
          tags,
          security: BEARER,
          summary: 'Get changes',
          description: 'Every update of one day, oldest first.',
          params: of.currency,
          querystring: of.changes,
          response: { 200: schemas.CHANGES_ANSWER, ...schemas.PROBLEMS },
        },
      },
      async (request, reply) => {
        const offered = requireOffered(latest, { ...request.params, ...request.query })
        const madeOf = latest.version()
        ready.send(request, reply, await changesContent({ latest, history }, offered, request.query), madeOf)
        return reply
      },
    )

    await app.register(streamRoute(streams))
  }
