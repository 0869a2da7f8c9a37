import { describe, expect, it } from 'vitest'
import { parseAlert } from '../../../src/language/alert.ts'
import { createCatalogue } from '../../../src/language/catalogue.ts'
import { parseConversion } from '../../../src/language/conversion.ts'
import { parseHistory } from '../../../src/language/history.ts'
import { parseChanges } from '../../../src/language/rate.ts'
import { readRequest } from '../../../src/language/read.ts'
import { monitor, quote } from '../../integration/bot/memory.ts'

const TODAY = '2026-11-21'
/** Monitors whose keys mean something else in a sentence. */
const WORDS = ['mueve', 'por', 'sube', 'hoy', 'gap', 'mes', 'cada', 'y', 'a', 'de', 'usd', 'eur']
const { markNames } = createCatalogue(WORDS.map((key) => quote(monitor(`page.${key}`), key, '900')))

const alertOf = (line: string) => {
  const read = parseAlert(line, TODAY, {
    markNames,
  })
  return read.kind === 'alert' ? read.request : read
}

describe('a monitor whose key is an ordinary word', () => {
  it.each(['mueve', 'por', 'sube', 'hoy', 'gap', 'cada'])('has alerts by its key: %s', (key) => {
    expect(alertOf(`${key} 2%`)).toMatchObject({ signal: { kind: 'monitor', name: key } })
    expect(alertOf(`${key} > 900`)).toMatchObject({
      signal: { kind: 'monitor', name: key },
      condition: { kind: 'above', threshold: '900' },
    })
  })

  it('does not take the words around another one', () => {
    const signal = { kind: 'monitor', name: 'usd' }
    expect(alertOf('usd sube a 900')).toMatchObject({ signal, condition: { kind: 'above' } })
    expect(alertOf('usd mueve 2 por ciento')).toMatchObject({
      signal,
      condition: { kind: 'percent', percent: '2' },
    })
    expect(alertOf('gap > 30')).toMatchObject({ condition: { kind: 'above', threshold: '30' } })
    expect(parseChanges('de usd hoy', TODAY, { markNames })).toEqual({
      kind: 'changes',
      request: { name: 'usd', day: TODAY },
    })
    expect(parseConversion('100 usd a eur', TODAY, { markNames })).toMatchObject({
      conversion: { from: { code: 'USD' }, to: { code: 'EUR' }, at: [] },
    })
  })

  it('is what a conversion goes by after “a”, and not what it goes to, where it is a place and no money', () => {
    const places = createCatalogue([quote(monitor('page.binance'), 'Binance', '900')])
    expect(parseConversion('100 usd a binance', TODAY, { markNames: places.markNames })).toMatchObject({
      conversion: { from: { code: 'USD' }, at: ['binance'] },
    })
    expect(parseConversion('100 usd a binance', TODAY)).toMatchObject({
      conversion: { to: { kind: 'name', name: 'binance' }, at: [] },
    })
  })

  it('has a chart and changes by its key', () => {
    expect(parseHistory('por 30d', TODAY, { markNames })).toMatchObject({
      request: { names: ['por'], isGap: false },
    })
    expect(parseHistory('mes', TODAY, { markNames })).toMatchObject({ request: { names: ['mes'] } })
    expect(parseChanges('de ayer', TODAY, { markNames })).toMatchObject({
      request: { name: 'de', day: '2026-11-20' },
    })
  })

  it('converts by its key, and is found in a question', () => {
    const from = { kind: 'name', name: 'por' }
    expect(parseConversion('100 por', TODAY, { markNames })).toMatchObject({ conversion: { from } })
    const options = { today: TODAY, markNames }
    expect(readRequest('100 por', options)).toMatchObject({ conversion: { from } })
    expect(readRequest('¿cómo está por?', options)).toMatchObject({ kind: 'rate', names: ['por'] })
    expect(readRequest('precio sube', options)).toMatchObject({ kind: 'rate', names: ['sube'] })
  })
})
