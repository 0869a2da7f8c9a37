import { once } from 'node:events'
import { connect } from 'node:net'
import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import { addHealth, createListener, limitConnections, SERVER_OPTIONS } from '../../../src/runtime/http.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'

describe('/readyz', () => {
  test('is 503 with the reason while something the service needs cannot be reached', async () => {
    let isThere = false
    const app = fastify()
    const redis = async (): Promise<void> => {
      if (!isThere) throw new Error('no answer from Redis')
    }
    addHealth(app, { metrics: createMetrics(), checks: { redis } })
    const ask = async () => {
      const { statusCode, body } = await app.inject('/readyz')
      return [statusCode, JSON.parse(body)]
    }
    expect(await ask()).toEqual([503, { status: 'not ready', problems: { redis: 'no answer from Redis' } }])
    isThere = true
    expect(await ask()).toEqual([200, { status: 'ready' }])
  })
})

describe('a server of ours', () => {
  const app = fastify(SERVER_OPTIONS)
  limitConnections(app)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url === '/open') done()
    else reply.code(401).send()
  })
  app.post('/open', async () => ({}))
  const part = { name: 'test', host: '127.0.0.1', port: 0, portVariable: 'PORT' }
  const listener = createListener({ ...part, createApp: () => app })

  /** The head of the first answer to these bytes. */
  async function answerTo(sent: string): Promise<string> {
    const socket = connect(listener.port(), '127.0.0.1')
    socket.write(sent)
    const [head] = await once(socket, 'data')
    socket.destroy()
    return String(head).toLowerCase()
  }

  test('closes the connection of a request that it refuses before its body has come', async () => {
    await listener.start()
    const whole = 'HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
    expect(await answerTo(`POST /closed ${whole.slice(0, -2)}`)).toMatch(/ 401 [\s\S]*connection: close/)
    expect(await answerTo(`POST /open ${whole}`)).toMatch(/ 200 [\s\S]*connection: keep-alive/)
    await listener.stop()
  })

  test('has at most 2,048 connections', () => expect(app.server.maxConnections).toBe(2_048))
})
