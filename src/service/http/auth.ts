import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { bearerOf } from '../../api/signature.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { type Callers, networkOf } from '../../runtime/callers/callers.ts'
import { type Clock, isAhead } from '../../runtime/clock.ts'
import { Problem, unauthorized } from '../problems.ts'
import { type Caller, isOwn, type Tokens } from '../tokens.ts'

export const WINDOW_MS = MINUTE_MS
const KEYS_MAX = 50_000

interface LimitOptions {
  readonly clock: Clock
  readonly max: number
  readonly keysMax?: number
}

interface Window {
  readonly endsAt: number
  count: number
}

/** Counts calls by key: at most `max` in the minute after its first call. Remembers the 50,000 newest keys. */
export function createLimit({ clock, max, keysMax = KEYS_MAX }: LimitOptions) {
  const windows = new LRUCache<string, Window>({ max: keysMax })

  function open(key: string, now: number): Window {
    const window = { endsAt: now + WINDOW_MS, count: 0 }
    windows.set(key, window)
    return window
  }

  /** Counts one call of the key. Returns 0 when it is within the limit, else the seconds to wait. */
  function take(key: string): number {
    const now = clock()
    const known = windows.get(key)
    const window = known && isAhead(known.endsAt, now, WINDOW_MS) ? known : open(key, now)
    window.count += 1
    return window.count <= max ? 0 : Math.ceil((window.endsAt - now) / 1000)
  }

  /** Whether the next call of the key will be refused. */
  function isSpent(key: string): boolean {
    const known = windows.get(key)
    return known !== undefined && isAhead(known.endsAt, clock(), WINDOW_MS) && known.count >= max
  }

  /** Counts one call of the key, unless it is past the limit; tells whether it was within. */
  const takeIfFree = (key: string): boolean => !isSpent(key) && take(key) === 0
  return { take, takeIfFree, isSpent, size: () => windows.size }
}

type Limit = ReturnType<typeof createLimit>

/** Limits count an IPv4 address, and an IPv6 /64, as one host has 2^64 of those addresses. */
const HOST = { ipv4: 4, ipv6: 8 }

export const ANONYMOUS_PER_MINUTE = 60
const CALLER_PER_MINUTE = 600
const WRONG_TOKENS_PER_MINUTE = 30
const TESTS_PER_MINUTE = 10

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

interface AuthOptions {
  readonly tokens: Tokens
  readonly clock: Clock
  readonly addressOf: Callers['addressOf']
}

/** Authenticates callers by their token and limits their calls; those without one are limited by address. */
export function createAuth({ tokens, clock, addressOf }: AuthOptions) {
  const anonymous = createLimit({ clock, max: ANONYMOUS_PER_MINUTE })
  const callers = createLimit({ clock, max: CALLER_PER_MINUTE })
  const wrong = createLimit({ clock, max: WRONG_TOKENS_PER_MINUTE })
  const tests = createLimit({ clock, max: TESTS_PER_MINUTE })
  const hostOf = (request: IncomingMessage): string => networkOf(addressOf(request), HOST)

  /** Counts the call and returns why it is refused; undefined where it is not. */
  function refusalOf(request: FastifyRequest, caller: Caller | undefined): Problem | undefined {
    if (!caller) return tooMany(wrong, hostOf(request.raw)) ?? unauthorized('The token is not valid.')
    request.caller = caller
    return isOwn(caller) ? undefined : tooMany(callers, caller.owner)
  }

  /** A hook: refuses a wrong token (even where none is needed), and calls past a limit. */
  function admit(request: FastifyRequest, _reply: FastifyReply, done: (problem?: Error) => void): void {
    const { authorization } = request.headers
    if (authorization === undefined) {
      done(tooMany(anonymous, hostOf(request.raw)))
      return
    }
    const token = bearerOf(authorization)
    const isGuessing = (): boolean => wrong.isSpent(hostOf(request.raw))
    const found = token === undefined ? undefined : tokens.find(token, isGuessing)
    if (found instanceof Promise) found.then((caller) => done(refusalOf(request, caller)), done)
    else done(refusalOf(request, found))
  }

  /** Counts a call that is admitted at once; false, with nothing counted, where `admit` must wait or refuse. */
  function admitAtOnce(request: IncomingMessage, needsCaller: boolean): boolean {
    const { authorization } = request.headers
    if (authorization === undefined) return !needsCaller && anonymous.takeIfFree(hostOf(request))
    const caller = tokens.findKnown(bearerOf(authorization) ?? '')
    return caller !== undefined && (isOwn(caller) || callers.takeIfFree(caller.owner))
  }

  return {
    admit,
    admitAtOnce,
    /** Counts one call that makes us call a receiver. Throws a Problem past the limit. */
    admitTest(caller: Caller): void {
      const problem = isOwn(caller) ? undefined : tooMany(tests, caller.owner)
      if (problem) throw problem
    },
  }
}

export type Auth = ReturnType<typeof createAuth>

/** The caller of a route that needs a token. Throws a Problem where none was given. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (caller) return caller
  throw unauthorized(TOKEN_NEEDED)
}

/** A hook for routes that need a token. */
export function requireCaller(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (problem?: Error) => void,
): void {
  done(request.caller ? undefined : unauthorized(TOKEN_NEEDED))
}

const TOKEN_NEEDED = 'A token is needed: Authorization: Bearer <ACCESS_TOKEN>.'

function tooMany(limit: Limit, key: string): Problem | undefined {
  const seconds = limit.take(key)
  if (seconds === 0) return undefined
  return new Problem(429, `Too many requests: try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
