import { type Access, type Audience, Feature } from '../../bot/feature.ts'
import { answerWithin } from '../../runtime/clock.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Figures } from './figures.ts'
import type { HealthView, SourceTrouble, StatsView } from './text.ts'
import { healthMessage, statsMessage } from './text.ts'

const CHECK_MS_MAX = 3_000

/** Checks by name; each throws while what it checks cannot be used. */
export type Checks = Readonly<Record<string, () => Promise<void>>>

export interface StatsOptions {
  readonly figures: Pick<Figures, 'read'>
  /** How far the rate service of this process has read the past of its monitors; undefined where there is nothing to read. */
  readonly pastProgress: () => StatsView['past']
}

/** `/stats`: counts of chats, follows, alerts and sent messages, and how much of the past is read. */
export function createStats(
  access: Access,
  audience: Audience,
  { figures, pastProgress }: StatsOptions,
): Feature {
  const feature = new Feature(access, audience)
  feature.command('stats', async (ctx) => {
    const past = pastProgress()
    const view = { ...(await figures.read()), ...(past && { past }) }
    await ctx.replyOrEdit(statsMessage(ctx.words, view))
  })
  return feature
}

export interface HealthOptions {
  readonly checks: Checks
  /** What is wrong with the sources of prices; throws if Redis does not answer. */
  readonly troubles: () => Promise<readonly SourceTrouble[]>
  /** The stale prices among them, which are known without Redis. */
  readonly stale: () => readonly SourceTrouble[]
  /** The address of a webhook that ours replaced lately, and when (ms). */
  readonly replacedWebhook: () => Promise<{ readonly address: string; readonly at: number } | undefined>
  readonly version: string
}

/** `/health`: what can be reached, what is wrong with sources, which version runs and since when. */
export function createHealth(
  access: Access,
  audience: Audience,
  { checks, troubles, stale, replacedWebhook, version }: HealthOptions,
): Feature {
  const feature = new Feature(access, audience)
  feature.command('health', async (ctx) => {
    // While Redis cannot be reached, its check says so.
    const replaced = await answerWithin(CHECK_MS_MAX, replacedWebhook(), refuse).catch(() => undefined)
    const view = {
      checks: await Promise.all(Object.entries(checks).map(runCheck)),
      ...(replaced && { replaced: { address: replaced.address, agoMs: ctx.now - replaced.at } }),
      troubles: await answerWithin(CHECK_MS_MAX, troubles(), refuse).catch(stale),
      version,
      uptimeMs: process.uptime() * 1_000,
    }
    await ctx.replyOrEdit(healthMessage(ctx.words, view))
  })
  return feature
}

async function runCheck([name, check]: [string, () => Promise<void>]): Promise<HealthView['checks'][number]> {
  const startedAt = performance.now()
  try {
    await answerWithin(CHECK_MS_MAX, check(), refuse)
    return { name, ms: performance.now() - startedAt }
  } catch (error) {
    return { name, ms: performance.now() - startedAt, problem: messageOf(error) }
  }
}

const refuse = (): never => {
  throw new Error(`> ${CHECK_MS_MAX / 1_000}\u00a0s`)
}
