import { KILLS } from './delivered/kills.ts'
import { REDIS_AWAY } from './delivered/redis-away.ts'
import type { Untried } from './document.ts'
import type { Scenario } from './scenario.ts'

/** In the order of the promises. */
export const SCENARIOS: readonly Scenario[] = [...KILLS, ...REDIS_AWAY]

export const UNTRIED: readonly Untried[] = []
