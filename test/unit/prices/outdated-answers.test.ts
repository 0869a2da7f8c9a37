import { describe, expect, it } from 'vitest'
import type { ObservedQuote } from '../../../src/prices/observed-quote.ts'
import { createOutdatedAnswerFilter } from '../../../src/prices/outdated-answers.ts'
import { quoteOf } from '../../support/push.ts'

const MINUTE_MS = 60_000
const THEN = 1_700_000_000_000

/** A price as of so many minutes, and its own time in minutes before or after then. */
const seen = (price: string, minutes: number, ownMinutes = 0, priceOld = price): ObservedQuote => ({
  quote: quoteOf(price, { priceOld, lastUpdate: THEN + ownMinutes * MINUTE_MS }),
  asOf: THEN + minutes * MINUTE_MS,
})

type Answer = Parameters<typeof seen>

describe('an answer of the rate API', () => {
  /** Which of the answers are accepted, one after the other, where this is known. */
  const accepted = (known: Answer, answers: readonly Answer[], isDoubted = false): (string | undefined)[] => {
    const { accept } = createOutdatedAnswerFilter()
    return answers.map((answer) => accept(seen(...answer), seen(...known), isDoubted)?.quote.price)
  }
  const at = (price: string, ...minutes: readonly number[]): Answer[] =>
    minutes.map((minute) => [price, minute])
  const none = undefined
  const AHEAD: Answer = ['101', 5]
  const MOVED: Answer = ['102', 0, 0, '101']
  const ROUNDED: Answer = ['102', 0, 0, '101.4567']
  /** The price before, and in between another answer. */
  const RETURNED: Answer[] = [...at('101', 1, 2), ['102', 3], ...at('101', 4, 5)]
  const back = (minute: number): Answer => ['101', minute, -9]

  it.each<[string, Answer, Answer[], (string | undefined)[]]>([
    ['nothing goes against it', ['101', 0], [...at('102', 1), ['103', 2, 1]], ['102', '103']],
    [
      'three are of an earlier time',
      AHEAD,
      [
        ['102', 1],
        ['103', 2, 1],
        ['104', 3, 2],
      ],
      [none, none, '104'],
    ],
    ['they are the same, from a cache', AHEAD, at('102', 1, 1, 1, 1), [none, none, none, none]],
    ['they come within a minute', AHEAD, at('102', 1, 1.3, 1.6, 2), [none, none, none, '102']],
    ['its own time went back', ['102', 0], [back(1), back(2), back(3)], [none, none, '101']],
    ['it has the price before again', MOVED, RETURNED, [none, none, '102', none, none]],
    ['it has the price before rounded', ROUNDED, at('101.46', 1, 2, 3), [none, none, '101.46']],
    ['a price came back at a later time of its own', MOVED, [['101', 1, 1]], ['101']],
  ])('is accepted or not: %s', (_case, known, answers, prices) => {
    expect(accepted(known, answers)).toEqual(prices)
  })

  it.each([
    ['three within 20 s are', [1, 1.17, 1.34], [none, none, '102']],
    ['three within 10 s are not', [1, 1.08, 1.16], [none, none, none]],
    ['one again and again, from a cache, is not', [1, 1, 1, 1, 1], [none, none, none, none, none]],
  ])('is accepted sooner where a notification is dated back too: %s', (_case, minutes, prices) => {
    const answers = at('102', ...minutes)
    expect(accepted(['101', 60], answers, true)).toEqual(prices)
    expect(accepted(['101', 60], answers)).toEqual(prices.map(() => none))
  })

  it('is accepted sooner too where a price moves on that has its time from the clock that was set back', () => {
    const answers = [1, 1.17, 1.34].map((minute, index): Answer => [`${102 + index}`, minute, minute])
    expect(accepted(['101', 60, 60], answers, true)).toEqual([none, none, '104'])
    expect(accepted(['101', 60, 60], answers)).toEqual([none, none, none])
  })

  it('with an older price, of a replica that is behind, is not accepted sooner where a notification came late', () => {
    const answers = at('101', 1, 1.17, 1.34, 2.1)
    expect(accepted(MOVED, answers, true)).toEqual([none, none, none, '101'])
  })

  it('is counted anew from the clock being set back once more', () => {
    const answers = at('102', 60, 61, 1, 2, 3)
    expect(accepted(['101', 120], answers)).toEqual([none, none, none, none, '102'])
  })

  it('is compared with the price before also where that was seen and not named', () => {
    const { accept } = createOutdatedAnswerFilter()
    accept(seen('101', 1), seen('101', 0))
    accept(seen('102', 2), seen('102', 2))
    expect(accept(seen('101', 3), seen('102', 2))).toBeUndefined()
  })

  it('is counted from one again where a newer price was notified in between', () => {
    const { accept } = createOutdatedAnswerFilter()
    const known = (minute: number) => seen('102', minute < 3 ? 5 : 6)
    const answers = [1, 2, 3, 4].map((minute) => accept(seen('101', minute), known(minute)))
    expect(answers).toEqual([none, none, none, none])
  })

  it('names the time that it corrects once it is accepted', () => {
    const { accept } = createOutdatedAnswerFilter()
    const known = seen('101', 5)
    const answers = [1, 2, 3].map((minute) => accept(seen('102', minute), known))
    expect(answers[2]).toEqual({ ...seen('102', 3), corrects: known.asOf })
  })
})
