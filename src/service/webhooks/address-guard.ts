import { type LookupAddress, lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The IPv6 addresses that are given out at all; everything outside is reserved, translated or local. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')
/** Within it, documentation (RFC 9637) and what IETF protocols use (RFC 2928): the library does not know them all. */
const RESERVED = [ipaddr.parseCIDR('3fff::/20'), ipaddr.parseCIDR('2001::/23')]

/** Whether an address in text is one of the public internet: not private, local, shared, translated or reserved. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4) return true
  return address.match(GLOBAL_UNICAST) && !RESERVED.some((range) => address.match(range))
}

/** The url of a receiver: http or https, with a host and without a user; undefined for another text. */
export function parseTarget(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && url.hostname !== '' && url.username === '' && url.password === '' ? url : undefined
}

/** What resolves a name to all its addresses: `dns.lookup`, or a stand-in for it. */
export type Resolve = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Keeps deliveries out of the network that the service stands in, at registration and at every connection. */
export function createAddressGuard(resolveAll: Resolve = resolve) {
  /** For `net.connect`: gives only addresses of which all are public; one that is not refuses the name. */
  const lookup: LookupFunction = (host, options, done) => {
    resolveAll(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? new Error('no address'), [])
      if (!addresses.every(({ address }) => isPublicAddress(address))) return done(new Error('refused'), [])
      if (options.all) return done(null, addresses)
      return done(null, first.address, first.family)
    })
  }

  /** False for an address in figures that is not public: connections to those ask no one. */
  function mayConnect({ hostname }: URL): boolean {
    const host = hostname.replace(/^\[|\]$/g, '')
    return isIP(host) === 0 || isPublicAddress(host)
  }

  /** Whether a host is public now, by its figures or by its name. */
  async function isPublic(url: URL): Promise<boolean> {
    if (!mayConnect(url)) return false
    if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return true
    return new Promise((done) => lookup(url.hostname, { all: true }, (error) => done(error === null)))
  }

  return { lookup, mayConnect, isPublic }
}

export type AddressGuard = ReturnType<typeof createAddressGuard>
