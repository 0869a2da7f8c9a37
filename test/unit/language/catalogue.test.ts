import { describe, expect, it, test } from 'vitest'
import { monitorName } from '../../../src/domain/monitor.ts'
import { parseAlert } from '../../../src/language/alert.ts'
import { joinAmounts } from '../../../src/language/amounts.ts'
import { createCatalogue, currencyNamed } from '../../../src/language/catalogue.ts'
import { parseConversion } from '../../../src/language/conversion.ts'
import { parseHistory } from '../../../src/language/history.ts'
import { tokensOf } from '../../../src/language/tokens.ts'
import { monitor, quote } from '../../integration/bot/memory.ts'
import { MONITORS, TODAY } from './monitors.ts'

const { find, markNames } = createCatalogue(MONITORS)
const named = (text: string): string[] => find(text).map((found) => monitorName(found.monitor))

describe('a name means one monitor', () => {
  it.each([
    ['bcv', 'bcv.usd'],
    ['Oficial', 'bcv.usd'],
    ['el dólar oficial', 'bcv.usd'],
    ['dolar del banco central', 'bcv.usd'],
    ['Banco Central', 'bcv.usd'],
    [' BCV.USD ', 'bcv.usd'],
    ['usd bcv', 'bcv.usd'],
    ['yuan bcv', 'bcv.cny'],
    ['en paralelo', 'paralelo.usd'],
    ['euro paralelo', 'paralelo.eur'],
    ['usdt pago móvil', 'binance.pagomovil'],
    ['binance usdt', 'binance.usdt'],
    ['euro bcv', 'bcv.eur'],
    ['euro del banco central', 'bcv.eur'],
    ['dollar:bcv.usd', 'bcv.usd'],
    ['negro', 'paralelo.usd'],
    ['mercado negro', 'paralelo.usd'],
    ['parallel', 'paralelo.usd'],
    ['usdt', 'binance.usdt'],
    ['binance compra', 'binance.compra'],
    ['venta en binance', 'binance.venta'],
    ['usdt al comprar', 'binance.compra'],
    ['liras turcas', 'bcv.try'],
  ])('%s: %s', (text, name) => {
    expect(named(text)[0]).toBe(name)
  })

  it.each([
    '',
    'el',
    'zelle',
    'bcv paralelo',
    'bcv promedio',
    'paralelo compra',
    'binance compra venta',
    'dólar usd',
    'banco de venezuela mercantil',
    '__proto__',
    'constructor',
  ])('%j means none', (text) => {
    expect(named(text)).toEqual([])
  })
})

test('the name of a dollar also offers the euro of its page, and an exact name offers nothing else', () => {
  expect(named('bcv')).toEqual(['bcv.usd', 'bcv.eur'])
  expect(named('bcv.usd')).toEqual(['bcv.usd'])
  for (const dollar of ['usd', 'dólares', 'el dolar'])
    expect(named(dollar)).toEqual(['bcv.usd', 'paralelo.usd', 'promedio.usd'])
  expect(named('euros')).toEqual(['bcv.eur', 'paralelo.eur'])
  expect(named('yuan')).toEqual(['bcv.cny'])
})

/** A text after its names are marked: each in brackets, with `$` where it says its currency. */
function markedIn(text: string): string {
  const words = markNames(joinAmounts(tokensOf(text) ?? [])).map((token) =>
    token.kind === 'name' ? `[${token.raw}${token.isMoney ? ' $' : ''}]` : token.text,
  )
  return words.join(' ')
}

describe('names in a text are marked', () => {
  it.each([
    ['el paralelo y el bcv', 'el [paralelo] y el [bcv]'],
    ['bcv, paralelo', '[bcv] , [paralelo]'],
    ['del bcv', 'del [bcv]'],
    ['el dolar del bcv', 'el [dolar bcv]'],
    ['dolar en binance', '[dolar binance $]'],
    ['binance compra 5', '[binance compra] 5'],
    ['usd bcv', 'usd [bcv]'],
    ['$ bcv', '[$ bcv $]'],
    ['euro bcv', '[euro bcv]'],
    ['el euro del oficial', 'el [euro oficial $]'],
  ])('%s: %s', (text, marked) => {
    expect(markedIn(text)).toBe(marked)
  })

  it.each([
    ['100 usd paralelo', '100 usd [paralelo]'],
    ['5 dolares al bcv', '5 dolares al [bcv]'],
    ['un millon de dolares al paralelo', '1000000 dolares al [paralelo]'],
    ['bcv a euros', '[bcv] a euros'],
    ['5$ bcv', '5 $ [bcv]'],
    ['$5 bcv', '$ 5 [bcv]'],
  ])('a currency stays with its amount: %s', (text, marked) => {
    expect(markedIn(text)).toBe(marked)
  })

  it.each([
    ['100 euros bcv', '100 euros [euro:bcv.eur]'],
    ['€5 del banco central', '€ 5 del [euro:bcv.eur]'],
    ['20 euros al paralelo', '20 euros al [euro:paralelo.eur]'],
    ['20 euros al promedio', '20 euros al [promedio]'],
  ])('beside an amount of euros a page means its euro, where it has one: %s', (text, marked) => {
    expect(markedIn(text)).toBe(marked)
  })
})

test('a currency alone is told from a place where it is traded', () => {
  expect([' El Dólar ', 'usd', '€', 'euros'].map(currencyNamed)).toEqual(['dollar', 'dollar', 'euro', 'euro'])
  for (const text of ['', 'bcv', 'dólar bcv', 'usd eur']) expect(currencyNamed(text)).toBeUndefined()
})

test('an alias wins over the key of another page', () => {
  const { find: lookUp } = createCatalogue([
    quote(monitor('first.bcv'), 'Some other', '1'),
    quote(monitor('second.usd'), 'Dólar', '2', { aliases: ['bcv'] }),
  ])
  expect(lookUp('bcv').map(({ price }) => price)).toEqual(['2'])
})

test('a page that has several dollars is named by its title only with the one that has its word as an alias', () => {
  const rates = (aliases: string[]) => [
    quote(monitor('p.usdt'), 'USDT', '1', { source: 'Mesa Norte', aliases }),
    quote(monitor('p.compra'), 'Compra', '2', { source: 'Mesa Norte' }),
  ]
  expect(createCatalogue(rates(['mesa'])).find('Mesa Norte')).toHaveLength(1)
  expect(createCatalogue(rates([])).find('Mesa Norte')).toEqual([])
})

test('a dollar and a euro with the same key are told apart by their currency', () => {
  const both = createCatalogue([
    quote(monitor('page.paralelo'), 'Paralelo', '1'),
    quote(monitor('page.paralelo', 'euro'), 'Paralelo', '2'),
  ])
  expect(both.find('euro paralelo').map(({ price }) => price)).toEqual(['2'])
  const [amount, unit, name] = both.markNames(tokensOf('100 euros paralelo') ?? [])
  expect([amount?.text, unit?.text, name?.kind]).toEqual(['100', 'euros', 'name'])
  expect(both.find(name?.kind === 'name' ? name.raw : '').map(({ price }) => price)).toEqual(['2'])
})

describe('commands take the same names', () => {
  it('in a conversion', () => {
    const read = parseConversion('100 usd a tasa del banco central', TODAY, { markNames })
    expect(read).toMatchObject({
      conversion: { amount: '100', from: { code: 'USD' }, at: ['banco central'] },
    })
  })

  it('in an alert, also one without a direction', () => {
    expect(parseAlert('dólar paralelo > 900', TODAY, { markNames })).toMatchObject({
      request: { signal: { name: 'dólar paralelo' }, condition: { kind: 'above' } },
    })
    expect(parseAlert('el negro 1050', TODAY, { markNames })).toMatchObject({
      request: { signal: { name: 'negro' }, condition: { kind: 'reaches', threshold: '1050' } },
    })
  })

  it('in a chart, where `usd` is a name of its own and a month is a range', () => {
    expect(parseHistory('usd paralelo 30d', TODAY, { markNames })).toMatchObject({
      request: { names: ['usd', 'paralelo'], range: { kind: 'last', days: 30 } },
    })
    expect(parseHistory('usd enero', TODAY, { markNames })).toMatchObject({
      request: { names: ['usd'], range: { kind: 'between', from: '2026-01-01', to: '2026-01-31' } },
    })
  })
})
