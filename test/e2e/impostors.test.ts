import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuthority } from '../support/authority.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { type SecureSource, serveSecurely } from '../support/secure-source.ts'
import { until } from '../support/until.ts'

const FALSE_PRICE = JSON.stringify({ price: 666, rows: [{ date: '2026-01-22', price: 666 }] })
const RIGHT_PRICE = JSON.stringify({ price: 36.5, rows: [{ date: '2026-01-22', price: 36.5 }] })

describe('a program whose source and history are impersonated by a server with its own authority', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-impostor-'))
  const root = createAuthority('Honest root')
  const intermediate = createAuthority('Honest intermediate', { issuer: root })
  const evil = createAuthority('Evil root')
  const asked: string[] = []
  /** Publishes certificates: whoever is on the way answers here too. */
  const publisher = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end(new X509Certificate(evil.certificate).raw)
  })
  let impostor: SecureSource
  let honest: SecureSource
  let program: Program
  const env = { NODE_EXTRA_CA_CERTS: join(directory, 'root.pem') }

  beforeAll(async () => {
    publisher.listen(0, '127.0.0.1')
    await once(publisher, 'listening')
    const issuerAt = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/evil.crt`
    impostor = await serveSecurely(evil, { issuerAt, content: FALSE_PRICE })
    honest = await serveSecurely(intermediate, { issuerAt, content: RIGHT_PRICE })
    const page = ({ url }: SecureSource, source = {}) => {
      const history = { kind: 'json', url, rows: '/rows', date: '/date', price: '/price' }
      const usd = { currency: 'dollar', price: '/price', history }
      return { every: '1s', source: { kind: 'json', url, ...source }, monitors: { usd } }
    }
    const pages = { false_page: page(impostor), honest_page: page(honest, { intermediates: 'links.pem' }) }
    const SOURCES_FILE = join(directory, 'sources.json')
    writeFileSync(SOURCES_FILE, JSON.stringify({ pages }))
    writeFileSync(join(directory, 'links.pem'), intermediate.certificate)
    writeFileSync(env.NODE_EXTRA_CA_CERTS, root.certificate)
    const dataDirectory = join(directory, 'data')
    program = spawnProgram({ env: { ...env, ROLES: 'service', SOURCES_FILE }, dataDirectory })
    await program.address('Rate service')
  })
  afterAll(async () => {
    await program.stop()
    await Promise.all([impostor.close(), honest.close()])
    publisher.closeAllConnections()
    publisher.close()
    rmSync(directory, { recursive: true, force: true })
  })

  async function ask(page: string): Promise<string> {
    const answer = await fetch(`${await program.address('Rate service')}/api/v1/dollar?page=${page}`)
    return answer.text()
  }

  test('publishes the price and the past of the honest source alone, and sends the impostor no request', async () => {
    await until(() => expect(program.err()).toMatch(/"page":"false_page".*CN=Evil root/))
    await until(() => expect(program.err()).toMatch(/CN=Evil root.*"history not read"/))
    await until(() => expect(program.err()).toMatch(/"monitor":"honest_page.usd".*"history read"/))
    await until(async () => expect(await ask('honest_page')).toContain('36.5'), { interval: 1_000 })
    expect(await ask('false_page')).not.toContain('666')
    expect(program.err()).not.toMatch(/"monitor":"false_page.usd".*"history read"/)
    expect([impostor.requests(), asked]).toEqual([0, []])
  })

  test('imports nothing from it either', async () => {
    const places = ['--rows', '/rows', '--date', '/date', '--price', '/price']
    const monitor = ['--page', 'honest_page', '--currency', 'dollar', '--monitor', 'usd']
    const operator = spawnProgram({
      env,
      dataDirectory: program.dataDirectory,
      command: ['node', 'src/main.ts', 'import', ...monitor, '--json', impostor.url, ...places],
    })
    const [code] = await operator.exited
    expect([code, operator.err()]).toEqual([1, expect.stringContaining('nothing was imported')])
    expect(operator.err()).toContain('CN=Evil root')
    expect([impostor.requests(), asked]).toEqual([0, []])
  })
})
