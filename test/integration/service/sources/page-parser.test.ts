import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createPageParser, type PageToParse } from '../../../../src/service/sources/parse/page-parser.ts'
import { PageProblem } from '../../../../src/service/sources/source.ts'
import { longestTurnDuring } from '../../../support/machine.ts'

const KIB = 1024
const MIB = KIB * KIB
const PLENTY_MS = 60_000

const html = (text: string): PageToParse => ({ kind: 'html', text, wanted: [{ key: 'usd', price: 'b' }] })
const good = html('<b>36,5</b>')
const nested = (bytes: number): PageToParse => html('<div>'.repeat(bytes / 5))
const never = (): AbortSignal => new AbortController().signal

/** Parsing on the event loop takes half a second, or ten. */
const TURN_MS_MAX = 150

const parse = createPageParser({ timeoutMs: PLENTY_MS })

test('a page in a thread of its own of 2 MB of JSON holds nobody up', async () => {
  const text = `[${'0,'.repeat(MIB - 2)}0]`
  const { turnMs } = await longestTurnDuring(() => parse({ kind: 'json', text, wanted: [] }, never()))
  expect(turnMs).toBeLessThan(TURN_MS_MAX)
})

describe('a page that takes too long', () => {
  test.each([195 * KIB, 2 * MIB])(
    'of %i bytes of unclosed <div> is ended, and holds nobody up',
    async (bytes) => {
      const parse = createPageParser({ timeoutMs: 500 })
      const { done, turnMs } = await longestTurnDuring(() =>
        parse(nested(bytes), never()).catch((error: unknown) => error),
      )
      expect(done).toEqual(new PageProblem('the page cannot be parsed: it took too long'))
      expect(turnMs).toBeLessThan(TURN_MS_MAX)
    },
  )

  test('leaves a thread to the others, and those that wait get theirs when it is ended', async () => {
    // A busy machine needs over 3 s to start a thread and read a small page; the long ones need 10 s on any.
    const parse = createPageParser({ timeoutMs: 7_000, threadsMax: 2 })
    const signal = never()
    const outcomes = await Promise.allSettled([
      parse(nested(195 * KIB), signal),
      parse(nested(195 * KIB), signal),
      ...Array.from({ length: 5 }, () => parse(good, signal)),
    ])
    expect(getEventListeners(signal, 'abort')).toEqual([])
    const statuses = outcomes.map(({ status }) => status)
    expect(statuses).toEqual([...Array(2).fill('rejected'), ...Array(5).fill('fulfilled')])
  })

  test('is ended by its collection too, and one that still waits gives its place up', async () => {
    const parse = createPageParser({ timeoutMs: PLENTY_MS, threadsMax: 2 })
    const deadline = new AbortController()
    const pages = [1, 2, 3].map(() => parse(nested(195 * KIB), deadline.signal))
    deadline.abort()
    const outcomes = await Promise.allSettled(pages)
    expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    expect(await parse(good, never())).toMatchObject({ observations: [{ price: '36.5' }] })
  })
})
