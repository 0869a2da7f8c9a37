import { describe, expect, it } from 'vitest'
import type { ObservedQuote } from '../../../../src/prices/prices.ts'
import { isMissed } from '../../../../src/push/register/reconcile.ts'
import { quoteOf } from '../../../support/push.ts'

const sight = (price: string, asOf: number): ObservedQuote => ({ quote: quoteOf(price), asOf })

describe('a price that the rate API answers', () => {
  it.each([
    ['a new price is missed', sight('820', 2_000), sight('800', 1_000), true],
    ['the first price is missed', sight('820', 2_000), undefined, true],
    ['the same price is not', sight('800', 2_000), sight('800', 1_000), false],
    ['the known price rounded is not', sight('800.12', 2_000), sight('800.1234', 1_000), false],
    ['an older answer is not', sight('820', 1_000), sight('800', 1_000), false],
  ])('%s', (_case, seen, known, missed) => {
    expect(isMissed(seen, known)).toBe(missed)
  })
})
