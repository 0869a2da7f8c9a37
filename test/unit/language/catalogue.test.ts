import { expect, test } from 'vitest'
import { createCatalogue } from '../../../src/language/catalogue.ts'
import { tokensOf } from '../../../src/language/tokens.ts'
import { monitor, quote } from '../../integration/bot/memory.ts'

test('an alias wins over the key of another page', () => {
  const { find } = createCatalogue([
    quote(monitor('first.bcv'), 'Some other', '1'),
    quote(monitor('second.usd'), 'Dólar', '2', { aliases: ['bcv'] }),
  ])
  expect(find('bcv').map(({ price }) => price)).toEqual(['2'])
})

test('a page that has several dollars is named by its title only with the one that has its word as an alias', () => {
  const found = (aliases: string[]) =>
    createCatalogue([
      quote(monitor('p.usdt'), 'USDT', '1', { source: 'Mesa Norte', aliases }),
      quote(monitor('p.compra'), 'Compra', '2', { source: 'Mesa Norte' }),
    ]).find('Mesa Norte')
  expect([found(['mesa']).length, found([]).length]).toEqual([1, 0])
})

test('a dollar and a euro with the same key are told apart by their currency', () => {
  const both = createCatalogue([
    quote(monitor('page.paralelo'), 'Paralelo', '1'),
    quote(monitor('page.paralelo', 'euro'), 'Paralelo', '2'),
  ])
  expect(both.find('euro paralelo').map(({ price }) => price)).toEqual(['2'])
  const name = both.markNames(tokensOf('100 euros paralelo') ?? []).at(-1)
  expect(both.find(name?.kind === 'name' ? name.raw : '').map(({ price }) => price)).toEqual(['2'])
})
