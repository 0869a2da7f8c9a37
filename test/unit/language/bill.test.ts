import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, multiply } from '../../../src/domain/decimal.ts'
import { parseCharge } from '../../../src/language/bill.ts'

describe('a bill as it is typed', () => {
  it('is read in the notation of its writer', () => {
    const read = parseCharge('1,250x2 paga 1,250.50', { numbers: 'en-US' })
    expect(read).toMatchObject({
      request: { bill: { amount: '2500' }, sum: '1,250x2', paid: { foreign: '1250.5' } },
    })
  })

  it('is calculated exactly, whatever is added and multiplied', () => {
    const amounts = fc
      .integer({ min: 1, max: 99_999 })
      .map((one) => `${Math.floor(one / 100)},${String(one % 100).padStart(2, '0')}`)
    const decimal = (text: string) => text.replace(',', '.')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(amounts, fc.integer({ min: 1, max: 99 })), { minLength: 1, maxLength: 8 }),
        (items) => {
          const line = items.map(([price, count]) => `${count}x${price}`).join('+')
          const total = items.map(([price, count]) => multiply(decimal(price), String(count))).reduce(add)
          const charge = parseCharge(line)
          expect(charge.kind === 'charge' ? charge.request.bill.amount : charge).toBe(total)
        },
      ),
    )
  })

  it('is never an exception, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (line) => {
        expect(['charge', 'unreadable']).toContain(parseCharge(line).kind)
      }),
    )
  })
})
