import type { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { problemOf, refuseSocket } from '../../../../src/service/http/refuse.ts'
import { silent } from '../../../support/redis.ts'

test('a problem says nothing of what went wrong inside', () => {
  const error = new Error('WRONGTYPE at {service}:quotes in /srv/tasa/src/service/keys.ts')
  const problem = problemOf(error, silent)
  expect([problem.status, problem.message]).toEqual([500, 'Something went wrong here.'])
})

test.each(['Command timed out', 'Connection is closed.', 'connect ECONNREFUSED 127.0.0.1:6379'])(
  'a Redis that is away (%s) is 503 with Retry-After',
  (message) => {
    const { status, headers } = problemOf(new Error(message), silent)
    expect([status, headers]).toEqual([503, { 'retry-after': '5' }])
  },
)

test('a client that never closes its connection loses it 1 s after its refusal', () => {
  vi.useFakeTimers()
  const socket = { writable: true, end: vi.fn(), destroy: vi.fn() }
  refuseSocket(new Error('Parse Error'), socket as unknown as Socket)
  vi.advanceTimersByTime(999)
  expect(socket.end).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^HTTP\/1.1 400 Bad Request\r\n/))
  expect(socket.destroy).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(socket.destroy).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
