import { describe, expect, it } from 'vitest'
import {
  isPaid,
  parseCharge,
  type ReadCharge,
  readNextBill,
  readPayment,
  unpaid,
} from '../../../src/language/bill.ts'
import type { ChargeRequest } from '../../../src/language/request.ts'
import { LINE_LENGTH_MAX, tokensOf } from '../../../src/language/tokens.ts'

const requestIn = (read: ReadCharge): ChargeRequest => {
  if (read.kind === 'unreadable') throw new Error(read.reason)
  return read.request
}
const billOf = (line: string): ChargeRequest => requestIn(parseCharge(line))

describe('what more is paid for a bill', () => {
  it.each<[string, string, Partial<ChargeRequest>]>([
    ['20 eur', 'paga 15', { currency: 'euro', paid: { foreign: '15', bolivares: '0' } }],
    ['20 eur', '15 usd', { currency: 'dollar', billedIn: 'euro', paid: { foreign: '15', bolivares: '0' } }],
    ['20 eur paga 5', 'y 2.000 bs con igtf', { paid: { foreign: '5', bolivares: '2000' }, isTaxed: true }],
    ['20 paga 5 usd y 100 bs', 'y 5 usd', { paid: { foreign: '10', bolivares: '100' } }],
    [
      '16.000 bs',
      '10',
      { bill: { amount: '16000', in: 'bolivares' }, paid: { foreign: '10', bolivares: '0' } },
    ],
    ['20 con igtf', 'paga 15', { isTaxed: true, paid: { foreign: '15', bolivares: '0' } }],
    ['20 con igtf', 'sin igtf', { isTaxed: false, paid: { foreign: '0', bolivares: '0' } }],
    ['12x2', 'paga 15', { bill: { amount: '24', in: 'foreign' }, sum: '12x2' }],
  ])('of %s, “%s” is added to what was paid', (bill, line, expected) => {
    expect(requestIn(readPayment(tokensOf(line) ?? [], billOf(bill)))).toMatchObject(expected)
  })

  it.each([
    ['perro', { reason: 'not_understood', word: 'perro' }],
    ['', { reason: 'no_amount' }],
    ['10 eur', { reason: 'two_moneys' }],
  ])('is not read in “%s”', (line, expected) => {
    expect(readPayment(tokensOf(line) ?? [], billOf('20 paga 5 usd'))).toEqual({
      kind: 'unreadable',
      ...expected,
    })
  })

  it('is read in a line of just the length that is read', () => {
    expect(parseCharge('1'.padEnd(LINE_LENGTH_MAX)).kind).toBe('charge')
    expect(parseCharge('1'.padEnd(LINE_LENGTH_MAX + 1))).toEqual({ kind: 'unreadable', reason: 'too_long' })
  })
})

describe('another bill after one', () => {
  it.each<[string, string, Partial<ChargeRequest>]>([
    ['20 eur', 'y 50?', { bill: { amount: '50', in: 'foreign' }, currency: 'euro' }],
    ['20 eur', 'y 50 usd', { currency: 'dollar' }],
    ['20 eur paga 15 usd', 'y 50', { currency: 'euro', paid: { foreign: '0', bolivares: '0' } }],
    ['100 bs', 'y 50', { bill: { amount: '50', in: 'bolivares' } }],
    ['20 con igtf', 'y 50', { isTaxed: true }],
    ['20 con igtf', 'y 50 sin igtf', { isTaxed: false }],
  ])('of %s, “%s” is in its money unless it names another', (before, line, expected) => {
    expect(requestIn(readNextBill(tokensOf(line) ?? [], billOf(before)))).toMatchObject(expected)
  })

  it('is none where there is no amount', () => {
    expect(readNextBill(tokensOf('y') ?? [], billOf('20'))).toEqual({
      kind: 'unreadable',
      reason: 'no_amount',
    })
  })
})

describe('a bill of which something is paid', () => {
  it('is known by any money, and becomes the bill that it was, in its own money', () => {
    expect(['20', '20 paga 15 usd', '20 paga 2.000 bs'].map((line) => isPaid(billOf(line)))).toEqual([
      false,
      true,
      true,
    ])
    expect(unpaid(billOf('20 eur paga 15 usd y 100 bs'))).toEqual(billOf('20 eur'))
    expect(unpaid(billOf('20 usd paga 15 usd'))).toEqual(billOf('20 usd'))
  })
})
