import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { Failure } from '../../../runtime/failure.ts'

const PEM = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----.*?-----END (?:TRUSTED )?CERTIFICATE-----/gs

/**
 * Parses a list of intermediates in PEM. Throws a Failure for a certificate that would end a chain, as a listed one must
 * make nobody trusted, and for those that issued each other.
 */
export function parseIntermediates(pem: string): string[] {
  const found = pem.match(PEM) ?? []
  if (found.length === 0) throw new Failure('has no certificate in PEM')
  const links = found.map((text, i) => readLink(text, `certificate ${i + 1}`))
  const circle = findCircle(links)
  if (circle.length > 0)
    throw new Failure(`lists certificates that issued each other: ${circle.map(nameOfSubject).join('; ')}`)
  // The form TRUSTED CERTIFICATE would make a root of a link; what Node prints is the plain form.
  return links.map(String)
}

/** Certificates of a circle, and those it issued: Node never comes to the end of such a chain. */
function findCircle(links: readonly X509Certificate[]): readonly X509Certificate[] {
  const issued = links.filter((link) => links.some((issuer) => link.checkIssued(issuer)))
  return issued.length === links.length ? links : findCircle(issued)
}

function readLink(text: string, which: string): X509Certificate {
  const certificate = readCertificate(text, which)
  const name = `${which} (${nameOfSubject(certificate)})`
  // OpenSSL's own rule: a certificate with the name of its issuer ends a chain, whoever has signed it.
  if (certificate.checkIssued(certificate))
    throw new Failure(`${name} is self-signed: a root belongs in NODE_EXTRA_CA_CERTS`)
  if (!certificate.ca) throw new Failure(`${name} is none of an authority`)
  return certificate
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

const nameOfSubject = ({ subject }: X509Certificate) => nameOf(subject)

/** Intermediates that come with the program, for sources known to leave them out. */
const SHIPPED = ['sectigo-dv-r36.pem'].flatMap((name) =>
  parseIntermediates(readFileSync(new URL(name, import.meta.url), 'utf8')),
)

/** Trusts the roots that Node trusts, and completes chains with the shipped and the given intermediates. */
export const createCompletingContext = (intermediates: readonly string[]): SecureContext =>
  createSecureContext({ ca: [...getCACertificates('default'), ...new Set([...SHIPPED, ...intermediates])] })
