import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jumpToHold } from '../../../../src/service/collect/judge.ts'
import type { HeldJump } from '../../../../src/service/history/stored-monitor.ts'

const MINUTE = 60_000

/** What the guard says to each price in turn, a minute apart. */
function say(prices: readonly string[], stepMs = MINUTE): ('held' | 'believed')[] {
  let held: HeldJump | undefined
  return prices.map((price, i) => {
    held = jumpToHold({ last: '100', price, held, now: i * stepMs })
    return held ? 'held' : 'believed'
  })
}

describe('the jump guard', () => {
  test('believes the first price there is', () => {
    expect(jumpToHold({ last: undefined, price: '1000000', held: undefined, now: 0 })).toBeUndefined()
  })

  test('believes exactly ×3 and ÷3, and holds back the least beyond', () => {
    expect(say(['300'])).toEqual(['believed'])
    expect(say(['300.000001'])).toEqual(['held'])
    expect(say(['33.4'])).toEqual(['believed'])
    expect(say(['33.333333'])).toEqual(['held'])
  })

  test('believes a jump when every collection said so for ten minutes', () => {
    expect(say(Array(11).fill('500'))).toEqual([...Array(10).fill('held'), 'believed'])
    expect(say(Array(11).fill('20'))).toEqual([...Array(10).fill('held'), 'believed'])
  })

  test('asks two collections also of a page that is read once an hour', () => {
    expect(say(['500', '510'], 60 * MINUTE)).toEqual(['held', 'believed'])
  })

  test('begins again after a collection that said something else', () => {
    const usual = [...Array(9).fill('500'), '101', ...Array(10).fill('500')]
    expect(say(usual).slice(10)).toEqual(Array(10).fill('held'))
    const otherWay = [...Array(9).fill('500'), '20', ...Array(10).fill('500')]
    expect(say(otherWay).slice(10)).toEqual(Array(10).fill('held'))
  })

  test('never holds back a price within ×3, whatever was held before', () => {
    const price = fc.integer({ min: 34, max: 300 }).map(String)
    const held = fc.constantFrom<HeldJump | undefined>(undefined, {
      direction: 'up',
      since: 0,
    })
    fc.assert(
      fc.property(
        price,
        held,
        (one, before) => !jumpToHold({ last: '100', price: one, held: before, now: 1 }),
      ),
    )
  })

  describe('of a price that moves by 35 % in a day at most', () => {
    const STEP = 35
    const holds = (price: string, since = 0, now = 0) =>
      jumpToHold({ last: '800', price, held: { direction: 'up', since }, now, step: STEP }) !== undefined

    test.each(['893.6', '1040', '1080', '592.6'])('believes a step to %s at once', (price) => {
      expect(holds(price)).toBe(false)
    })

    test('holds a larger one for half an hour', () => {
      expect(holds('1081')).toBe(true)
      expect(holds('1081', 0, 30 * MINUTE - 1)).toBe(true)
      expect(holds('1081', 0, 30 * MINUTE)).toBe(false)
    })

    test.each(['8000', '8120', '80', '79', '80000', '8', '800000', '0.8'])(
      'never believes %s, a lost comma, alone',
      (price) => {
        expect(holds(price, 0, 365 * 24 * 60 * MINUTE)).toBe(true)
      },
    )
  })
})
