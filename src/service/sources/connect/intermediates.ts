import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { Failure } from '../../../runtime/failure.ts'

const PEM = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----.*?-----END (?:TRUSTED )?CERTIFICATE-----/gs

/**
 * Parses a list of intermediates in PEM. Throws a Failure for a certificate that would end a chain, as a listed one must
 * make nobody trusted.
 */
export function parseIntermediates(pem: string): string[] {
  const found = pem.match(PEM) ?? []
  if (found.length === 0) throw new Failure('has no certificate in PEM')
  return found.map((text, i) => toLink(text, `certificate ${i + 1}`))
}

/** A certificate as OpenSSL takes it for a link only: the form TRUSTED CERTIFICATE would make it a root. */
function toLink(text: string, which: string): string {
  const certificate = readCertificate(text, which)
  const name = `${which} (${nameOf(certificate.subject)})`
  // OpenSSL's own rule: a certificate with the name of its issuer ends a chain, whoever has signed it.
  if (certificate.checkIssued(certificate))
    throw new Failure(`${name} is self-signed: a root belongs in NODE_EXTRA_CA_CERTS`)
  if (!certificate.ca) throw new Failure(`${name} is none of an authority`)
  return certificate.toString()
}

function readCertificate(text: string, which: string): X509Certificate {
  try {
    return new X509Certificate(text)
  } catch (error) {
    throw new Failure(`${which} cannot be read`, { cause: error })
  }
}

const NAME_LENGTH_MAX = 200

/** A subject or an issuer in one line; Node has nothing for an empty one. */
export const nameOf = (name: string | undefined): string =>
  (name ?? 'without a name').replaceAll('\n', ', ').slice(0, NAME_LENGTH_MAX)

/** Intermediates that come with the program, for sources known to leave them out. */
const SHIPPED = ['sectigo-dv-r36.pem'].flatMap((name) =>
  parseIntermediates(readFileSync(new URL(name, import.meta.url), 'utf8')),
)

/** Trusts the roots that Node trusts, and completes chains with the shipped and the given intermediates. */
export const createCompletingContext = (intermediates: readonly string[]): SecureContext =>
  createSecureContext({ ca: [...getCACertificates('default'), ...new Set([...SHIPPED, ...intermediates])] })
