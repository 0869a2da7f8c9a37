import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Headers by which proxies say that a request is not their own. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'] as const
const INSIDE: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal'])

type Request = Pick<IncomingMessage, 'headers' | 'socket'>

/** Whether a text is an address or a network, as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const isOfBits =
    bits === undefined || (/^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= bitsOf(address))
  return isIP(address) !== 0 && isOfBits && more.length === 0
}

const bitsOf = (address: string): number => (isIPv6(address) ? 128 : 32)

/** Where callers come from. */
export interface Callers {
  /** Whether a peer is this machine or a trusted proxy: neither has a limit of connections. */
  isUncapped(address: string | undefined): boolean
  /** The address that limits count: the last one in X-Forwarded-For that a trusted proxy added, else the peer's. Without its port. */
  addressOf(request: Request): string
  /** Whether the caller has a loopback or private address. One behind a proxy that is not trusted has none that is known. */
  isInside(request: Request): boolean
  /** Whether the caller may read the metrics: it is inside, or knows the token. */
  mayReadMetrics(request: Request): boolean
}

interface CallersOptions {
  /** Addresses or networks. */
  readonly trustedProxies?: readonly string[]
  /** Whether a value of Authorization has the token of the metrics. */
  readonly isMetricsToken?: (authorization: string | undefined) => boolean
}

export function createCallers({
  trustedProxies = [],
  isMetricsToken = () => false,
}: CallersOptions = {}): Callers {
  const proxies = new BlockList()
  for (const network of trustedProxies) {
    const [address = '', bits = bitsOf(address)] = network.split('/')
    proxies.addSubnet(address, Number(bits), familyOf(address))
  }
  const isTrusted = (address: string): boolean =>
    isIP(address) !== 0 && proxies.check(address, familyOf(address))

  /** The address of a caller, or of the last trusted proxy where that names no address (`unknown`). */
  function trace({ headers, socket }: Request): { readonly address: string; readonly isNamed: boolean } {
    let address = socket.remoteAddress ?? ''
    for (const added of forwardedFor(headers).reverse()) {
      if (!isTrusted(address)) break
      if (isIP(added) === 0) return { address, isNamed: false }
      address = added
    }
    return { address, isNamed: true }
  }

  function isInside(request: Request): boolean {
    const { headers, socket } = request
    const isForwarded = FORWARDED.some((name) => headers[name] !== undefined)
    const isKnown = isTrusted(socket.remoteAddress ?? '') && headers['x-forwarded-for'] !== undefined
    const { address, isNamed } = trace(request)
    return (isKnown || !isForwarded) && isNamed && INSIDE.has(rangeOf(address))
  }

  return {
    isUncapped: (address = '') => rangeOf(address) === 'loopback' || isTrusted(address),
    addressOf: (request) => trace(request).address,
    isInside,
    mayReadMetrics: (request) => isInside(request) || isMetricsToken(request.headers.authorization),
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** The addresses that proxies added, the nearest one last. Node joins several headers of this name. */
const forwardedFor = (headers: IncomingMessage['headers']): string[] =>
  [headers['x-forwarded-for'] ?? []]
    .flat()
    .flatMap((text) => text.split(',').map((address) => withoutPort(address.trim())))

/** Some proxies add the port, and brackets around IPv6: `1.2.3.4:5678`, `[::1]:5678`. */
function withoutPort(text: string): string {
  const [, inBrackets, beforePort] = /^\[(.*)\](?::\d+)?$|^([^:]*):\d+$/.exec(text) ?? []
  return inBrackets ?? beforePort ?? text
}

const rangeOf = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).range() : 'unknown'

/** The network of an address, which so many bytes of it name, as a key; what is no address is one of its own. */
export function networkOf(address: string, bytes: Readonly<Record<'ipv4' | 'ipv6', number>>): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.toByteArray().slice(0, bytes[parsed.kind()]).join('.')
}
