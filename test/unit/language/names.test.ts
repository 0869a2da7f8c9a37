import { expect, test } from 'vitest'
import { parseAlert } from '../../../src/language/alert.ts'
import { createCatalogue } from '../../../src/language/catalogue.ts'
import { parseConversion } from '../../../src/language/conversion.ts'
import { parseHistory } from '../../../src/language/history.ts'
import { parseChanges } from '../../../src/language/rate.ts'
import { readRequest } from '../../../src/language/read.ts'
import { monitor, quote } from '../../integration/bot/memory.ts'
import { TODAY } from './monitors.ts'

/** Monitors whose keys mean something else in a sentence. */
const WORDS = ['mueve', 'por', 'sube', 'hoy', 'gap', 'mes', 'cada', 'y', 'a', 'de', 'usd', 'eur']
const { markNames } = createCatalogue(WORDS.map((key) => quote(monitor(`page.${key}`), key, '900')))
const options = { markNames }

const alertOf = (line: string) => {
  const read = parseAlert(line, TODAY, options)
  return read.kind === 'alert' ? read.request : read
}
const conversionOf = (line: string) => parseConversion(line, TODAY, options)

test.each(['mueve', 'por', 'sube', 'hoy', 'gap', 'cada'])('a monitor called %s has alerts', (name) => {
  const signal = { kind: 'monitor', name }
  expect(alertOf(`${name} 2%`)).toMatchObject({ signal })
  expect(alertOf(`${name} > 900`)).toMatchObject({ signal, condition: { kind: 'above', threshold: '900' } })
})

test('a monitor called like a word does not take the words around another one', () => {
  const signal = { kind: 'monitor', name: 'usd' }
  expect(alertOf('usd sube a 900')).toMatchObject({ signal, condition: { kind: 'above' } })
  expect(alertOf('usd mueve 2 por ciento')).toMatchObject({ signal, condition: { percent: '2' } })
  expect(parseChanges('de usd hoy', TODAY, options)).toMatchObject({ request: { name: 'usd', day: TODAY } })
  const conversion = { from: { code: 'USD' }, to: { code: 'EUR' }, at: [] }
  expect(conversionOf('100 usd a eur')).toMatchObject({ conversion })
})

test('a place after “a” is what a conversion goes by, and an unknown name what it goes to', () => {
  const places = createCatalogue([quote(monitor('page.binance'), 'Binance', '900')])
  const by = parseConversion('100 usd a binance', TODAY, { markNames: places.markNames })
  expect(by).toMatchObject({ conversion: { from: { code: 'USD' }, at: ['binance'] } })
  const to = parseConversion('100 usd a binance', TODAY)
  expect(to).toMatchObject({ conversion: { to: { kind: 'name', name: 'binance' }, at: [] } })
})

test('a monitor called like a word has a chart and changes, converts, and is found in a question', () => {
  const request = { names: ['por'], isGap: false }
  expect(parseHistory('por 30d', TODAY, options)).toMatchObject({ request })
  expect(parseHistory('mes', TODAY, options)).toMatchObject({ request: { names: ['mes'] } })
  expect(parseChanges('de ayer', TODAY, options)).toMatchObject({ request: { name: 'de' } })
  expect(conversionOf('100 por')).toMatchObject({ conversion: { from: { kind: 'name', name: 'por' } } })
  const read = readRequest('¿cómo está por?', { today: TODAY, markNames })
  expect(read).toMatchObject({ kind: 'rate', names: ['por'] })
})
