import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import {
  createDatetimes,
  createVersioned,
  etagOf,
  sendAnswer,
} from '../../../../src/service/routes/answer.ts'

/** What is sent for an answer with this tag to a request with this `If-None-Match`. */
function send(etag: string, ifNoneMatch?: string) {
  const sent = { status: 200, headers: {} as Record<string, string>, body: undefined as unknown }
  const reply = {
    header: (name: string, value: string) => {
      sent.headers[name] = value
    },
    code: (status: number) => {
      sent.status = status
    },
    send: (body?: unknown) => {
      sent.body = body
    },
  }
  const request = { headers: { 'if-none-match': ifNoneMatch } } as unknown as FastifyRequest
  sendAnswer(request, reply, { body: '{}', etag, isSimulated: true }, 'no-cache')
  return sent
}

describe('an answer', () => {
  test.each(['W/"a"', '"a"', 'W/"b", W/"a"', '*', ' W/"a" '])('is 304 to %j', (header) => {
    expect(send('W/"a"', header)).toMatchObject({ status: 304, body: undefined, headers: { etag: 'W/"a"' } })
  })

  test.each(['W/"b"', '', undefined, 'a', 'W/"aa"'])('is sent whole to %j', (header) => {
    expect(send('W/"a"', header)).toEqual({
      status: 200,
      body: '{}',
      headers: {
        etag: 'W/"a"',
        'cache-control': 'no-cache',
        'x-simulated': 'true',
        'content-type': 'application/json; charset=utf-8',
      },
    })
  })

  test('has a tag that says whether it is simulated', () => {
    expect(etagOf('x', true)).not.toBe(etagOf('x', false))
    expect(etagOf('x', false)).not.toBe(etagOf('y', false))
  })
})

describe('datetime', () => {
  test('is that of the running second, in Caracas', () => {
    let now = Date.UTC(2026, 10, 20, 18, 8, 23, 999)
    const datetimes = createDatetimes(() => now)
    expect(datetimes()).toMatchObject({
      long: '{"date":"viernes, 20 de noviembre de 2026","time":"2:08:23 p. m."}',
      iso: '"2026-11-20T14:08:23-04:00"',
    })
    now += 1
    expect(datetimes().iso).toBe('"2026-11-20T14:08:24-04:00"')
  })
})

describe('answers of a version', () => {
  test('are forgotten with it, and what was asked of an older one is not kept', () => {
    let version = 1
    const { get, put } = createVersioned<string>(() => version, 10)
    put('a', 'one', 1)
    expect(get('a')).toBe('one')
    version = 2
    expect(get('a')).toBeUndefined()
    expect(put('a', 'late', 1)).toBe('late')
    expect(get('a')).toBeUndefined()
  })

  test('are bounded', () => {
    const { get, put } = createVersioned<number>(() => 1, 3)
    for (let i = 0; i < 5; i++) put(String(i), i, 1)
    expect(['0', '1', '2', '3', '4'].map(get)).toEqual([undefined, undefined, 2, 3, 4])
  })
})
