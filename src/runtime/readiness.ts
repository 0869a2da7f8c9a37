import { answerWithin, shareAnswer } from './clock.ts'
import { codeOf, messageOf } from './log.ts'
import type { Metrics } from './metrics.ts'

const CHECK_TIMEOUT_MS = 3_000
/** Anybody may call `/readyz`; answers of other servers are reused for this long. */
const OUTSIDE_KEPT_MS = 5_000
const WITHOUT_REASON = 'cannot be used'

/** Throws, with a message for operators, while the server it checks cannot be used. */
type ReadinessCheck = () => Promise<void>
export type ReadinessChecks = Readonly<Record<string, ReadinessCheck>>

interface ReadinessAnswer {
  readonly code: 200 | 503
  readonly body: { readonly status: string; readonly problems?: Readonly<Record<string, string>> }
}

/** Whether all that a process needs can be reached. Our own Redis is checked each time, with one check in flight; servers `outside` at most every 5 s. */
export function createReadiness(checks: ReadinessChecks, outside: ReadinessChecks = {}) {
  const share = (some: ReadinessChecks, keptMs: number) =>
    Object.entries(some).map(([name, check]) => [name, shareAnswer(inTime(check), keptMs)] as const)
  const shared = [...share(checks, 0), ...share(outside, OUTSIDE_KEPT_MS)]
  /** By check: why it failed; undefined where it passed. */
  const ask = () =>
    Promise.all(
      shared.map(async ([name, check]) => [name, await check().then(() => undefined, reasonOf)] as const),
    )

  return {
    /** The answer of `/readyz`: the reason of a failure is told to callers inside only. */
    async answer(isInside: boolean): Promise<ReadinessAnswer> {
      const problems = (await ask()).flatMap(([name, reason]) =>
        reason === undefined ? [] : [[name, isInside ? reason : WITHOUT_REASON]],
      )
      if (problems.length === 0) return { code: 200, body: { status: 'ready' } }
      return { code: 503, body: { status: 'not ready', problems: Object.fromEntries(problems) } }
    },
    /** Adds the gauge `ready`, by check. */
    measure(metrics: Metrics): void {
      metrics.measuredBy('ready', '1 where a check of /readyz passes, else 0', 'check', async () =>
        (await ask()).map(([name, reason]) => [name, reason === undefined ? 1 : 0]),
      )
    },
  }
}

const refuse = (): never => {
  throw new Error(`no answer in ${CHECK_TIMEOUT_MS} ms`)
}

const inTime = (check: ReadinessCheck) => (): Promise<void> => answerWithin(CHECK_TIMEOUT_MS, check(), refuse)

/** The message of a system error names an address; its code is enough. */
const reasonOf = (error: unknown): string => codeOf(error) ?? messageOf(error)
