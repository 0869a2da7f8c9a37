import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { createAuthority, createLeaf } from '../authority.ts'
import { close, listen } from '../listen.ts'
import { placeAt } from './answers.ts'
import { HOSTS, type Host, ROUTES_VARIABLE, type Routes } from './hosts.ts'
import { createWorld } from './world.ts'

const PRELOAD = new URL('./preload.ts', import.meta.url).href

/** The certificates of the stand-in: the bank sends an intermediate that did not issue its own. */
function createCertificates() {
  const root = createAuthority('Root of the stand-in')
  const issuer = createAuthority('Issuer of the stand-in', { issuer: root })
  const wrong = createAuthority('Another issuer of the stand-in', { issuer: root })
  const others: readonly Host[] = HOSTS.filter((host) => host !== 'www.bcv.org.ve')
  const leaf = createLeaf(issuer, { hosts: others })
  const bank = createLeaf(issuer, {
    hosts: ['www.bcv.org.ve', 'bcv.org.ve'],
    issuerAt: 'http://crt.sectigo.com/SectigoPublicServerAuthenticationCADVR36.crt',
  })
  return {
    root: root.certificate,
    issuer: issuer.certificate,
    others: { key: leaf.keyPem, cert: leaf.certificate + issuer.certificate },
    bank: { key: bank.keyPem, cert: bank.certificate + wrong.certificate },
  }
}

/** Starts the stand-in for the internet. A program spawned with its `env` reaches the sources of the world only here. */
export async function startInternet() {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-internet-'))
  const refusedFile = join(directory, 'refused')
  const rootFile = join(directory, 'root.pem')
  const issuerFile = join(directory, 'issuer.pem')
  const certificates = createCertificates()
  writeFileSync(refusedFile, '')
  writeFileSync(rootFile, certificates.root)
  writeFileSync(issuerFile, certificates.issuer)

  const world = createWorld()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '/', `https://${headers.host}`)
    const body = (await request.toArray()).join('')
    const name = placeAt(method, url)
    if (!name) return void response.writeHead(404).end()
    const told = await world.answer({ name, url, body, userAgent: headers['user-agent'] ?? '' })
    if (told) response.writeHead(told.status, { 'content-type': told.type }).end(told.content)
  }

  const bank = tls.createSecureContext(certificates.bank)
  const others = tls.createSecureContext(certificates.others)
  const server = createServer(
    {
      ...certificates.others,
      SNICallback: (host, done) => done(null, host.endsWith('bcv.org.ve') ? bank : others),
    },
    (request, response) => {
      answer(request, response).catch(() => response.destroy())
    },
  )
  const routes: Routes = { ports: { 443: await listen(server) }, refusedFile, issuerFile }

  return {
    /** The environment of a program that lives on this internet. */
    env: {
      NODE_OPTIONS: `--import=${PRELOAD}`,
      NODE_EXTRA_CA_CERTS: rootFile,
      [ROUTES_VARIABLE]: JSON.stringify(routes),
    },
    ...world,
    /** Names and addresses outside that the program wanted and the stand-in does not know. */
    refused: (): string[] => readFileSync(refusedFile, 'utf8').split('\n').filter(Boolean),
    async stop(): Promise<void> {
      await close(server)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
