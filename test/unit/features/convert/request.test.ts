import { expect, test } from 'vitest'
import { type MonitorId, monitorName } from '../../../../src/domain/monitor.ts'
import { exchange, waysOf } from '../../../../src/features/convert/exchange.ts'
import { readConversionRequest } from '../../../../src/features/convert/request.ts'
import { parseConversion } from '../../../../src/language/conversion.ts'
import type { ObservedQuote } from '../../../../src/prices/prices.ts'
import { createMemoryPrices, monitor, QUOTES, quote } from '../../../integration/bot/memory.ts'
import { NOW, quoteOf } from '../samples.ts'

const TODAY = '2026-01-21'
const prices = createMemoryPrices([...QUOTES, quote(monitor('page_beta.eur', 'euro'), 'Euro', '950')])

function read(line: string) {
  const parsed = parseConversion(line, TODAY)
  if (parsed.kind !== 'conversion') throw new Error(`${line}: ${parsed.reason}`)
  return readConversionRequest(parsed.conversion, prices.find)
}

function waysFor(line: string, defaults: readonly MonitorId[] = [], { all } = prices): string[] {
  const request = read(line)
  if (request.kind !== 'request') throw new Error(request.kind)
  const ways = waysOf(request.request, { all: all(), defaults })
  return ways.map((way) => way.map(({ quote: one }) => monitorName(one.monitor)).join(' → '))
}

test.each([
  ['100 usd', ['page_alpha.usd', 'page_beta.usd']],
  ['100 eur', ['page_alpha.eur', 'page_beta.eur']],
  ['5000 bs', ['page_alpha.usd', 'page_beta.usd']],
  ['5000 bs a eur', ['page_alpha.eur', 'page_beta.eur']],
  ['100 usd page_beta.usd', ['page_beta.usd']],
  ['100 page_beta.usd', ['page_beta.usd']],
  ['100 promedio', ['page_beta.promedio']],
  ['5000 bs a page_beta.eur', ['page_beta.eur']],
  ['5000 bs page_beta.eur', ['page_beta.eur']],
  ['100 usd a page_beta.usd', ['page_beta.usd']],
  ['100 usd a eur', ['page_alpha.usd → page_alpha.eur', 'page_beta.usd → page_beta.eur']],
  ['100 usd a page_beta.eur', ['page_beta.usd → page_beta.eur']],
  ['100 promedio a eur', ['page_beta.promedio → page_beta.eur']],
  ['100 promedio a page_alpha.eur', ['page_beta.promedio → page_alpha.eur']],
])('the monitors of a conversion %s', (line, expected) => {
  expect(waysFor(line)).toEqual(expected)
})

test('the monitors of a conversion are the chat’s own where it chose some and none is named', () => {
  const defaults = [monitor('page_beta.promedio'), monitor('page_beta.eur', 'euro')]
  expect(waysFor('100 usd', defaults)).toEqual(['page_beta.promedio'])
  expect(waysFor('100 eur', defaults)).toEqual(['page_beta.eur'])
  expect(waysFor('100 usd page_alpha.usd', defaults)).toEqual(['page_alpha.usd'])
})

test('the monitors of a conversion are all of the currency where none has its code for a key, and 12 at most', () => {
  const few = createMemoryPrices([quote(monitor('page_gamma.calle'), 'Calle', '900')])
  expect(waysFor('100 usd', [], few)).toEqual(['page_gamma.calle'])
  const many = Array.from({ length: 20 }, (_, at) => quote(monitor(`page_${at}.usd`), `Tasa ${at}`, '800'))
  expect(waysFor('100 usd', [], createMemoryPrices(many))).toHaveLength(12)
})

test('a name that shares its key brings the others along, an unknown one is said', () => {
  expect(read('100 usdx')).toMatchObject({ kind: 'unknown', name: 'usdx' })
  expect(read('100 bs a bs')).toEqual({ kind: 'same_money' })
  const request = read('100 page_alpha.usd')
  expect(request.kind === 'request' && request.others).toEqual([])
})

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
