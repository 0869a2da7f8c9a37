import { CHATS } from './chats.ts'
import { CHATTERS } from './chatters.ts'
import { PRICES } from './prices.ts'
import { PROCESSES } from './processes.ts'
import { REDIS } from './redis.ts'
import type { Untried } from './report.ts'
import type { Scenario } from './scenario.ts'
import { STRANGERS } from './strangers.ts'
import { TELEGRAM } from './telegram.ts'

/** Every promise that is broken on purpose. */
export const SCENARIOS: readonly Scenario[] = [
  ...PROCESSES,
  ...REDIS,
  ...TELEGRAM,
  ...PRICES,
  ...CHATS,
  ...STRANGERS,
  ...CHATTERS,
]

export const UNTRIED: readonly Untried[] = [
  {
    promise: "The clock of Redis' own machine steps",
    why: 'one machine has one clock; `test/integration/queue/limiter.test.ts` tries the scripts that meet it.',
  },
]
