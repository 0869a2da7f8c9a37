import { describe, expect, it } from 'vitest'
import { createLog } from '../../../../src/runtime/log.ts'
import { createMetrics } from '../../../../src/runtime/metrics.ts'
import { isLoopback } from '../../../../src/sandbox/chat-api/guard.ts'
import { createSandbox } from '../../../../src/sandbox/sandbox.ts'

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

  it('refuses to listen on other addresses than loopback', () => {
    const { log } = createLog('silent')
    const options = { port: 0, botToken: '42:secret', metrics: createMetrics(), log, clock: Date.now }
    expect(() => createSandbox({ ...options, host: '0.0.0.0' })).toThrow(/listens on this machine only/)
  })
})
