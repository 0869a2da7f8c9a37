import { expect, test } from 'vitest'
import { moneyNamed } from '../../../src/rates/money-named.ts'
import type { Currency } from '../../../src/rates/monitor.ts'

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
])('%s, “%s”, among the %ss, prices %s', (key, title, currency, money) => {
  expect(moneyNamed({ monitor: { page: 'bcv', key, currency }, title })).toBe(money)
})
