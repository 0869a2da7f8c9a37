import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { History } from '../history/history.ts'
import type { LatestQuotes } from '../latest.ts'
import type { Registry } from '../webhooks/registry.ts'
import type { Door } from './door.ts'
import type { ReadyAnswers } from './ready-answers.ts'
import type { Schemas } from './schemas.ts'

/** A scope whose routes take their types from zod. */
export type ZodApp = Parameters<FastifyPluginAsyncZod>[0]

/** What the routes of prices share. */
export interface PriceRoutesDeps {
  readonly of: Schemas
  readonly ready: ReadyAnswers
  readonly latest: LatestQuotes
  readonly history: History
}

/** What the routes of webhooks share. */
export interface UserRoutesDeps {
  readonly door: Door
  readonly registry: Registry
}
