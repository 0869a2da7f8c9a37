import { type LookupAddress, lookup as lookUp } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { SecureContext } from 'node:tls'
import { Agent, type Dispatcher } from 'undici'
import { type AddressGuard, hostOf, isInsideAddress } from '../../address-guard.ts'
import { PageProblem } from '../source.ts'
import { createConnector } from './connector.ts'
import { createCompletingContext } from './intermediates.ts'

export interface AgentsOptions {
  readonly guard: AddressGuard
  /** Certificates in PEM, beside those that come with the program. */
  readonly intermediates?: readonly string[]
  /** How the names of sources are resolved; the machine's own way if not given. */
  readonly lookup?: LookupFunction
  /** For tests, which have no address of the internet. */
  readonly isInside?: (address: string) => boolean
}

/** What requests to sources go through. A page inside may redirect anywhere, one outside to public addresses only. */
export function createAgents({
  guard,
  intermediates = [],
  lookup = lookUp as LookupFunction,
  isInside = isInsideAddress,
}: AgentsOptions) {
  let context: SecureContext | undefined
  const secureContext = (): SecureContext => (context ??= createCompletingContext(intermediates))
  /** Hosts of which `open` ever reached an address outside: whichever connection their answers come by. */
  const outside = new Set<string>()
  const open = new Agent({
    allowH2: false,
    connect: createConnector({
      secureContext,
      lookup: leadOutside(lookup, { isInside, wasOutside: (host) => outside.has(host) }),
      onConnect(hostname, address) {
        if (address === undefined || !isInside(address)) outside.add(hostname)
      },
    }),
  })
  const isOutside = (url: URL): boolean => {
    const host = hostOf(url)
    return isIP(host) === 0 ? outside.has(host) : !isInside(host)
  }
  const guarded = new Agent({
    allowH2: false,
    connect: createConnector({ secureContext, lookup: guard.lookup }),
  })

  return {
    /** Connects to any address: for urls that the operator wrote. */
    open: open as Dispatcher,
    /** The dispatcher for a redirect, where `via` answered `from`. Throws a PageProblem for an address inside. */
    dispatcherFor(target: URL, { from, via }: { readonly from: URL; readonly via: Dispatcher }): Dispatcher {
      if (via === open && !isOutside(from)) return open
      if (guard.mayConnect(target)) return guarded
      throw new PageProblem('a redirect to an address inside')
    },
    close: async (): Promise<void> => void (await Promise.all([open.destroy(), guarded.destroy()])),
  }
}

export type Agents = ReturnType<typeof createAgents>

interface Outside {
  readonly isInside: (address: string) => boolean
  readonly wasOutside: (host: string) => boolean
}

/**
 * Leaves out the addresses inside of a name that has some outside, so that an answer with both leads outside. A name that was
 * outside before does not move inside: its owner would have us publish a page of this network.
 */
const leadOutside =
  (lookup: LookupFunction, { isInside, wasOutside }: Outside): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const all = found as LookupAddress[]
      const outside = all.filter(({ address }) => !isInside(address))
      if (outside.length === 0 && wasOutside(host))
        return done(new PageProblem('its name leads to an address inside now'), [])
      const given = outside.length > 0 ? outside : all
      if (options.all) done(null, given)
      else done(null, given[0]?.address ?? '', given[0]?.family)
    })
