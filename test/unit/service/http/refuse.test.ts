import { describe, expect, test } from 'vitest'
import { createLog } from '../../../../src/runtime/log.ts'
import { problemOf } from '../../../../src/service/http/refuse.ts'
import { Problem, problemJson } from '../../../../src/service/problems.ts'

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

  test.each([
    [413, 'FST_ERR_CTP_BODY_TOO_LARGE'],
    [415, 'FST_ERR_CTP_INVALID_MEDIA_TYPE'],
    [400, 'FST_ERR_CTP_INVALID_JSON_BODY'],
  ])('a refusal of the framework keeps its %i', (statusCode, code) => {
    expect(problemOf(Object.assign(new Error(code), { statusCode, code }), log).status).toBe(statusCode)
  })

  test('a Problem goes out as it is', () => {
    const problem = new Problem(409, 'There are several.')
    expect(problemOf(problem, log)).toBe(problem)
    expect(JSON.parse(problemJson(409, 'There are several.', { ids: [1] }))).toEqual({
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: 'There are several.',
      error: 'Conflict',
      message: 'There are several.',
      ids: [1],
    })
  })
})
