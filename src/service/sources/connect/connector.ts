import { X509Certificate } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { type DetailedPeerCertificate, type SecureContext, TLSSocket } from 'node:tls'
import { buildConnector } from 'undici'
import { codeOf } from '../../../runtime/failure.ts'
import { PageProblem } from '../source.ts'
import { nameOf } from './intermediates.ts'

/** What OpenSSL says where it has no issuer of a certificate, or one of the right name with another key. */
export const BROKEN_CHAIN: ReadonlySet<string | undefined> = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_GET_ISSUER_CERT',
  'CERT_SIGNATURE_FAILURE',
])

export interface ConnectorOptions {
  /** Called at the first connection by https: 1 MB of roots take 0.1 s to read. */
  readonly secureContext: () => SecureContext
  /** Resolves the names of hosts; the machine's own way if not given. */
  readonly lookup?: LookupFunction
  /** Told of each connection: the host that it serves, and the address that was reached where that is known. */
  readonly onConnect?: (hostname: string, address: string | undefined) => void
}

/** Connects to sources. A chain that does not lead to a trusted root is refused with the name of the issuer that is missing. */
export function createConnector({
  secureContext,
  lookup,
  onConnect,
}: ConnectorOptions): buildConnector.connector {
  const own = { allowH2: false, ...(lookup && { lookup }) }
  const plain = buildConnector(own)
  let secure: buildConnector.connector | undefined

  return (target, finish) => {
    const done: buildConnector.Callback = (...result) => {
      if (result[1]) onConnect?.(target.hostname, result[1].remoteAddress)
      finish(...result)
    }
    if (target.protocol !== 'https:') return plain(target, done)
    // Said here, so that NODE_TLS_REJECT_UNAUTHORIZED=0 does not switch it off.
    secure ??= buildConnector({ ...own, secureContext: secureContext(), rejectUnauthorized: true })
    let leaf: DetailedPeerCertificate | undefined
    // undici returns the socket, though its types do not say so.
    const connecting: unknown = secure(target, (error, socket) => {
      if (!error) done(null, socket)
      else done(BROKEN_CHAIN.has(codeOf(error)) ? missingIssuer(error, leaf) : error, null)
    })
    if (!(connecting instanceof TLSSocket)) return
    // Node forgets the certificates of a handshake that it refuses, so they are read just before its verdict.
    connecting.prependListener('secure', () => {
      leaf = connecting.getPeerCertificate(true)
    })
  }
}

/** Names the issuer of the last certificate of a chain. Node ends the chain of a root with a circle. */
function missingIssuer(error: Error, leaf: DetailedPeerCertificate | undefined): PageProblem {
  let last = leaf
  while (last?.issuerCertificate && last.issuerCertificate !== last) last = last.issuerCertificate
  const name = nameOf(last && new X509Certificate(last.raw).issuer)
  const [verdict] = error.message.split(';') // what follows is Node's advice about its own options
  return new PageProblem(`${verdict}: no certificate of the issuer ${name}`, { cause: error })
}
