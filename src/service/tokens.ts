import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { hashOf } from '../api/signature.ts'
import type { Redis } from '../redis/connection.ts'
import { type Clock, isAhead } from '../runtime/clock.ts'
import { KEYS } from './keys.ts'

const TOKEN_BYTES = 32
const KNOWN_MS = 1_500
const KNOWN_MAX = 10_000

/** The owner of webhooks registered with the process' own token, which changes at every start while they stay. */
const OWN_OWNER = 'own'

/** A caller of the API: `owner` is the SHA-256 of its token, or `own` for the process' own, which has no limits. */
export interface Caller {
  readonly owner: string
}
export const isOwn = ({ owner }: Caller): boolean => owner === OWN_OWNER

/** What is stored of a token under its SHA-256. */
export const storedToken = z.object({ name: z.string(), created_at: z.string() })

/** Makes a token of 256 random bits, in characters that a header can have. */
export const makeToken = (): string => `tasa_${randomBytes(TOKEN_BYTES).toString('base64url')}`

interface TokensOptions {
  readonly redis: Redis
  readonly clock: Clock
  readonly ownToken: string
}

interface Known {
  readonly until: number
  readonly caller: Caller | undefined
}

/**
 * Finds the caller of a token. Answers of Redis are kept for 1.5 s, so a revoked token is refused by then. `ask` looks one
 * token up. `askAll` reads all tokens at once, so that an address that guesses causes one call however many it tries.
 */
export function createTokens({ redis, clock, ownToken }: TokensOptions) {
  const own: Caller = { owner: OWN_OWNER }
  const ownHash = hashOf(ownToken)
  const known = new LRUCache<string, Known>({ max: KNOWN_MAX })

  async function ask(hash: string): Promise<Caller | undefined> {
    const askedAt = clock()
    const caller = (await redis.hexists(KEYS.tokens, hash)) === 1 ? { owner: hash } : undefined
    known.set(hash, { until: askedAt + KNOWN_MS, caller })
    return caller
  }

  let all: { readonly until: number; readonly hashes: Promise<ReadonlySet<string>> } | undefined

  function askAll(): Promise<ReadonlySet<string>> {
    if (all && isAhead(all.until, clock(), KNOWN_MS)) return all.hashes
    const hashes = redis.hkeys(KEYS.tokens).then((keys) => new Set(keys))
    const asked = { until: clock() + KNOWN_MS, hashes }
    all = asked
    hashes.catch(() => {
      if (all === asked) all = undefined // Redis could not be reached: the next call asks again
    })
    return hashes
  }

  /** What is known of a token without asking Redis; undefined where it must be asked. */
  function lookUp(hash: string): Pick<Known, 'caller'> | undefined {
    if (hash === ownHash) return { caller: own }
    const seen = known.get(hash)
    return seen && isAhead(seen.until, clock(), KNOWN_MS) ? seen : undefined
  }

  return {
    /** Answers at once where the token is known. `isGuessing` tells whether the address sent too many wrong ones. */
    find(token: string, isGuessing = () => false): Caller | undefined | Promise<Caller | undefined> {
      const hash = hashOf(token)
      const seen = lookUp(hash)
      if (seen) return seen.caller
      if (!isGuessing()) return ask(hash)
      return askAll().then((hashes) => (hashes.has(hash) ? { owner: hash } : undefined))
    },
    /** The caller of a token that was found within the last 1.5 s. */
    findKnown: (token: string): Caller | undefined => lookUp(hashOf(token))?.caller,
  }
}

export type Tokens = ReturnType<typeof createTokens>
export type FindCaller = Tokens['find']
