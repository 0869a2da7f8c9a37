import { describe, expect, it } from 'vitest'
import { parseChat } from '../../../../src/chats/chat.ts'
import { monitorRef } from '../../../../src/domain/monitor.ts'
import type { SequencedQuote, Trigger } from '../../../../src/push/deliver/load.ts'
import type { Composition } from '../../../../src/push/deliver/outcomes.ts'
import { quoteOf, USD } from '../../../support/push.ts'
import { composeFor, HOUR_MS, trigger } from './composing.ts'

const EIGHT = Date.UTC(2026, 10, 21, 12) // in Caracas
const REF = monitorRef(USD)
const DAILY = { lang: 'en', digest: '08:00', digested: String(EIGHT - 24 * HOUR_MS) }
const price: SequencedQuote = { quote: quoteOf('820'), asOf: EIGHT, sequence: 4 }
const triggered = trigger(1, EIGHT, '810', '820')

const composeAt = (
  now: number,
  fields: Record<string, string>,
  triggers: readonly Trigger[] = [],
  known: readonly SequencedQuote[] = [],
): Composition =>
  composeFor({ chat: parseChat({ ...DAILY, ...fields }), triggers, prices: [price], known, now })

/** The fields of the chat that a composition writes. */
const fieldsOf = (composed: Composition) => (composed.kind === 'later' ? undefined : composed.account.fields)

describe('the hour of a digest without prices', () => {
  it.each([
    ['the chat is sent nothing', {}, []],
    ['an alert is delivered', { alert1: `above ${REF} 815` }, [triggered]],
  ])('has passed where %s', (_case, fields: Record<string, string>, triggers: readonly Trigger[]) => {
    const digest = { digested: String(EIGHT), digestPrices: '' }
    expect(fieldsOf(composeAt(EIGHT, fields, triggers))).toEqual(digest)
  })

  it('has not passed before it comes', () => {
    expect(fieldsOf(composeAt(EIGHT - 1, {}))).toEqual({})
  })

  it('brings no digest later with the price of a monitor followed since', () => {
    const passed = fieldsOf(composeAt(EIGHT, {})) ?? {}
    const follow = { [REF]: `800 ${((EIGHT + HOUR_MS) / 1_000).toString(36)} 3` }
    const composed = composeAt(EIGHT + 2 * HOUR_MS, { ...passed, ...follow })
    expect(composed).toMatchObject({ kind: 'message', text: expect.not.stringContaining('Digest') })
  })
})

const AHEAD = { [REF]: '800 0 3', digested: String(EIGHT + 40 * 24 * HOUR_MS), digestPrices: `${REF} 790` }

it('a digest that was sent while the clock was 40 days ahead does not stop the next one at its hour', () => {
  const composed = composeAt(EIGHT, AHEAD)
  expect(composed).toMatchObject({ kind: 'message', text: expect.stringContaining('Digest') })
  expect(fieldsOf(composed)).toEqual({ digested: String(EIGHT), digestPrices: `${REF} 820` })
})

it('a digest that was sent while the clock was 40 days ahead counts as sent now at any other time, and is stored so', () => {
  const before = composeAt(EIGHT - HOUR_MS, { ...AHEAD, [REF]: '820 0 4' })
  const fields = fieldsOf(before) ?? {}
  expect([before.kind, fields]).toEqual(['silence', { digested: String(EIGHT - HOUR_MS) }])
  expect(composeAt(EIGHT, { ...AHEAD, ...fields })).toMatchObject({ kind: 'message' })
})

it('a digest of a chat that follows nothing shows the main rates, each compared with the digest before', () => {
  const first = composeAt(EIGHT, {}, [], [price])
  expect(first).toMatchObject({ kind: 'message', text: expect.stringContaining('820.00') })
  const fields = fieldsOf(first) ?? {}
  expect(fields).toMatchObject({ digestPrices: `${REF} 820` })
  const dearer = { ...price, quote: quoteOf('840') }
  const next = composeAt(EIGHT + 24 * HOUR_MS, fields, [], [dearer])
  expect(next).toMatchObject({ text: expect.stringMatching(/840\.00 +▲ +20\.00/) })
})

it('a digest of a chat that follows nothing comes at each of its times, on its weekdays alone', () => {
  const fields = { digest: '08:00,13:00 12345', digested: String(EIGHT - 14 * HOUR_MS) }
  // The 21st of November 2026 is a Saturday.
  expect(composeAt(EIGHT, fields, [], [price])).toMatchObject({ kind: 'silence' })
  const monday = EIGHT + 48 * HOUR_MS
  const first = composeAt(monday, fields, [], [price])
  expect(first).toMatchObject({ kind: 'message', account: { dueAt: monday + 5 * HOUR_MS } })
})

it('a chat that is paused until a time is sent nothing before it', () => {
  const till = EIGHT + HOUR_MS
  expect(composeAt(EIGHT, { muted: String(till) }, [triggered], [price])).toEqual({ kind: 'later', at: till })
  expect(composeAt(till, { muted: String(till) }, [], [price])).toMatchObject({ kind: 'message' })
})
