import { expect, test } from 'vitest'
import { type Currency, currencyMeant, isEuroBeside, moneyNamed } from '../../../src/domain/monitor.ts'

test.each<[string, string, Currency, string | undefined]>([
  ['usdt', 'Tether', 'dollar', 'dollar'],
  ['bcv', 'BCV', 'dollar', 'dollar'],
  ['promedio', 'Promedio', 'euro', 'euro'],
  ['bcv_eur', 'Banco Central', 'dollar', 'euro'],
  ['oficial', '€ oficial', 'dollar', 'euro'],
  ['oficial', 'Un euro', 'dollar', 'euro'],
  ['cny', 'Yuan', 'dollar', 'CNY'],
  ['china', 'Yuan chino', 'dollar', 'CNY'],
  ['estambul', 'Lira turca', 'dollar', 'TRY'],
  ['mexico', 'Peso mexicano', 'dollar', undefined],
  ['argel', 'Dínar', 'dollar', undefined],
  ['xyz', 'XYZ', 'dollar', undefined],
  ['neuro', 'Neuro', 'dollar', 'dollar'],
  ['pesonas', 'Pesonas', 'dollar', 'dollar'],
  ['dolares_eur', 'Banco', 'euro', 'euro'],
  ['dolaritos', 'Dolaritos', 'euro', 'euro'],
  ['usdc', 'Stable', 'euro', 'dollar'],
  ['usdx', 'Other', 'euro', 'euro'],
  ['oficial', 'Dólar oficial', 'euro', 'dollar'],
])('%s, “%s”, among the %ss, prices %s', (key, title, currency, money) => {
  expect(moneyNamed({ monitor: { page: 'bcv', key, currency }, title })).toBe(money)
})

const of = (key: string, page = 'bcv', currency: Currency = 'dollar') => ({
  monitor: { page, key, currency },
  title: key,
})

test('a side of a conversion is dollars or euros by name, else by the place of the monitor', () => {
  const sides = [of('usd', 'bcv', 'euro'), of('eur'), of('cny')].map(currencyMeant)
  expect(sides).toEqual(['dollar', 'euro', 'dollar'])
})

test('the euro beside a dollar is that of its page', () => {
  const beside = [of('eur'), of('eur', 'paralelo'), of('cny')].map((one) => isEuroBeside(of('usd'), one))
  expect(beside).toEqual([true, false, false])
  expect(isEuroBeside(of('euro'), of('eur'))).toBe(false)
})
