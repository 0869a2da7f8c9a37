import { answerWithin, shareAnswer } from './clock.ts'
import { codeOf, messageOf } from './log.ts'

const CHECK_TIMEOUT_MS = 3_000
/** Anybody may call `/readyz`; answers of other servers are reused for this long. */
const OUTSIDE_KEPT_MS = 5_000
const WITHOUT_REASON = 'cannot be used'

/** Throws, with a message for operators, while the server it checks cannot be used. */
type ReadinessCheck = () => Promise<void>
export type ReadinessChecks = Readonly<Record<string, ReadinessCheck>>

interface Readiness {
  readonly code: 200 | 503
  readonly body: { readonly status: string; readonly problems?: Readonly<Record<string, string>> }
}

/**
 * The answer of `/readyz`. Our own Redis is checked at each call, with one check in flight; servers `outside` at most every 5 s.
 * The reason of a failure is told to callers inside only.
 */
export function createReadiness(checks: ReadinessChecks, outside: ReadinessChecks = {}) {
  const shared = new Map([
    ...Object.entries(checks).map(([name, check]) => [name, shareAnswer(inTime(check), 0)] as const),
    ...Object.entries(outside).map(
      ([name, check]) => [name, shareAnswer(inTime(check), OUTSIDE_KEPT_MS)] as const,
    ),
  ])

  return async function readiness(isInside: boolean): Promise<Readiness> {
    const found = await Promise.all(
      [...shared].map(([name, check]) =>
        check().then(
          () => [],
          (error: unknown) => [[name, isInside ? reasonOf(error) : WITHOUT_REASON]],
        ),
      ),
    )
    const problems = Object.fromEntries(found.flat())
    if (Object.keys(problems).length === 0) return { code: 200, body: { status: 'ready' } }
    return { code: 503, body: { status: 'not ready', problems } }
  }
}

const refuse = (): never => {
  throw new Error(`no answer in ${CHECK_TIMEOUT_MS} ms`)
}

const inTime = (check: ReadinessCheck) => (): Promise<void> => answerWithin(CHECK_TIMEOUT_MS, check(), refuse)

/** The message of a system error names an address; its code is enough. */
const reasonOf = (error: unknown): string => codeOf(error) ?? messageOf(error)
