/**
 * Preloaded into the program under test (`NODE_OPTIONS=--import`): names of the stand-in resolve to addresses that look
 * public, connections to these end at the stand-in on loopback, and everything else outside is refused and noted. The
 * intermediate that comes with the program is the one of the stand-in's bank.
 */
import dns, { type LookupAddress, type LookupOptions } from 'node:dns'
import dnsPromises from 'node:dns/promises'
import fs, { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net, { type LookupFunction } from 'node:net'
import { addressOf, HOSTS, ROUTES_VARIABLE, type Routes } from './hosts.ts'

const { ports, refusedFile, issuerFile }: Routes = JSON.parse(process.env[ROUTES_VARIABLE] ?? '')
const addresses = new Map<string, string>(HOSTS.map((host) => [host, addressOf(host)]))
const standIns = new Set(addresses.values())
const LOOPBACK = { address: '127.0.0.1', family: 4 }

const isHere = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

function refuse(what: string, code: string): NodeJS.ErrnoException {
  appendFileSync(refusedFile, `${what}\n`)
  return Object.assign(new Error(`${code} ${what}`), { code })
}

/** The addresses of a name; undefined for a name that this machine resolves itself. */
function resolve(host: string): LookupAddress[] | undefined {
  if (isHere(host)) return undefined
  if (net.isIP(host) !== 0) return [{ address: host, family: net.isIP(host) }]
  const address = addresses.get(host)
  if (address === undefined) throw refuse(host, 'ENOTFOUND')
  return [{ address, family: 4 }]
}

const ownLookup = dns.lookup as unknown as LookupFunction
const lookup: LookupFunction = (host, options, done) => {
  try {
    const found = resolve(host)
    if (!found) ownLookup(host, options, done)
    else process.nextTick(() => give(found, options, done))
  } catch (error) {
    process.nextTick(() => done(error as NodeJS.ErrnoException, ''))
  }
}

function give(found: LookupAddress[], { all }: LookupOptions, done: Parameters<LookupFunction>[2]): void {
  const [first = LOOPBACK] = found
  if (all) done(null, found)
  else done(null, first.address, first.family)
}

type Lookup = (host: string, options: unknown, done?: unknown) => void
dns.lookup = ((host: string, options: LookupOptions | number, done: Parameters<LookupFunction>[2]) =>
  typeof options === 'object'
    ? lookup(host, options, done)
    : lookup(host, {}, done ?? options)) as Lookup as never

const ownPromise = dnsPromises.lookup as (host: string, options?: LookupOptions) => Promise<unknown>
dnsPromises.lookup = (async (host: string, options: LookupOptions = {}) => {
  const found = resolve(host)
  if (!found) return ownPromise(host, options)
  return options.all ? found : found[0]
}) as never

dnsPromises.Resolver.prototype.resolve4 = (async (host: string) =>
  (resolve(host) ?? [LOOPBACK]).map(({ address }) => address)) as never
dnsPromises.Resolver.prototype.resolve6 = async (host: string) => {
  throw Object.assign(new Error(`ENODATA ${host}`), { code: 'ENODATA' })
}

const ownRead = fs.readFileSync as (path: unknown, options?: unknown) => string
fs.readFileSync = ((path: unknown, options?: unknown) =>
  ownRead(String(path).endsWith('/connect/sectigo-dv-r36.pem') ? issuerFile : path, options)) as never
syncBuiltinESMExports()

interface Target {
  readonly host?: string
  readonly path?: string
  readonly port?: number | string
  readonly lookup?: LookupFunction
}

/** Where a connection goes instead. Throws for an address that is none of the stand-in's. */
function rerouted(target: Target): Target {
  const { host = 'localhost', path, port = '' } = target
  if (path || isHere(host)) return target
  const to = ports[port]
  const isKnown = addresses.has(host) || standIns.has(host)
  if (!isKnown && net.isIP(host) === 0) throw refuse(`${host}:${port}`, 'ENOTFOUND')
  if (to === undefined || !isKnown) throw refuse(`${host}:${port}`, 'ECONNREFUSED')
  if (standIns.has(host)) return { ...target, host: LOOPBACK.address, port: to }
  return { ...target, port: to, lookup: toLoopback(target.lookup ?? lookup) }
}

/** Asks for the addresses as the program would, so that its own checks of them hold, and then connects to loopback. */
const toLoopback =
  (asked: LookupFunction): LookupFunction =>
  (host, options, done) =>
    asked(host, { ...options, all: true }, (error, found) => {
      const isStandIn = Array.isArray(found) && found.every(({ address }) => standIns.has(address))
      if (error || isStandIn) return error ? done(error, '') : give([LOOPBACK], options, done)
      return done(refuse(`${host} as ${JSON.stringify(found)}`, 'ECONNREFUSED'), '')
    })

const connect = net.Socket.prototype.connect as (this: net.Socket, ...args: unknown[]) => net.Socket
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  const list = Array.isArray(args[0]) ? args[0] : args
  const isTarget = typeof list[0] === 'object' && list[0] !== null
  const target: Target = isTarget
    ? list[0]
    : { port: list[0], host: typeof list[1] === 'string' ? list[1] : undefined }
  try {
    // A program that asks which address it reached hears of the one outside.
    const reached = addresses.get(target.host ?? '') ?? target.host
    if (standIns.has(reached ?? '')) Object.defineProperty(this, 'remoteAddress', { value: reached })
    if (isTarget) list[0] = rerouted(target)
    else rerouted(target)
  } catch (error) {
    process.nextTick(() => this.destroy(error as Error))
    return this
  }
  return connect.apply(this, args)
} as typeof net.Socket.prototype.connect
