import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { addGuard } from '../../src/chat-api/page.ts'
import { SILENT } from '../../src/surroundings.ts'

const HERE = '127.0.0.1:8082'

it.each([
  [{}, 200],
  [{ origin: `http://${HERE}`, 'sec-fetch-site': 'same-origin' }, 200],
  [{ 'sec-fetch-site': 'none' }, 200],
  [{ host: '127.9.8.7' }, 200],
  [{ host: 'localhost:1' }, 200],
  [{ host: '[::1]:1' }, 200],
  [{ host: '0.0.0.0' }, 403],
  [{ host: '192.168.1.5' }, 403],
  [{ host: '127.0.0.1.evil.example' }, 403],
  [{ host: 'localhost.evil.example' }, 403],
  [{ origin: 'http://evil.example' }, 403],
  [{ origin: 'http://127.0.0.1:9999' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ 'content-type': 'text/plain' }, 415],
])('the guard of the web chat answers a request with %j by %i', async (headers, status) => {
  const app = fastify()
  addGuard(app, SILENT)
  app.post('/', async () => 'done')
  const all = { host: HERE, 'content-type': 'application/json', ...headers }
  const answer = await app.inject({ method: 'POST', url: '/', headers: all, payload: '{}' })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
})
