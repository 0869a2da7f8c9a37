import { describe, expect, it } from 'vitest'
import { parseFreeText } from '../../../src/parse/conversion.ts'

const TODAY = '2026-11-20'
const amountIn = (text: string, isMonitor?: (name: string) => boolean): string | undefined =>
  parseFreeText(text, { today: TODAY, ...(isMonitor ? { isMonitor } : {}) })?.amount

describe('a message that is a conversion is read without a command', () => {
  it.each([
    ['100 usd', '100'],
    ['5.000 bs', '5000'],
    ['$100', '100'],
    ['Bs. 5.000,50', '5000.5'],
    ['100 dólares', '100'],
    ['un dólar', '1'],
    ['1,2 millones de bolívares', '1200000'],
    ['100 usd a bs', '100'],
    ['100 usd en euros?', '100'],
    ['100 usd 15-03-2026', '100'],
    ['¿Cuánto son 100 dólares?', '100'],
    ['cuánto es 20€ en bs', '20'],
    ['how much is 100 usd', '100'],
    ['  100 usd.  ', '100'],
  ])('%s', (text, amount) => {
    expect(amountIn(text)).toBe(amount)
  })

  it('with the name of a known monitor', () => {
    expect(amountIn('100 usdt')).toBeUndefined()
    expect(amountIn('100 usdt', (name) => name === 'usdt')).toBe('100')
    expect(amountIn('100 usd page_beta.usd', (name) => name === 'page_beta.usd')).toBe('100')
  })
})

describe('other messages are not read', () => {
  it.each([
    'son las 5',
    'llego en 5',
    'llego en 5 min',
    'a las 5 p.m.',
    '5 a.m.',
    '100',
    '5 mil',
    'usd',
    'dólares',
    'bs',
    '?',
    '',
    'hola',
    '0414-1234567',
    '0414 123 4567',
    '+58 414 1234567',
    '04141234567 bs?? llámame',
    '15-03-2026',
    '20/11',
    '2 bolívares fuertes',
    'te debo 20$',
    'dame 5 bs',
    'tengo 100 dólares',
    'tengo 20 dólares y tú?',
    'son 5 bs',
    'los 100 usd',
    '100 dólares al mes',
    '100 dólares o 90 euros',
    'el dólar a 100',
    'el dólar está en 900 bs',
    'subió 2 bs',
    'de 5 a 10 usd',
    '20 usd - 30 usd',
    '-5 usd',
    '0 usd',
    '100% usd',
    '3 x 5 usd',
    '5+5 usd',
    '(100 usd)',
    '100 usd, gracias',
    'gracias mil',
    'mil gracias',
    'me prestas 5$?',
    'cuánto falta',
    'cuánto son 5',
    'how are you',
    '1 un 100 usd',
    '100 usd\n200 eur',
    '100 usd\neur',
    '100 ayer usd',
    '100 usd cuánto',
    'versión 1.2.3',
    '10.0.0.1',
    '50 pesos',
    '#5 usd',
    'a 100 bs',
  ])('%j', (text) => {
    expect(amountIn(text)).toBeUndefined()
  })
})
