import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRequestReader } from '../../../bench/stand-in/read-requests.ts'
import { createStrictSecond, worstSecond } from '../../../bench/stand-in/strict-second.ts'

const requestOf = (body: string, name = 'content-length'): string =>
  `POST /bot1:a/sendMessage HTTP/1.1\r\nhost: h\r\n${name}: ${Buffer.byteLength(body)}\r\naccept: */*\r\n\r\n${body}`

/** The bodies that a reader makes of the chunks. */
function bodiesOf(chunks: readonly Buffer[]): string[] {
  const bodies: string[] = []
  const read = createRequestReader((bytes, _at, bodyAt, end) =>
    bodies.push(bytes.toString('utf8', bodyAt, end)),
  )
  for (const chunk of chunks) read(chunk)
  return bodies
}

describe('the stand-in reads requests', () => {
  it('whole, wherever their bytes were split', () => {
    const sent = ['{"text":"Bs. 1"}', '', '{"text":"más\\r\\n"}']
    const bytes = Buffer.from(sent.map((body) => requestOf(body)).join(''))
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 6 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
        const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end))
        expect(bodiesOf(chunks)).toEqual(sent)
      }),
    )
  })

  it('with their length spelt in any case', () => {
    expect(bodiesOf([Buffer.from(requestOf('{"a":1}', 'Content-Length'))])).toEqual(['{"a":1}'])
  })

  it('without a body', () => {
    expect(bodiesOf([Buffer.from('GET /bot1:a/getMe HTTP/1.1\r\nhost: h\r\n\r\n')])).toEqual([''])
  })
})

describe('a strict second', () => {
  it('takes no more than its cap in any sliding second', () => {
    const judge = createStrictSecond(2)
    expect([0, 600, 1_000, 1_600].map(judge)).toEqual([true, true, true, true])
    expect([0, 600, 999].map(createStrictSecond(2))).toEqual([true, true, false])
  })

  it('refuses everything for a second after each refusal', () => {
    const judge = createStrictSecond(1)
    expect([0, 1, 1_000, 1_999, 2_999].map(judge)).toEqual([true, false, false, false, true])
  })

  it('knows the worst of any sliding second', () => {
    expect(worstSecond([])).toBe(0)
    expect(worstSecond([0, 999, 1_000, 1_500, 1_998, 1_999, 5_000])).toBe(4)
  })
})
