import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { bearerOf } from '../../api/signature.ts'
import { MINUTE_MS, SECOND_MS } from '../../domain/caracas.ts'
import { type Callers, networkOf } from '../../runtime/callers/callers.ts'
import { type Problem, tryLater, unauthorized } from '../problems.ts'
import { type Caller, type FindCaller, isOwn } from '../tokens.ts'

const LIMITED_KEYS_MAX = 50_000
/** Limits count an IPv4 address, and an IPv6 /64, as one host has 2^64 of those addresses. */
const HOST = { ipv4: 4, ipv6: 8 }

const ANONYMOUS_PER_MINUTE = 60
const CALLER_PER_MINUTE = 600
const WRONG_TOKENS_PER_MINUTE = 30
const TESTS_PER_MINUTE = 10

/**
 * Counts a call of a key, at most `max` in the minute after its first call. Returns the refusal of a call past that. Only the
 * newest 50,000 keys are remembered.
 */
function createLimit(max: number): (key: string) => Problem | undefined {
  const counts = new LRUCache<string, { count: number }>({ max: LIMITED_KEYS_MAX, ttl: MINUTE_MS })
  return (key) => {
    const calls = counts.get(key) ?? { count: 0 }
    calls.count += 1
    if (calls.count === 1) counts.set(key, calls)
    if (calls.count <= max) return undefined
    const seconds = Math.max(1, Math.ceil(counts.getRemainingTTL(key) / SECOND_MS))
    return tryLater(429, `Too many requests: try again in ${seconds} s.`, seconds)
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

interface AuthOptions {
  readonly findCaller: FindCaller
  readonly addressOf: Callers['addressOf']
}

/** Authenticates callers by their token and limits their calls; those without one are limited by address. */
export function createAuth({ findCaller, addressOf }: AuthOptions) {
  const anonymous = createLimit(ANONYMOUS_PER_MINUTE)
  const callers = createLimit(CALLER_PER_MINUTE)
  const wrong = createLimit(WRONG_TOKENS_PER_MINUTE)
  const tests = createLimit(TESTS_PER_MINUTE)
  const hostOf = ({ raw }: FastifyRequest): string => networkOf(addressOf(raw), HOST)

  /** Counts the call and returns why it is refused; undefined where it is not. */
  function refusalOf(request: FastifyRequest, caller: Caller | undefined): Problem | undefined {
    if (!caller) return wrong(hostOf(request)) ?? unauthorized('The token is not valid.')
    request.caller = caller
    return isOwn(caller) ? undefined : callers(caller.owner)
  }

  return {
    /** A hook: refuses a wrong token (even where none is needed), and calls past a limit. */
    admit(request: FastifyRequest, _reply: FastifyReply, done: (problem?: Error) => void): void {
      const { authorization } = request.headers
      if (authorization === undefined) {
        done(anonymous(hostOf(request)))
        return
      }
      const token = bearerOf(authorization)
      const found = token === undefined ? undefined : findCaller(token)
      if (found instanceof Promise) found.then((caller) => done(refusalOf(request, caller)), done)
      else done(refusalOf(request, found))
    },
    /** Counts one call that makes us call a receiver. Throws a Problem past the limit. */
    admitTest(caller: Caller): void {
      const problem = isOwn(caller) ? undefined : tests(caller.owner)
      if (problem) throw problem
    },
  }
}

/** The caller of a route that needs a token. Throws a Problem where none was given. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (caller) return caller
  throw unauthorized('A token is needed: Authorization: Bearer <ACCESS_TOKEN>.')
}

/** A hook for routes that need a token. */
export const requireCaller = async (request: FastifyRequest): Promise<void> => void callerOf(request)
