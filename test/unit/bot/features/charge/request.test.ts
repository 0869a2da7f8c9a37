import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ChargeButton,
  formatChargeButton,
  parseChargeButton,
} from '../../../../../src/bot/features/charge/request.ts'
import { divide } from '../../../../../src/rates/decimal.ts'
import { BUTTON_BYTES_MAX, parseButtonData } from '../../../../../src/telegram/button-data.ts'

const cents = (min: number, max: number) => fc.integer({ min, max }).map((one) => divide(String(one), '100'))
const buttons = fc.record<ChargeButton>({
  request: fc.record(
    {
      bill: fc.record({
        amount: cents(1, 200_000_000),
        in: fc.constantFrom('foreign' as const, 'bolivares' as const),
      }),
      currency: fc.constantFrom('dollar' as const, 'euro' as const),
      paid: fc.record({ foreign: cents(0, 200_000_000), bolivares: cents(0, 200_000_000) }),
      sum: fc.constantFrom('12x25+8', '120-10%', '1.250/4'),
      isTaxed: fc.boolean(),
    },
    { requiredKeys: ['bill', 'currency', 'paid'] },
  ),
  asksPaid: fc.boolean(),
})

/** A bill in one foreign money that is paid in the other. */
const crossed: ChargeButton = {
  request: {
    bill: { amount: '20', in: 'foreign' },
    currency: 'dollar',
    billedIn: 'euro',
    paid: { foreign: '15', bolivares: '0' },
  },
  asksPaid: false,
}

const reread = (button: ChargeButton): ChargeButton | undefined => {
  const data = formatChargeButton(button)
  expect(Buffer.byteLength(data ?? '')).toBeLessThanOrEqual(BUTTON_BYTES_MAX)
  return parseChargeButton(parseButtonData(data ?? '')?.argument ?? '')
}

describe('a button under a bill', () => {
  it('carries the whole bill, and fits in a link to the private chat', () => {
    fc.assert(fc.property(buttons, (button) => void expect(reread(button)).toEqual(button)))
  })

  it.each([
    ['a bill in euros that is paid in dollars', crossed],
    [
      'a bill in dollars that is paid in euros',
      { ...crossed, request: { ...crossed.request, currency: 'euro', billedIn: 'dollar' } },
    ] as const,
  ])('carries %s', (_, button) => {
    expect(reread(button)).toEqual(button)
  })

  it('leaves out a sum that is too long', () => {
    const request = {
      bill: { amount: '308', in: 'foreign' },
      currency: 'dollar',
      paid: { foreign: '0', bolivares: '0' },
    } as const
    const sum = '12x25+8'.repeat(9)
    expect(reread({ request: { ...request, sum }, asksPaid: false })).toEqual({ request, asksPaid: false })
  })

  it.each([
    '',
    'd',
    'd0',
    'z20',
    'd20p',
    'd20q',
    'd-5',
    'd2000000000000',
    'd20b9999999999999',
    'd1e9',
    'd20:<b>',
  ])('that is not ours is not read: %j', (argument) => {
    expect(parseChargeButton(argument)).toBeUndefined()
  })
})
