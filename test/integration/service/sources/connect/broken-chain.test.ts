import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { request } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createAddressGuard } from '../../../../../src/service/address-guard.ts'
import { createAgents } from '../../../../../src/service/sources/connect/agents.ts'
import {
  type Certified,
  createAuthority,
  createLeaf,
  type LeafOptions,
} from '../../../../support/authority.ts'
import { usePage } from '../../../../support/pages.ts'

const LONG_AGO = Date.UTC(2020, 0, 1)
const YESTERDAY = Date.now() - 86_400_000
const trusted = tls.getCACertificates('default')

const root = createAuthority('Test root')
const right = createAuthority('Test intermediate', { issuer: root })
const wrong = createAuthority('Another intermediate', { issuer: root })
const forged = createAuthority('Test intermediate')
const expired = createAuthority('Expired intermediate', { issuer: root, from: LONG_AGO, until: YESTERDAY })
const untrusted = createAuthority('Untrusted intermediate', { issuer: createAuthority('Untrusted root') })
/** Signs as an authority does, and is none. */
const pretender = createLeaf(right, { hosts: ['pretender.test'] })

const page = usePage()
let servers: Server[] = []
let agents: ReturnType<typeof createAgents>

interface SourceOptions extends Partial<LeafOptions> {
  readonly sent?: Certified[]
  readonly version?: tls.SecureVersion
}

/** A source at `localhost` that sends a leaf of `issuer`, and the certificates of `sent` after it. */
async function serve(issuer: Certified, { sent = [], version, ...options }: SourceOptions = {}) {
  let requests = 0
  const certify = (by: Certified) => {
    const leaf = createLeaf(by, { hosts: ['localhost'], issuerAt: page.url('/issuer.crt'), ...options })
    return { key: leaf.keyPem, cert: [leaf, ...sent].map(({ certificate }) => certificate).join('') }
  }
  const only = version && { minVersion: version, maxVersion: version }
  const server = createServer({ ...certify(issuer), ...only }, (_request, response) => {
    requests += 1
    response.setHeader('connection', 'close').end('36,5')
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/`,
    requests: () => requests,
    renew: (by: Certified) => server.setSecureContext(certify(by)),
  }
}

/** The issuer's address answers with a certificate, in DER as authorities do. */
function publish({ certificate }: Certified): { asked: () => number } {
  let asked = 0
  page.answer((_request, response) => {
    asked += 1
    response.end(new X509Certificate(certificate).raw)
  })
  return { asked: () => asked }
}

const read = async (url: string, dispatcher = agents.open): Promise<string> =>
  (await request(url, { dispatcher })).body.text()

function connectFrom(isPrivate: boolean): void {
  const guard = createAddressGuard(async () => [{ address: '127.0.0.1', family: 4 }])
  agents = createAgents({ guard, isPrivate: async () => isPrivate })
}

beforeAll(() => {
  tls.setDefaultCACertificates([...trusted, root.certificate])
  connectFrom(true)
})
afterEach(async () => {
  for (const server of servers) server.closeAllConnections()
  for (const server of servers) server.close()
  servers = []
  await agents.close()
  connectFrom(true)
})
afterAll(async () => {
  await agents.close()
  tls.setDefaultCACertificates(trusted)
})

describe('a source that sends a broken chain', () => {
  test.each([
    ['no intermediate', []],
    ['an intermediate that did not issue its certificate', [wrong]],
    ['a forged intermediate', [forged]],
  ])('is read where it sends %s, and its issuer is fetched once', async (_what, sent) => {
    const issuer = publish(right)
    const source = await serve(right, { sent })
    expect([await read(source.url), await read(source.url)]).toEqual(['36,5', '36,5'])
    expect(issuer.asked()).toBe(1)
  })

  test('is read where the issuer is published as PEM', async () => {
    page.answer((_request, response) => response.end(right.certificate))
    expect(await read((await serve(right)).url)).toBe('36,5')
  })

  test('is read again after it renewed its certificate with another authority', async () => {
    publish(right)
    const source = await serve(right)
    await read(source.url)
    const other = publish(wrong)
    source.renew(wrong)
    expect(await read(source.url)).toBe('36,5')
    expect(other.asked()).toBe(1)
  })

  test('is believed no more when its certificate is later one of nobody', async () => {
    publish(right)
    const source = await serve(right)
    await read(source.url)
    source.renew(forged)
    await expect(read(source.url)).rejects.toThrow('did not issue it')
    expect(source.requests()).toBe(1)
  })

  test('fetches no issuer for a certificate that is refused for another reason', async () => {
    const issuer = publish(right)
    const elsewhere = await serve(right, { sent: [right], hosts: ['elsewhere.test'] })
    const past = await serve(right, { sent: [right], from: LONG_AGO, until: YESTERDAY })
    await expect(read(elsewhere.url)).rejects.toThrow()
    await expect(read(past.url)).rejects.toThrow()
    expect([issuer.asked(), elsewhere.requests(), past.requests()]).toEqual([0, 0, 0])
  })

  test('fetches no issuer where the chain is whole', async () => {
    const issuer = publish(right)
    expect(await read((await serve(right, { sent: [right] })).url)).toBe('36,5')
    expect(issuer.asked()).toBe(0)
  })
})

describe('no request is sent', () => {
  async function refused(issuer: Certified, options: SourceOptions, reason: string) {
    const source = await serve(issuer, options)
    await expect(read(source.url)).rejects.toThrow(reason)
    expect(source.requests()).toBe(0)
  }

  test.each([
    ['answers garbage', 200, 'no certificate', 'its issuer at http'],
    ['answers nothing', 200, '', 'its issuer at http'],
    ['answers 404', 404, right.certificate, 'answered 404'],
    ['moved elsewhere', 302, right.certificate, 'answered 302'],
    ['answers over 64 KiB', 200, right.certificate + ' '.repeat(65_536), 'over 65536 bytes'],
  ])("where the issuer's address %s", async (_what, status, body, reason) => {
    page.answer((_request, response) => response.writeHead(status, { location: '/elsewhere' }).end(body))
    await refused(right, {}, reason)
  })

  test("where the issuer's address does not answer within 5 s", async () => {
    page.answer((_request, response) => response.write(right.certificate.slice(0, 100)))
    await refused(right, {}, 'timeout')
  })

  test.each([
    ['is another one', right, wrong, 'did not issue it'],
    ['is forged: the same name with another key', right, forged, 'did not issue it'],
    ['is no authority', pretender, pretender, 'did not issue it'],
    ['has expired', expired, expired, 'certificate has expired'],
    ['leads to a root that is not trusted', untrusted, untrusted, 'unable to get issuer certificate'],
  ])('where the published issuer %s', async (_what, issuer, published, reason) => {
    publish(published)
    await refused(issuer, {}, reason)
  })

  test.each([
    ['is for another host', { hosts: ['other.test'] }, "Host: localhost. is not in the cert's altnames"],
    ['has expired', { from: LONG_AGO, until: YESTERDAY }, 'certificate has expired'],
    ['names no issuer', { issuerAt: 'https://localhost/issuer.crt' }, 'names no http address'],
  ])('where the certificate %s', async (_what, options, reason) => {
    publish(right)
    await refused(right, options, reason)
  })

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'at a second try over %s either, which could resume the session of the first',
    async (version) => {
      publish(forged)
      const source = await serve(right, { version })
      for (const _try of [1, 2, 3]) await expect(read(source.url)).rejects.toThrow('did not issue it')
      expect(source.requests()).toBe(0)
    },
  )

  test('to a server that signed its certificate itself', async () => {
    const self = createAuthority('localhost')
    publish(self)
    await refused(self, {}, 'self-signed certificate')
  })

  test.each([
    ['an address inside', '127.0.0.1', 'an address inside'],
    ['a name that leads inside', 'inside.test', 'refused'],
  ])("where the issuer's address of a public source is %s", async (_what, host, reason) => {
    await agents.close()
    connectFrom(false)
    const issuer = publish(right)
    await refused(right, { issuerAt: page.url('/issuer.crt').replace('127.0.0.1', host) }, reason)
    expect(issuer.asked()).toBe(0)
  })
})

describe('TLS', () => {
  const handshake = async (url: string, ca: string[]): Promise<string> => {
    const socket = tls.connect({
      host: 'localhost',
      port: Number(new URL(url).port),
      servername: 'localhost',
      ca,
    })
    const [error] = await Promise.race([once(socket, 'secureConnect'), once(socket, 'error')]).catch((e) => [
      e,
    ])
    socket.destroy()
    return error?.code ?? 'connected'
  }

  test('takes an intermediate among the trusted certificates as a link, not as a root', async () => {
    const { url } = await serve(right)
    expect(await handshake(url, [right.certificate])).toBe('UNABLE_TO_GET_ISSUER_CERT')
    expect(await handshake(url, [root.certificate, right.certificate])).toBe('connected')
    expect(await handshake(url, [root.certificate, forged.certificate])).toBe('CERT_SIGNATURE_FAILURE')
  })
})
