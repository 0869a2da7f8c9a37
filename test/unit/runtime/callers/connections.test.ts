import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCallers } from '../../../../src/runtime/callers/callers.ts'
import { boundConnections } from '../../../../src/runtime/callers/connections.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createServer(trustedProxies: readonly string[] = []) {
  const server = Object.assign(new EventEmitter(), { maxConnections: 0 })
  boundConnections(server as unknown as Server, createCallers({ trustedProxies }))
  return {
    server,
    /** A connection from an address, which has sent that many bytes. */
    connect(remoteAddress: string, bytesRead = 0) {
      const socket = Object.assign(new EventEmitter(), {
        remoteAddress,
        bytesRead,
        destroyed: false,
        destroy() {
          socket.destroyed = true
          socket.emit('close')
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
  ['one IPv6 /56', (host: number) => `2001:db8:1:2${String(host).padStart(2, '0')}::1`],
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

test('loopback and trusted proxies are not capped', () => {
  const { connect } = createServer(['203.0.113.0/24'])
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '203.0.113.9'])
    expect(ends(() => connect(address))).toEqual(Array(70).fill(false))
})

test('a connection that has sent no byte ends after 5 s, one that has sent some does not', () => {
  const { connect } = createServer()
  const [silent, speaking] = [connect('127.0.0.1'), connect('127.0.0.1', 1)]
  vi.advanceTimersByTime(4_999)
  expect(silent.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect([silent.destroyed, speaking.destroyed]).toEqual([true, false])
})
