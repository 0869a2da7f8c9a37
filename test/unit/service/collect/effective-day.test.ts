import { describe, expect, test } from 'vitest'
import { parseMoment } from '../../../../src/domain/moment.ts'
import { withEffectiveDay } from '../../../../src/service/collect/combine.ts'

const at = (text: string): number => parseMoment(text) ?? 0
const seen = (lastUpdate: string, since = lastUpdate) => ({
  source: 'DolarApi',
  observation: { key: 'usd', price: '861', lastUpdate: at(lastUpdate) },
  since: at(since),
  isStamped: false,
})

describe('the effective day of a price from a source that only says when it took it over', () => {
  test.each([
    ['2026-01-20T17:02:00-04:00', '2026-01-21', 'on a Tuesday evening is Wednesday'],
    ['2026-01-21T09:00:00-04:00', '2026-01-21', 'on a Wednesday morning is that day'],
    ['2026-01-23T16:30:00-04:00', '2026-01-26', 'on a Friday evening is Monday'],
    ['2026-01-24T10:00:00-04:00', '2026-01-26', 'on a Saturday is Monday'],
  ])('%s: %s, which %s', (published, day) => {
    expect(withEffectiveDay(seen(published), '860').observation).toEqual({
      ...seen(day).observation,
      publishedAt: at(published),
    })
  })

  test('is that of the time at which the price was first seen, where the source gives a newer time each day', () => {
    const stuck = seen('2026-01-21T17:02:00-04:00', '2026-01-20T17:02:00-04:00')
    expect(withEffectiveDay(stuck, '862').observation.lastUpdate).toBe(at('2026-01-21'))
  })

  test('stays as it is stored where the price is known, and as the source says where it names a day', () => {
    const evening = seen('2026-01-20T17:02:00-04:00')
    expect(withEffectiveDay(evening, '861')).toEqual({ ...evening, isStamped: true })
    expect(withEffectiveDay(seen('2026-01-26'), '860')).toEqual(seen('2026-01-26'))
  })
})
