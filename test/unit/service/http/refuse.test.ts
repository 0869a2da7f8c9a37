import { describe, expect, test } from 'vitest'
import { createLog } from '../../../../src/runtime/log.ts'
import { problemOf } from '../../../../src/service/http/refuse.ts'

const { log } = createLog('silent')

describe('problemOf', () => {
  test('says nothing of what went wrong inside', () => {
    const error = new Error('WRONGTYPE at {service}:quotes in /srv/tasa/src/service/keys.ts')
    const problem = problemOf(error, log)
    expect([problem.status, problem.message]).toEqual([500, 'Something went wrong here.'])
  })

  test.each(['Command timed out', 'Connection is closed.', 'connect ECONNREFUSED 127.0.0.1:6379'])(
    'a Redis that is away (%s) is 503 with Retry-After',
    (message) => {
      const { status, headers } = problemOf(new Error(message), log)
      expect([status, headers]).toEqual([503, { 'retry-after': '5' }])
    },
  )
})
