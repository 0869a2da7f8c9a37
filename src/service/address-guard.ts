import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

const TIMEOUT_MS = 2_000
const TRIES = 2

/** Resolves a name to all its addresses. */
type Resolve = (host: string) => Promise<LookupAddress[]>

/**
 * Asks the name servers directly. `dns.lookup` uses the four threads that the whole program shares, and a few names that
 * never answer would block them. It would also resolve names that only this machine knows.
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

/** The IPv6 addresses of the public internet; all others are reserved, translated or local. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/** Whether an address is one of the public internet: not private, local, shared, translated or reserved. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
}

const INSIDE: ReadonlySet<string> = new Set([
  'unspecified',
  'loopback',
  'private',
  'carrierGradeNat',
  'linkLocal',
  'uniqueLocal',
  'deprecatedSiteLocal',
])

/** Where an address leads: one of IPv4 that is mapped or behind NAT64 is itself. */
function destinationOf(text: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const address = ipaddr.process(text)
  return address.range() === 'rfc6052' ? ipaddr.fromByteArray(address.toByteArray().slice(-4)) : address
}

/** How far outside an address is: a network may use for itself what is reserved, such as 198.18.0.1. */
export const DISTANCE = { inside: 0, reserved: 1, public: 2 } as const
export type Distance = (typeof DISTANCE)[keyof typeof DISTANCE]

/** Inside is what is surely of this machine or its network, by NAT64 too. */
export function distanceOf(text: string): Distance {
  const address = destinationOf(text)
  if (INSIDE.has(address.range())) return DISTANCE.inside
  return isPublicAddress(address.toString()) ? DISTANCE.public : DISTANCE.reserved
}

/** Parses the url of a receiver: http or https, with a host and without a user; undefined for anything else. */
export function parseTarget(text: string): URL | undefined {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return isWeb && url.hostname !== '' && url.username === '' && url.password === '' ? url : undefined
}

/** The host of a url, without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** Refuses receivers with private addresses, at registration and at every connection. */
export function createAddressGuard(resolve: Resolve = createResolve()) {
  /** The addresses of a name if all of them are public, else none. */
  async function resolvePublic(host: string): Promise<LookupAddress[]> {
    const addresses = await resolve(host)
    return addresses.every(({ address }) => isPublicAddress(address)) ? addresses : []
  }

  /** For `net.connect`, so that the checked address is the one that is connected to. */
  const lookup: LookupFunction = (host, options, done) => {
    const give = (addresses: LookupAddress[]): void => {
      const [first] = addresses
      if (!first) done(new Error('refused'), [])
      else if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    }
    resolvePublic(host).then(give, (error: Error) => done(error, []))
  }

  /** False for a literal address that is not public: a connection to it does no lookup. */
  function mayConnect(url: URL): boolean {
    const host = hostOf(url)
    return isIP(host) === 0 || isPublicAddress(host)
  }

  /** Whether a host is public now, by its literal address or by its name. */
  async function isPublic(url: URL): Promise<boolean> {
    if (isIP(hostOf(url)) !== 0) return mayConnect(url)
    return (await resolvePublic(url.hostname)).length > 0
  }

  return { lookup, mayConnect, isPublic }
}

export type AddressGuard = ReturnType<typeof createAddressGuard>
