import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { answerWithin } from './clock.ts'
import { messageOf } from './failure.ts'

const CHECK_TIMEOUT_MS = 3_000
/** Anybody may call `/readyz`; answers of other servers are reused for this long. */
const OUTSIDE_KEPT_MS = 5_000
const WITHOUT_REASON = 'cannot be used'
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'] as const

/** Throws, with a message for operators, while the server it checks cannot be used. */
export type ReadinessCheck = () => Promise<void>
export type ReadinessChecks = Readonly<Record<string, ReadinessCheck>>

export interface Readiness {
  readonly code: 200 | 503
  readonly body: { readonly status: string; readonly problems?: Readonly<Record<string, string>> }
}

/**
 * The answer of `/readyz`. Our own Redis is checked at each call, with one check in flight; servers `outside` at most every 5 s.
 * The reason of a failure is told to callers on this machine only, as it names our addresses.
 */
export function createReadiness(checks: ReadinessChecks, outside: ReadinessChecks = {}) {
  const shared = new Map([
    ...Object.entries(checks).map(([name, check]) => [name, shareAnswer(check, 0)] as const),
    ...Object.entries(outside).map(([name, check]) => [name, shareAnswer(check, OUTSIDE_KEPT_MS)] as const),
  ])

  return async function readiness(request: Pick<FastifyRequest, 'ip' | 'headers'>): Promise<Readiness> {
    const found = await Promise.all(
      [...shared].map(([name, check]) =>
        check().then(
          () => [],
          (error: unknown) => [[name, isFromHere(request) ? messageOf(error) : WITHOUT_REASON]],
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

/** Shares one check among the callers that wait for it, and those within `keptMs` of its end. */
function shareAnswer(check: ReadinessCheck, keptMs: number): ReadinessCheck {
  let answer: Promise<void> | undefined
  const forget = (): void => {
    answer = undefined
  }
  return () => {
    answer ??= answerWithin(CHECK_TIMEOUT_MS, check(), refuse).finally(() => {
      if (keptMs === 0) forget()
      else setTimeout(forget, keptMs).unref()
    })
    return answer
  }
}

/** Whether a caller is on this machine, and not behind a proxy on it. */
const isFromHere = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): boolean =>
  ipaddr.isValid(ip) &&
  ipaddr.process(ip).range() === 'loopback' &&
  FORWARDED.every((name) => headers[name] === undefined)
