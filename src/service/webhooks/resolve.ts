import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

const TIMEOUT_MS = 2_000
const TRIES = 2

/** What resolves a name to all its addresses. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

/**
 * Asks the name servers themselves: `dns.lookup` would ask on one of the four threads that all of the program shares,
 * and a few names that never answer would hold them. Names that only this machine knows are nobody's business.
 */
export function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  return async (host) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((one, i) =>
      one.status === 'fulfilled' ? one.value.map((address) => ({ address, family: i === 0 ? 4 : 6 })) : [],
    )
  }
}
