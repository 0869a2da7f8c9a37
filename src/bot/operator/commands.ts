import type { HealthView } from '../../messages/operator.ts'
import type { Quote } from '../../rates/monitor.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Command } from '../command.ts'
import type { Figures } from './figures.ts'

const CHECK_MS_MAX = 3_000

/** Throws while the thing it looks at cannot be used. */
export type Checks = Readonly<Record<string, () => Promise<void>>>

/** `/stats`: how many chats, and what they want and were told. */
export const createStats = (figures: Pick<Figures, 'read'>): Command => ({
  names: ['stats', 'cifras'],
  run: async (turn) => turn.answer(turn.messages.operator.stats(await figures.read())),
})

export interface HealthOptions {
  readonly checks: Checks
  readonly quotes: () => readonly Quote[]
  readonly version: string
}

/** `/health`: what can be reached, which sources stand still, which version runs since when. */
export const createHealth = ({ checks, quotes, version }: HealthOptions): Command => ({
  names: ['health', 'estado'],
  async run(turn) {
    const view = {
      checks: await Promise.all(Object.entries(checks).map(look)),
      stale: quotes().filter(({ stale }) => stale),
      version,
      uptimeMs: process.uptime() * 1_000,
    }
    await turn.answer(turn.messages.operator.health(view))
  },
})

async function look([name, check]: [string, () => Promise<void>]): Promise<HealthView['checks'][number]> {
  const startedAt = performance.now()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`> ${CHECK_MS_MAX / 1_000}\u00a0s`)), CHECK_MS_MAX)
  try {
    await Promise.race([check(), late.promise])
    return { name, ms: performance.now() - startedAt }
  } catch (error) {
    return { name, ms: performance.now() - startedAt, problem: messageOf(error) }
  } finally {
    clearTimeout(timer)
  }
}
