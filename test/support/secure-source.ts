import { createServer, type Server } from 'node:https'
import type { SecureVersion } from 'node:tls'
import { type Certified, createLeaf, type LeafOptions } from './authority.ts'
import { close, listen } from './listen.ts'

export interface SecureSourceOptions extends Partial<LeafOptions> {
  /** Certificates that it sends after its own. */
  readonly sent?: readonly Certified[]
  readonly version?: SecureVersion
  readonly content?: string
  /** Where it redirects to. */
  readonly location?: string
}

/** A source at `https://localhost` whose certificate `issuer` has signed. It counts the requests that reach it. */
export async function serveSecurely(
  issuer: Certified,
  { sent = [], version, content = '36,5', location, ...leaf }: SecureSourceOptions = {},
) {
  let requests = 0
  const certify = (by: Certified) => {
    const own = createLeaf(by, { hosts: ['localhost'], ...leaf })
    return { key: own.keyPem, cert: [own, ...sent].map(({ certificate }) => certificate).join('') }
  }
  const only = version && { minVersion: version, maxVersion: version }
  const server: Server = createServer({ ...certify(issuer), ...only }, (_request, response) => {
    requests += 1
    response.setHeader('connection', 'close')
    if (location) response.writeHead(302, { location }).end()
    else response.end(content)
  })
  return {
    url: `https://localhost:${await listen(server)}/`,
    requests: (): number => requests,
    renew: (by: Certified): void => server.setSecureContext(certify(by)),
    close: () => close(server),
  }
}

export type SecureSource = Awaited<ReturnType<typeof serveSecurely>>
