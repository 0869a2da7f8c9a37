import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { canary } from '../support/canary.ts'
import { forFile } from '../support/folder.ts'
import { onThisMachine } from '../support/machine.ts'
import { spawnProgram } from '../support/program.ts'

const HELD = 2_100
const IDLE_MS_MAX = 8_000
const BODY_MS_MAX = 12_000
const OTHERS_MS_MAX = 1_000
const METRICS_TOKEN = canary('metrics_token')
const RATES_WEBHOOK_SECRET = canary('rates_webhook')

/** An address of this machine that is not loopback, as a stranger's would be; some machines have none. */
const [own] = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => address)

const program = await forFile(spawnProgram({ env: { HOST: '0.0.0.0', METRICS_TOKEN, RATES_WEBHOOK_SECRET } }))
const portOf = async (part: 'Bot' | 'Rate service' | 'Web chat') =>
  Number(new URL(await program.address(part)).port)
const ports = [await portOf('Bot'), await portOf('Rate service')] as const
const webChat = await portOf('Web chat')

const CALL = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'

/** Texts that are no request, or none to the end: each is sent once a second, by a client that never ends its connection. */
const NO_REQUEST = ['\r\n', 'G', 'rubbish\r\n\r\n']
const PIPELINED = 1_000

/** Holds a connection that sends this and then nothing more. */
function hold(port: number, sent: string, host = '127.0.0.1'): Socket {
  const socket = connect(port, host).on('error', () => {})
  socket.write(sent)
  return socket
}

/** Until the program has answered a call or closed the connection. */
const dealtWith = (socket: Socket): Promise<unknown> =>
  new Promise((done) => socket.once('data', done).once('close', done))

/** How long (ms) until the program has closed it; a reset is an end too. */
async function openFor(socket: Socket): Promise<number> {
  const openedAt = performance.now()
  await new Promise((done) => socket.resume().once('close', done))
  return performance.now() - openedAt
}

/** Sends this once a second until the program has closed the connection. Returns how long that took (ms). */
async function keepSending(port: number, text: string): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  const sending = setInterval(() => socket.write(text), 1_000)
  const lastedMs = await openFor(socket)
  clearInterval(sending)
  return lastedMs
}

const get = (port: number, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close', ...headers } })

describe('an address that holds connections', () => {
  test('loses those without a request after 5 s: new ones, and those kept after an answer', async () => {
    const lasted = await Promise.all(
      ports.flatMap((port) => ['', CALL].map((text) => openFor(hold(port, text)))),
    )
    expect(Math.min(...lasted)).toBeGreaterThan(4_000)
    expect(Math.max(...lasted)).toBeLessThan(await onThisMachine(IDLE_MS_MAX))
  })

  test('loses those that never send a request to its end, whatever they send', async () => {
    const [bot, service] = ports
    const body = 'Host: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
    const bodies = [
      hold(webChat, ''),
      hold(webChat, 'GET / HTTP/1.1\r\nHost: a'),
      hold(webChat, `POST /chat/send HTTP/1.1\r\n${body}`),
      hold(bot, `POST /webhooks/rates HTTP/1.1\r\n${body}`),
      hold(bot, `POST /webhooks/rates HTTP/1.1\r\nAuthorization: Bearer ${RATES_WEBHOOK_SECRET}\r\n${body}`),
      hold(service, `POST /api/user/set-webhook HTTP/1.1\r\n${body}`),
    ].map(openFor)
    const lasted = ports.flatMap((port) => NO_REQUEST.map((text) => keepSending(port, text)))
    expect(Math.max(...(await Promise.all(lasted)))).toBeLessThan(await onThisMachine(IDLE_MS_MAX))
    expect(Math.max(...(await Promise.all(bodies)))).toBeLessThan(await onThisMachine(BODY_MS_MAX))
  })

  test('loses one that sends 1,000 requests at once, and is answered few of them', async () => {
    for (const port of ports) {
      const socket = hold(port, CALL.repeat(PIPELINED))
      let answered = ''
      socket.on('data', (text) => (answered += text))
      await openFor(socket)
      expect(answered.split('HTTP/1.1 200').length - 1).toBeLessThanOrEqual(16)
    }
  })

  test.skipIf(own === undefined)(
    'with 2,100 of them keeps 64, and others are answered within 1 s',
    async () => {
      for (const port of ports) {
        const held = Array.from({ length: HELD }, () => hold(port, CALL, own))
        await Promise.all(held.map(dealtWith))
        const askedAt = performance.now()
        const { status } = await get(port, '/healthz')
        const ms = performance.now() - askedAt
        const kept = held.filter(({ closed }) => !closed).length
        for (const socket of held) socket.destroy()
        expect(status).toBe(200)
        expect(ms).toBeLessThan(await onThisMachine(OTHERS_MS_MAX))
        expect(kept).toBeLessThanOrEqual(64)
      }
    },
  )
})

test('/metrics is there for this machine, and for others with its token only', async () => {
  for (const port of ports) {
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    const statusOf = async (headers: Record<string, string> = {}) =>
      (await get(port, '/metrics', headers)).status
    expect(await statusOf()).toBe(200)
    expect(await statusOf(forwarded)).toBe(404)
    expect(await statusOf({ ...forwarded, authorization: 'Bearer another-token' })).toBe(404)
    expect(await statusOf({ ...forwarded, authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200)
  }
})
