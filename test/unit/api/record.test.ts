import { describe, expect, it } from 'vitest'
import { readNotification } from '../../../src/api/notification.ts'
import { asOfOrNow, tolerantRecord, toQuote } from '../../../src/api/record.ts'

const RECORD = { price: 63.25, last_update: '2026-11-20' }
const quoteOf = (record: object) =>
  toQuote({ page: 'p', currency: 'dollar', key: 'usd' }, tolerantRecord.parse({ ...RECORD, ...record }))

describe('a record of any server of the family', () => {
  it.each([
    ['a half character, which Redis cannot decode', 'D\ud800lar', 'D\ufffdlar'],
    ['line breaks and other controls', 'Dólar\n\n\u0000 oficial\t', 'Dólar oficial'],
    ['signs that turn the line around', '\u202eDólar\u2066', 'Dólar'],
    ['nothing that can be read', ' \u0007 ', 'usd'],
    ['a composed picture sign', 'Familia 👨‍👩‍👧', 'Familia 👨‍👩‍👧'],
  ])('has a title in one line of whole characters where it comes with %s', (_case, title, shown) => {
    expect(quoteOf({ title }).title).toBe(shown)
  })

  it('has no picture whose address is longer than addresses are', () => {
    expect(quoteOf({ image: `https://here.example/${'x'.repeat(2_048)}` }).image).toBeNull()
    expect(quoteOf({ image: 'https://here.example/\ud800' }).image).toBe('https://here.example/\ufffd')
  })

  it('says what its price was made of and with which change a follow begins', () => {
    expect(quoteOf({ sources: ['BCV', 'Dolar\n\u202eApi'], least_change: 0.5 })).toMatchObject({
      sources: ['BCV', 'Dolar Api'],
      leastChange: 0.5,
    })
  })

  it.each([
    [{ sources: 'BCV', least_change: '0.5' }],
    [{ sources: [1], least_change: -1 }],
    [{ sources: null, least_change: 101 }],
    [{}],
  ])('says neither where a server gives something else: %j', (record) => {
    expect(Object.keys(quoteOf(record))).not.toContain('sources')
    expect(Object.keys(quoteOf(record))).not.toContain('leastChange')
  })

  it('is passed over where its key has more in it than a name, or is none', () => {
    const keys = ['a b', 'a:b', 'dollar/euro', 'b\ud800', 'b\u0000', '\u202eb', '', 'x'.repeat(65), 'b.i.d']
    const read = readNotification({ monitors: keys.map((key) => ({ ...RECORD, key })) })
    expect(read?.records.map((record) => record.key)).toEqual(['b.i.d'])
  })
})

it.each([
  ['with an offset', '2026-11-20T14:08:23.5-04:00', '2026-11-20T18:08:23.5Z'],
  ['without one, which is Caracas wherever we run', '2026-11-20T14:08:23', '2026-11-20T18:08:23Z'],
  ['as the rate API writes times', '20/11/2026, 02:08 PM', '2026-11-20T18:08:00Z'],
])('when a notification was made is read from a time %s', (_case, created, instant) => {
  const read = readNotification({ created_at: created, monitors: [] })
  expect(read?.createdAt).toBe(Date.parse(instant))
})

const NOW = 1_700_000_000_000

it.each([
  ['is believed where it lies in the past', NOW - 1_000, NOW - 1_000],
  ['is believed a little ahead of our clock', NOW + 60_000, NOW + 60_000],
  ['loses what is less than a millisecond', 1_000.7, 1_000],
])('the time that a server gives %s', (_case, dated, asOf) => {
  expect(asOfOrNow(dated, NOW)).toBe(asOf)
})

it.each([undefined, -1, Number.NEGATIVE_INFINITY, Number.NaN, NOW + 6 * 60_000, Number.POSITIVE_INFINITY])(
  'the time that a server gives is ours where it is %s',
  (dated) => {
    expect(asOfOrNow(dated, NOW)).toBe(NOW)
  },
)
