import { execFileSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type FastifyInstance, fastify, type onRequestHookHandler } from 'fastify'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { createCallers } from '../../../src/runtime/callers/callers.ts'
import { createHttp, type Http, limitConnections, SERVER_OPTIONS } from '../../../src/runtime/http.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'

const REASON = 'connect ECONNREFUSED 10.1.2.3:6379'
let http: Http

afterEach(() => http.stop())

/** A server with a neighbour outside that cannot be reached, and a door that refuses before it reads. */
async function start() {
  const asked = { outside: 0 }
  http = createHttp({
    name: 'http',
    host: '127.0.0.1',
    port: 0,
    portVariable: 'PORT',
    metrics: createMetrics(),
    checks: { redis: async () => {} },
    outside: {
      telegram: async () => {
        asked.outside += 1
        throw new Error(REASON)
      },
    },
    routes: (app) => {
      const onRequest: onRequestHookHandler = (_request, reply) => reply.code(401).send('wrong secret')
      app.post('/text', async () => 'read')
      app.post('/door', { onRequest }, () => '')
    },
  })
  await http.start()
  return { asked, url: `http://127.0.0.1:${http.port()}` }
}

const problemsAt = async (url: string, headers: Record<string, string> = {}): Promise<unknown> => {
  const answer = await fetch(`${url}/readyz`, { headers })
  expect(answer.status).toBe(503)
  return ((await answer.json()) as { problems: unknown }).problems
}

test('two hundred calls of /readyz, side by side and in a row, ask outside once', async () => {
  const { asked, url } = await start()
  await Promise.all(Array.from({ length: 100 }, () => problemsAt(url)))
  for (let call = 0; call < 100; call++) await problemsAt(url)
  expect(asked.outside).toBe(1)
})

test('why something cannot be used is told to callers inside alone', async () => {
  const { url } = await start()
  expect(await problemsAt(url)).toEqual({ telegram: REASON })
  const hidden = { telegram: 'cannot be used' }
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
    expect(await problemsAt(url, { [header]: '203.0.113.7' })).toEqual(hidden)
})

async function open(sent: string): Promise<{ socket: Socket; heard: () => string }> {
  const socket = connect(http.port(), '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk
  })
  await once(socket, 'connect')
  socket.write(sent)
  return { socket, heard: () => heard }
}

test.each([
  [401, 'refused before its body has come', 'POST /door HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx'],
  [400, 'without a host', 'GET /healthz HTTP/1.1\r\n\r\n'],
])('%i is the answer to a caller that is %s, and it is cut off', async (status, _what, sent) => {
  await start()
  const { socket, heard } = await open(sent)
  await once(socket, 'close')
  expect(heard()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\nconnection: close\r\n`, 'i'))
})

test.each([
  [512, /^HTTP\/1\.1 200 /],
  [513, /^$/],
])('a body of %d chunks is answered as %s', async (count, answer) => {
  await start()
  const { socket, heard } = await open(
    `POST /text HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(count)}0\r\n\r\n`,
  )
  await once(socket, 'close').catch(() => {}) // a reset is an end too
  expect(heard()).toMatch(answer)
})

/** A server with the limits of ours alone, and a connection to it. */
async function startLimited(add: (app: FastifyInstance) => void = () => {}) {
  const app = fastify(SERVER_OPTIONS)
  onTestFinished(() => app.close())
  limitConnections(app, createCallers())
  add(app)
  app.post('/text', async ({ body }) => body)
  app.post('/door', { onRequest: (_request, reply) => void reply.code(401).send() }, () => {})
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
  /** Sends this, and waits until the connection has ended. */
  async function send(text: string): Promise<void> {
    socket.write(text)
    await once(socket.resume(), 'close').catch(() => {}) // a reset is an end too
  }
  return { url, send }
}

/** `HTTPParser.kOnBody` */
const ON_BODY = 3

test.each([
  ['/text', 513],
  ['/door', 0],
])('of 10,000 chunks sent at once to %s %i are read', async (path, read) => {
  let chunks = 0
  const { send } = await startLimited((app) =>
    app.addHook('onRequest', ({ raw: { socket } }, _reply, done) => {
      const { parser } = socket as Socket & { parser: Record<number, (chunk: Buffer) => void> }
      const onBody = parser[ON_BODY]
      parser[ON_BODY] = (chunk) => {
        chunks += 1
        onBody?.call(parser, chunk)
      }
      done()
    }),
  )
  const headers = 'Host: a\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked'
  await send(`POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n${'1\r\na\r\n'.repeat(10_000)}`)
  expect(chunks).toBe(read)
})

test('a caller whose connection follows one with two refused bodies is read', async () => {
  const { url, send } = await startLimited()
  const door = 'POST /door HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n'
  await send(door.repeat(2))
  const headers = { 'content-type': 'text/plain' }
  const answer = await fetch(`${url}/text`, { method: 'POST', headers, body: 'hello' })
  expect(await answer.text()).toBe('hello')
})

test('an answer that nobody reads is kept for a bounded time', async () => {
  const connectionTimeout = SERVER_OPTIONS.connectionTimeout / 100
  const app = fastify({ ...SERVER_OPTIONS, connectionTimeout })
  const tooLongForTheSystem = Buffer.alloc(20_000_000)
  const wasRead = new Promise<boolean>((done) => {
    app.get('/', (_request, reply) => {
      reply.raw.once('close', () => done(reply.raw.writableFinished))
      return reply.send(tooLongForTheSystem)
    })
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const reader = connect(Number(port), '127.0.0.1').pause()
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await wasRead).toBe(false)
  reader.destroy()
  await app.close()
})

test.each([
  ['plain', 'Host:\r\n'],
  ['without a host', ''],
  ['with an expectation that nobody knows', 'Host:\r\nExpect: x\r\n'],
])(
  'of 2,600 requests %s that come at once no more are read than the one that ends the connection',
  async (_, headers) => {
    let answered = 0
    const note = (): void => {
      answered += 1
    }
    subscribe('http.server.request.start', note)
    const { send } = await startLimited()
    await send(`GET / HTTP/1.1\r\n${headers}\r\n`.repeat(2_600))
    unsubscribe('http.server.request.start', note)
    expect(answered).toBe(17)
  },
)

/** How many of 1,000 connections stand 5 s after they were opened at once, or all. */
const CONNECT = `
  const { connect } = require('node:net')
  let count = 0
  const tell = () => { console.log(count); process.exit() }
  const note = () => { count += 1; if (count === 1000) tell() }
  for (let i = 0; i < 1000; i++) connect(Number(process.argv[1]), '127.0.0.1').on('connect', note).on('error', () => {})
  setTimeout(tell, 5000)`

test('1,000 connections that come at once wait while the program is busy', async () => {
  await start()
  const connected = execFileSync(process.execPath, ['-e', CONNECT, String(http.port())])
  expect(Number(connected)).toBe(1_000)
})
