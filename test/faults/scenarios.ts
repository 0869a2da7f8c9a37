import { CHATS } from './delivered/chats.ts'
import { KILLS } from './delivered/kills.ts'
import { NOTIFICATIONS } from './delivered/notifications.ts'
import { PRICES } from './delivered/prices.ts'
import { REDIS_AWAY } from './delivered/redis-away.ts'
import { REDIS_FAILOVER } from './delivered/redis-failover.ts'
import { REPLICAS_AND_CLUSTER } from './delivered/replicas.ts'
import { TELEGRAM } from './delivered/telegram.ts'
import { UPSETS } from './delivered/upsets.ts'
import type { Untried } from './document.ts'
import { API_CALLERS } from './kept-out/api-callers.ts'
import { CALLERS } from './kept-out/callers.ts'
import { CHATTERS } from './kept-out/chatters.ts'
import { HOSTILE_PAGES } from './kept-out/pages.ts'
import type { Scenario } from './scenario.ts'

/** In the order of the promises. */
export const SCENARIOS: readonly Scenario[] = [
  ...KILLS,
  ...REDIS_AWAY,
  ...TELEGRAM,
  ...NOTIFICATIONS,
  ...PRICES,
  ...REPLICAS_AND_CLUSTER,
  ...REDIS_FAILOVER,
  ...CHATS,
  ...UPSETS,
  ...API_CALLERS,
  ...CALLERS,
  ...CHATTERS,
  ...HOSTILE_PAGES,
]

export const UNTRIED: readonly Untried[] = [
  {
    promise: "The clock of Redis' own machine steps",
    why: 'one machine has one clock; `test/integration/queue/limiter.test.ts` tries the scripts that meet it.',
  },
]
