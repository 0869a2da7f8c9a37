import { X509Certificate } from 'node:crypto'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import tls from 'node:tls'
import { LRUCache } from 'lru-cache'
import { buildConnector } from 'undici'
import { codeOf } from '../../../runtime/failure.ts'
import { PageProblem } from '../source.ts'
import type { IssuerFinder } from './issuer.ts'

/** How many hosts with a broken chain are remembered, each with about 1 MB of trusted roots. */
const HOSTS_MAX = 8
const LEAF_TIMEOUT_MS = 10_000

/** What OpenSSL says where it has no issuer of a certificate, or one of the right name with another key. */
export const BROKEN_CHAIN: ReadonlySet<string | undefined> = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_GET_ISSUER_CERT',
  'CERT_SIGNATURE_FAILURE',
])

type Connector = buildConnector.connector
type Target = buildConnector.Options

export interface ConnectorOptions {
  readonly findIssuer: IssuerFinder['find']
  /** Resolves the names of hosts; the machine's own way if not given. */
  readonly lookup?: LookupFunction
}

/**
 * Connects to sources. Where a server sends a chain without the issuer of its certificate, the connection is tried again
 * with that issuer at hand. TLS verifies both times: an intermediate in `ca` completes a chain, but is no root to end at.
 */
export function createConnector({ findIssuer, lookup }: ConnectorOptions): Connector {
  const own = { allowH2: false, ...(lookup && { lookup }) }
  const plain = buildConnector(own)
  const completing = new LRUCache<string, Connector>({ max: HOSTS_MAX })

  function completeWith(issuer: X509Certificate): Connector {
    const ca = [...tls.getCACertificates('default'), issuer.toString()]
    return buildConnector({ ...own, secureContext: tls.createSecureContext({ ca }) })
  }

  async function connect(target: Target): Promise<Socket> {
    const host = `${target.hostname}:${target.port}`
    const broken = await open(completing.get(host) ?? plain, target).catch((error: Error) => error)
    if (!(broken instanceof Error)) return broken
    if (!BROKEN_CHAIN.has(codeOf(broken))) throw broken
    const completed = completeWith(await issuerFor(target, broken))
    const socket = await open(completed, target)
    completing.set(host, completed)
    return socket
  }

  async function issuerFor(target: Target, broken: Error): Promise<X509Certificate> {
    const found = readLeaf(target, lookup).then((leaf) => findIssuer(leaf, target.hostname))
    return found.catch((error: Error) => {
      const [verdict] = broken.message.split(';') // what follows is Node's advice about its own options
      throw new PageProblem(`${verdict}: ${error.message}`, { cause: broken })
    })
  }

  return (target, done) => {
    connect(target).then(
      (socket) => done(null, socket),
      (error: Error) => done(error, null),
    )
  }
}

/** One connection by a connector of undici, as a promise. */
const open = (connector: Connector, target: Target): Promise<Socket> =>
  new Promise((resolve, reject) => {
    connector(target, (error, socket) => (error ? reject(error) : resolve(socket)))
  })

/**
 * Reads the certificate that a server gives for itself, in a handshake that fails as the chain is broken: nothing is sent
 * over it. Node drops the certificate with the error, so it is read just before Node judges the chain.
 */
function readLeaf({ hostname, port, servername }: Target, lookup?: LookupFunction): Promise<X509Certificate> {
  const named = servername || (isIP(hostname) === 0 && hostname)
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      host: hostname,
      port: Number(port || 443),
      ...(named && { servername: named }),
      ...(lookup && { lookup }),
    })
    let leaf: Buffer | undefined
    let failure = new Error('the server gave no certificate')
    socket.prependListener('secure', () => {
      leaf = socket.getPeerCertificate().raw
    })
    socket.on('secureConnect', () => socket.destroy())
    socket.on('error', (error) => {
      failure = error
    })
    socket.on('close', () => (leaf ? resolve(new X509Certificate(leaf)) : reject(failure)))
    const late = (): void => void socket.destroy(new PageProblem('the handshake took too long'))
    AbortSignal.timeout(LEAF_TIMEOUT_MS).addEventListener('abort', late)
  })
}
