import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { addGuard, isLoopback } from '../../src/chat-api/page.ts'
import { SILENT } from '../../src/surroundings.ts'

describe('the guard', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.9.8.7', true],
    ['localhost', true],
    ['::1', true],
    ['[::1]', true],
    ['0.0.0.0', false],
    ['192.168.1.5', false],
    ['127.0.0.1.evil.example', false],
    ['localhost.evil.example', false],
  ])('takes %s for this machine: %s', (host, is) => {
    expect(isLoopback(host)).toBe(is)
  })

  it.each([
    [{}, 200],
    [{ origin: 'http://127.0.0.1:8082', 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{ host: 'evil.example' }, 403],
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'http://127.0.0.1:9999' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
  ])('answers a request with %j by %i', async (headers, status) => {
    const app = fastify()
    addGuard(app, SILENT)
    app.get('/', async () => 'the page')
    const answer = await app.inject({ url: '/', headers: { host: '127.0.0.1:8082', ...headers } })
    expect(answer.statusCode).toBe(status)
  })
})
