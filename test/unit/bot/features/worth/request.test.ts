import { expect, test } from 'vitest'
import {
  formatOfferButton,
  type OfferRequest,
  parseOfferButton,
} from '../../../../../src/bot/features/worth/request.ts'
import { parseButtonData } from '../../../../../src/telegram/button-data.ts'

test.each<OfferRequest>([
  { side: 'sold', price: '980', currency: 'dollar' },
  { side: 'bought', price: '1010.5', amount: '100', currency: 'euro' },
])('%j is carried by a button', (offer) => {
  const data = formatOfferButton(offer) ?? ''
  expect(parseOfferButton(parseButtonData(data)?.argument ?? '')).toEqual(offer)
})

test('an offer that does not fit in a link has no button', () => {
  const digits = '1'.repeat(22)
  expect(formatOfferButton({ side: 'sold', price: digits, amount: digits, currency: 'euro' })).toBeUndefined()
})

test.each(['', 's', 's0', 'x9', 's9a0', 's9a', 's-9', 's9e5'])('%j is no offer of ours', (argument) => {
  expect(parseOfferButton(argument)).toBeUndefined()
})
