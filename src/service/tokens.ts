import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { hashOf } from '../api/signature.ts'
import type { Redis } from '../redis/connection.ts'
import { KEYS } from './keys.ts'

const TOKEN_BYTES = 32
/** A token revoked elsewhere is refused once Redis is asked again. */
const KNOWN_MS = 1_500
const KNOWN_MAX = 10_000

/** The owner of webhooks registered with the process' own token, which changes at every start while they stay. */
export const OWN_OWNER = 'own'

/** A caller of the API: `owner` is the SHA-256 of its token, or `own` for the process' own, which has no limits. */
export interface Caller {
  readonly owner: string
}
export const isOwn = ({ owner }: Caller): boolean => owner === OWN_OWNER

/** What is stored of a token under its SHA-256. */
export const storedToken = z.object({ name: z.string(), created_at: z.string() })

/** Makes a token of 256 random bits, in characters that a header can have. */
export const makeToken = (): string => `tasa_${randomBytes(TOKEN_BYTES).toString('base64url')}`

/** Finds the caller of a token; undefined for a wrong one. Answers at once where Redis was asked within the last 1.5 s. */
export type FindCaller = (token: string) => Caller | undefined | Promise<Caller | undefined>

/** Creates the look-up of callers; `ownToken` is the process' own. */
export function createFindCaller(redis: Redis, ownToken: string): FindCaller {
  const ownHash = hashOf(ownToken)
  const own = { owner: OWN_OWNER }
  const known = new LRUCache<string, { readonly caller: Caller | undefined }>({
    max: KNOWN_MAX,
    ttl: KNOWN_MS,
  })

  async function ask(hash: string): Promise<Caller | undefined> {
    const caller = (await redis.hexists(KEYS.tokens, hash)) === 1 ? { owner: hash } : undefined
    known.set(hash, { caller })
    return caller
  }

  return (token) => {
    const hash = hashOf(token)
    if (hash === ownHash) return own
    const seen = known.get(hash)
    return seen ? seen.caller : ask(hash)
  }
}
