import { expect, test } from 'vitest'
import { currencyMeant, isEuroBeside, moneyNamed } from '../../../src/domain/money-named.ts'
import type { Currency } from '../../../src/domain/monitor.ts'

test.each<[string, string, Currency, string | undefined]>([
  ['usd', 'Dólar oficial', 'dollar', 'dollar'],
  ['usdt', 'Tether', 'dollar', 'dollar'],
  ['enparalelovzla', 'EnParaleloVzla', 'dollar', 'dollar'],
  ['bcv', 'BCV', 'dollar', 'dollar'],
  ['promedio', 'Promedio', 'euro', 'euro'],
  ['eur', 'Euro', 'dollar', 'euro'],
  ['bcv_eur', 'Banco Central', 'dollar', 'euro'],
  ['oficial', '€ oficial', 'dollar', 'euro'],
  ['cny', 'Yuan', 'dollar', 'CNY'],
  ['cop', 'Peso colombiano', 'dollar', 'COP'],
  ['china', 'Yuan chino', 'dollar', 'CNY'],
  ['mexico', 'Peso mexicano', 'dollar', undefined],
  ['xyz', 'XYZ', 'dollar', undefined],
  ['europa', 'Europa', 'dollar', 'dollar'],
  ['neuro', 'Neuro', 'dollar', 'dollar'],
  ['oficial', 'Un euro', 'dollar', 'euro'],
  ['dolares_eur', 'Banco', 'euro', 'euro'],
  ['dolaritos', 'Dolaritos', 'euro', 'euro'],
  ['eldolar', 'Eldolar', 'euro', 'euro'],
  ['usdc', 'Stable', 'euro', 'dollar'],
  ['usdx', 'Other', 'euro', 'euro'],
  ['oficial', 'Dolar', 'euro', 'dollar'],
  ['oficial', 'Dólar oficial', 'euro', 'dollar'],
  ['oficial', 'Dólares', 'euro', 'dollar'],
  ['oficial', 'Dollar', 'euro', 'dollar'],
  ['estambul', 'Lira turca', 'dollar', 'TRY'],
  ['moscu', 'Rublo', 'dollar', 'RUB'],
  ['moscow', 'Ruble', 'dollar', 'RUB'],
  ['paris', 'Franco', 'dollar', undefined],
  ['londres', 'Libra', 'dollar', undefined],
  ['oslo', 'Corona', 'dollar', undefined],
  ['delhi', 'Rupia', 'dollar', undefined],
  ['argel', 'Dínar', 'dollar', undefined],
  ['pesonas', 'Pesonas', 'dollar', 'dollar'],
  ['repeso', 'Repeso', 'dollar', 'dollar'],
])('%s, “%s”, among the %ss, prices %s', (key, title, currency, money) => {
  const quote = { monitor: { page: 'bcv', key, currency }, title }
  expect([moneyNamed(quote), moneyNamed(quote)]).toEqual([money, money])
})

const of = (key: string, page: string, currency: Currency = 'dollar') => ({
  monitor: { page, key, currency },
  title: key,
})

test('a side of a conversion is dollars or euros by name, else by the place of the monitor', () => {
  expect([of('usd', 'bcv', 'euro'), of('eur', 'bcv'), of('cny', 'bcv')].map(currencyMeant)).toEqual([
    'dollar',
    'euro',
    'dollar',
  ])
})

test('the euro beside a dollar is that of its page', () => {
  const dollar = of('usd', 'bcv')
  expect(isEuroBeside(dollar, of('eur', 'bcv'))).toBe(true)
  expect(isEuroBeside(dollar, of('eur', 'paralelo'))).toBe(false)
  expect(isEuroBeside(dollar, of('cny', 'bcv'))).toBe(false)
  expect(isEuroBeside(of('euro', 'bcv'), of('eur', 'bcv'))).toBe(false)
})
