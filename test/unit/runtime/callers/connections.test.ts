import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCallers } from '../../../../src/runtime/callers/callers.ts'
import { boundConnections } from '../../../../src/runtime/callers/connections.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createServer(trustedProxies: readonly string[] = []) {
  const server = new EventEmitter()
  const { takeUp, refuseBody } = boundConnections(server as never, createCallers({ trustedProxies }))
  return {
    connect(remoteAddress: string) {
      const socket = Object.assign(new EventEmitter(), {
        remoteAddress,
        destroyed: false,
        destroy() {
          socket.destroyed = true
          socket.emit('close')
        },
        refuseBody: () => refuseBody(socket as never),
        /** Sends a request; its answer ends when it emits `close`. Undefined where the request is dropped. */
        ask(): EventEmitter | undefined {
          const response = new EventEmitter()
          return takeUp({ socket, headers: {} } as never, response as never) ? response : undefined
        },
      })
      server.emit('connection', socket)
      return socket
    },
  }
}

const ends = (connect: (host: number) => { destroyed: boolean }): boolean[] =>
  Array.from({ length: 70 }, (_, host) => connect(host).destroyed)
const CAPPED = Array.from({ length: 70 }, (_, i) => i >= 64)

test.each([
  ['one address', () => '203.0.113.9'],
  ['one /24', (host: number) => `203.0.113.${host}`],
  ['one IPv6 /48', (host: number) => `2001:db8:1:${host}00::1`],
])('%s has 64 connections, others go on', (_name, addressOf) => {
  const { connect } = createServer()
  expect(ends((host) => connect(addressOf(host)))).toEqual(CAPPED)
  expect(connect('198.51.100.1').destroyed).toBe(false)
  expect(connect('2001:db8:2::1').destroyed).toBe(false)
})

test('a connection that ends makes room for one of its network', () => {
  const { connect } = createServer()
  const first = connect('203.0.113.9')
  ends(() => connect('203.0.113.9'))
  expect(connect('203.0.113.9').destroyed).toBe(true)
  first.destroy()
  expect([connect('203.0.113.9').destroyed, connect('203.0.113.9').destroyed]).toEqual([false, true])
})

test('a connection that is refused early makes room after 5 s', () => {
  const { connect } = createServer()
  const first = connect('203.0.113.9')
  ends(() => connect('203.0.113.9'))
  first.refuseBody()
  first.destroy()
  expect(connect('203.0.113.9').destroyed).toBe(true)
  vi.advanceTimersByTime(5_000)
  expect(connect('203.0.113.9').destroyed).toBe(false)
})

test('loopback and trusted proxies are not capped', () => {
  const { connect } = createServer(['203.0.113.0/24'])
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '203.0.113.9'])
    expect(ends(() => connect(address))).toEqual(Array(70).fill(false))
})

test('a connection without a request ends after 5 s, whatever it sends', () => {
  const socket = createServer().connect('127.0.0.1')
  vi.advanceTimersByTime(4_999)
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(socket.destroyed).toBe(true)
})

test('a connection ends 5 s after its last answer, and never during one', () => {
  const socket = createServer().connect('127.0.0.1')
  const answers = [socket.ask(), socket.ask()]
  vi.advanceTimersByTime(60_000)
  answers[0]?.emit('close')
  vi.advanceTimersByTime(60_000)
  answers[1]?.emit('close')
  vi.advanceTimersByTime(4_999)
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(socket.destroyed).toBe(true)
})

test('a connection with 16 requests in hand ends at the next one, which is not answered', () => {
  const { connect } = createServer()
  const [greedy, other] = [connect('127.0.0.1'), connect('127.0.0.1')]
  const taken = Array.from({ length: 20 }, () => greedy.ask()).filter((answer) => answer !== undefined)
  expect([taken.length, greedy.destroyed]).toEqual([16, true])
  for (let asked = 0; asked < 100; asked++) other.ask()?.emit('close')
  expect(other.destroyed).toBe(false)
})

test('a connection that ends for too many requests keeps its place in its network for 5 s', () => {
  const { connect } = createServer()
  const sockets = Array.from({ length: 64 }, () => connect('203.0.113.9'))
  for (let asked = 0; asked < 17; asked++) sockets[0]?.ask()
  vi.advanceTimersByTime(4_999)
  expect([sockets[0]?.destroyed, connect('203.0.113.9').destroyed]).toEqual([true, true])
  vi.advanceTimersByTime(1)
  expect(connect('203.0.113.9').destroyed).toBe(false)
})

test('the connection that is idle for longest makes room for a new one where 2,048 are open', () => {
  const { connect } = createServer()
  const [asking, resting, ...others] = Array.from({ length: 2_048 }, () => connect('127.0.0.1'))
  const answer = asking?.ask()
  expect(connect('127.0.0.1').destroyed).toBe(false)
  expect([asking, resting, ...others].filter((socket) => socket?.destroyed)).toEqual([resting])
  answer?.emit('close')
  for (let opened = 1; opened < 2_048; opened++) connect('127.0.0.1')
  expect([asking?.destroyed, others.every(({ destroyed }) => destroyed)]).toEqual([false, true])
})

test('a new connection is refused where 2,048 others are being answered', () => {
  const { connect } = createServer()
  const asking = Array.from({ length: 2_048 }, () => connect('127.0.0.1'))
  for (const socket of asking) socket.ask()
  expect([connect('127.0.0.1').destroyed, asking.some(({ destroyed }) => destroyed)]).toEqual([true, false])
})
