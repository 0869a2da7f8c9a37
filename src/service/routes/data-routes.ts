import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Clock } from '../../runtime/clock.ts'
import type { History } from '../history/history.ts'
import type { LatestQuotes } from '../latest.ts'
import type { Streams } from '../stream/streams.ts'
import { addConversionRoute } from './conversion.ts'
import { addCors } from './cors.ts'
import type { Door } from './door.ts'
import { addChangesRoute, addHistoryRoute } from './history.ts'
import { addMonitorsRoute } from './monitors.ts'
import { createReadyAnswers } from './ready-answers.ts'
import { createSchemas } from './schemas.ts'
import { streamRoute } from './stream-route.ts'

export interface DataRoutesDeps {
  readonly door: Door
  readonly latest: LatestQuotes
  readonly history: History
  readonly streams: Streams
  readonly clock: Clock
}

/** What anyone may ask of prices: 4.1 to 4.4 of the specification, and the stream. Register it under `/api/v1`. */
export const dataRoutes =
  ({ door, latest, history, streams, clock }: DataRoutesDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const of = createSchemas(latest.pages().map(({ page }) => page))
    const deps = { of, latest, history, ready: createReadyAnswers({ latest, clock }) }
    addCors(app)
    app.addHook('onRequest', door.admit)
    addMonitorsRoute(app, deps)
    addConversionRoute(app, deps)
    addHistoryRoute(app, deps)
    addChangesRoute(app, deps)
    await app.register(streamRoute(streams, latest))
  }
