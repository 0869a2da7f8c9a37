import type { HealthView, StatsView } from '../../../messages/operator.ts'
import type { Quote } from '../../../rates/monitor.ts'
import { messageOf } from '../../../runtime/failure.ts'
import { type Access, type Audience, Feature } from '../../feature.ts'
import type { Figures } from './figures.ts'

const CHECK_MS_MAX = 3_000

/** Throws while the thing it looks at cannot be used. */
export type Checks = Readonly<Record<string, () => Promise<void>>>

export interface StatsOptions {
  readonly figures: Pick<Figures, 'read'>
  /** How far the rate service of this process has read the past of its monitors; undefined where there is nothing to read. */
  readonly pastProgress: () => StatsView['past']
}

/** `/stats`: how many chats, and what they want and were told; how far histories are read. */
export function createStats(
  access: Access,
  audience: Audience,
  { figures, pastProgress }: StatsOptions,
): Feature {
  const feature = new Feature(access, audience)
  feature.command('stats', async (ctx) => {
    const past = pastProgress()
    const view = { ...(await figures.read()), ...(past && { past }) }
    await ctx.replyOrEdit(ctx.messages.operator.stats(view))
  })
  return feature
}

export interface HealthOptions {
  readonly checks: Checks
  readonly quotes: () => readonly Quote[]
  /** The webhook of another address that gave way to ours of late, and when (ms). */
  readonly replacedWebhook: () => Promise<{ readonly address: string; readonly at: number } | undefined>
  readonly version: string
}

/** `/health`: what can be reached, which sources stand still, which version runs since when. */
export function createHealth(
  access: Access,
  audience: Audience,
  { checks, quotes, replacedWebhook, version }: HealthOptions,
): Feature {
  const feature = new Feature(access, audience)
  feature.command('health', async (ctx) => {
    // Redis may be away: the checks say so.
    const replaced = await inTime(replacedWebhook).catch(() => undefined)
    const view = {
      checks: await Promise.all(Object.entries(checks).map(look)),
      ...(replaced && { replaced: { address: replaced.address, agoMs: ctx.now - replaced.at } }),
      stale: quotes().filter(({ stale }) => stale),
      version,
      uptimeMs: process.uptime() * 1_000,
    }
    await ctx.replyOrEdit(ctx.messages.operator.health(view))
  })
  return feature
}

async function look([name, check]: [string, () => Promise<void>]): Promise<HealthView['checks'][number]> {
  const startedAt = performance.now()
  try {
    await inTime(check)
    return { name, ms: performance.now() - startedAt }
  } catch (error) {
    return { name, ms: performance.now() - startedAt, problem: messageOf(error) }
  }
}

/** Throws where there is no answer after 3 s. */
async function inTime<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`> ${CHECK_MS_MAX / 1_000}\u00a0s`)), CHECK_MS_MAX)
  try {
    return await Promise.race([ask(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
