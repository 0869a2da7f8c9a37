import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, type Dispatcher, request } from 'undici'
import { readBytes } from '../../../runtime/http.ts'
import { type AddressGuard, parseTarget } from '../../address-guard.ts'
import { PageProblem } from '../source.ts'

const ISSUER_BYTES_MAX = 64 * 1024
const ISSUER_TIMEOUT_MS = 5_000

/** Intermediates that come with the program, for sources known to leave them out. */
const SHIPPED = ['sectigo-dv-r36.pem'].map(
  (name) => new X509Certificate(readFileSync(new URL(name, import.meta.url))),
)

export interface IssuerFinderOptions {
  readonly guard: AddressGuard
  /** Whether a host has a private address. */
  readonly isPrivate: (hostname: string) => Promise<boolean>
}

/**
 * Finds the certificate that issued the leaf of a source: one that came with the program, else the one at the address
 * that the leaf names (CA Issuers). Addresses inside are asked only for a source that is inside too.
 */
export function createIssuerFinder({ guard, isPrivate }: IssuerFinderOptions) {
  const open = new Agent({ allowH2: false })
  const guarded = new Agent({ allowH2: false, connect: { lookup: guard.lookup } })

  async function dispatcherFor(address: URL, source: string): Promise<Dispatcher> {
    if (await isPrivate(source)) return open
    if (guard.mayConnect(address)) return guarded
    throw new PageProblem('an address inside')
  }

  async function fetchIssuer(leaf: X509Certificate, source: string): Promise<X509Certificate> {
    const address = issuerAddressOf(leaf)
    if (!address) throw new PageProblem('the certificate names no http address of its issuer')
    const fetched = dispatcherFor(address, source).then((dispatcher) => download(address, dispatcher))
    const issuer = await fetched.catch((error: Error) => {
      throw new PageProblem(`its issuer at ${address}: ${error.message}`, { cause: error })
    })
    if (!hasIssued(issuer, leaf)) throw new PageProblem(`the certificate at ${address} did not issue it`)
    return issuer
  }

  return {
    /** Throws a PageProblem. That the issuer itself leads to a trusted root is for TLS to check. */
    find: async (leaf: X509Certificate, source: string): Promise<X509Certificate> =>
      SHIPPED.find((issuer) => hasIssued(issuer, leaf)) ?? fetchIssuer(leaf, source),
    close: async (): Promise<void> => void (await Promise.all([open.destroy(), guarded.destroy()])),
  }
}

export type IssuerFinder = ReturnType<typeof createIssuerFinder>

/** Whether a certificate is one of an authority, has the name and key that the leaf was issued with, and signed it. */
const hasIssued = (issuer: X509Certificate, leaf: X509Certificate): boolean =>
  issuer.ca && leaf.checkIssued(issuer) && leaf.verify(issuer.publicKey)

/** The first CA Issuers address by http. There is no https: its own chain could be broken too. */
function issuerAddressOf(leaf: X509Certificate): URL | undefined {
  const named = leaf.toLegacyObject().infoAccess?.['CA Issuers - URI'] ?? []
  return named.flatMap((text) => parseTarget(text) ?? []).find(({ protocol }) => protocol === 'http:')
}

/** Downloads a certificate in DER or PEM. Redirects are not followed. */
async function download(address: URL, dispatcher: Dispatcher): Promise<X509Certificate> {
  const { statusCode, body } = await request(address, {
    dispatcher,
    signal: AbortSignal.timeout(ISSUER_TIMEOUT_MS),
  })
  const bytes = await readBytes(body, ISSUER_BYTES_MAX)
  if (!bytes) throw new PageProblem(`over ${ISSUER_BYTES_MAX} bytes`)
  if (statusCode !== 200) throw new PageProblem(`answered ${statusCode}`)
  return new X509Certificate(bytes)
}
