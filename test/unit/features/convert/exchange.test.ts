import { expect, test } from 'vitest'
import { exchange } from '../../../../src/features/convert/exchange.ts'
import type { ObservedQuote } from '../../../../src/prices/prices.ts'
import { NOW, quoteOf } from '../samples.ts'

const noPast = { days: async () => ({ items: [] }) }
const at = (key: 'usd' | 'eur', price: string): ObservedQuote => {
  const currency = key === 'usd' ? 'dollar' : 'euro'
  return { quote: quoteOf({ monitor: { currency, page: 'page_beta', key }, price }), asOf: NOW }
}

test.each([
  ['bolivares', '801.9864', '928.3611', '20681.54'],
  ['bolivares', '812.4', '930', '20898'],
  ['euro', '801.9864', '928.3627', '22.28'],
] as const)('a sum in %s is that of its parts as they are shown', async (to, usd, eur, total) => {
  const request = {
    ...{ amount: '20', from: 'dollar' as const, to, plus: [{ amount: '5', from: 'euro' as const }] },
    monitors: [],
  }
  const exchanged = await exchange(request, [[at('usd', usd), at('eur', eur)]], noPast, NOW)
  expect(exchanged.kind === 'rows' && exchanged.rows[0].result).toBe(total)
})
