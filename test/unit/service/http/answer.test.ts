import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  type Content,
  createDatetimes,
  createVersioned,
  sendAnswer,
  toAnswer,
} from '../../../../src/service/http/answer.ts'

const now = createDatetimes(() => Date.UTC(2026, 10, 20, 18, 8, 23, 999))
const contentOf = (over: object = {}): Content => ({
  before: '2.5',
  isSimulated: false,
  keptBy: 'anyone',
  ...over,
})

/** What is sent of an answer to a request with this `If-None-Match`. */
function send(answer: Answer, ifNoneMatch?: string) {
  const sent = { status: 200, headers: {} as Record<string, string>, body: '' }
  const header = (name: string, value: string): void => {
    sent.headers[name] = value
  }
  const reply = {
    header,
    headers: (values: Record<string, string>) => void Object.assign(sent.headers, values),
    code: (status: number) => {
      sent.status = status
    },
    send: (body?: unknown) => {
      sent.body = String(body ?? '')
    },
  }
  sendAnswer({ headers: { 'if-none-match': ifNoneMatch } } as unknown as FastifyRequest, reply, answer, now)
  return sent
}

describe('an answer', () => {
  const answer = toAnswer(contentOf())
  const { etag } = answer

  test.each([etag, etag.slice(2), `W/"b", ${etag}`, '*', ` ${etag} `])('is 304 to %j', (header) => {
    expect(send(answer, header)).toMatchObject({ status: 304, body: '', headers: { etag } })
  })

  test.each(['W/"b"', '', undefined, etag.slice(3, -1)])('is sent whole to %j', (header) => {
    expect(send(answer, header)).toEqual({
      status: 200,
      body: '2.5',
      headers: {
        etag,
        'cache-control': 'public, no-cache',
        'content-type': 'application/json; charset=utf-8',
      },
    })
  })

  test('has datetime put in, of which the tag knows nothing', () => {
    const dated = toAnswer(contentOf({ before: '{"datetime":', datetime: 'iso', after: '}' }))
    expect(send(dated).body).toBe('{"datetime":"2026-11-20T14:08:23-04:00"}')
    expect(dated.etag).toBe(
      toAnswer(contentOf({ before: '{"datetime":', datetime: 'long', after: '}' })).etag,
    )
  })

  test('says when it is simulated or for one caller only, and another content is another tag', () => {
    const simulated = toAnswer(contentOf({ isSimulated: true, keptBy: 'caller' }))
    expect(send(simulated).headers).toMatchObject({
      'x-simulated': 'true',
      'cache-control': 'private, no-cache',
    })
    expect(new Set([etag, simulated.etag, toAnswer(contentOf({ before: '2.6' })).etag]).size).toBe(3)
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
