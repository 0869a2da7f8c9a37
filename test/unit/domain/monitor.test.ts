import { expect, it, test } from 'vitest'
import {
  type Currency,
  currencyMeant,
  isEuroBeside,
  isNamed,
  isSameMonitor,
  type MonitorId,
  moneyNamed,
  monitorName,
  monitorRef,
  parseMonitorRef,
} from '../../../src/domain/monitor.ts'

const USD: MonitorId = { page: 'page_alpha', currency: 'dollar', key: 'usd' }

it('a monitor is named by its key, its page and its currency', () => {
  expect([monitorName(USD), monitorRef(USD)]).toEqual(['page_alpha.usd', 'dollar:page_alpha.usd'])
  for (const name of ['usd', 'USD', 'Page_Alpha.usd', 'dollar:page_alpha.usd'])
    expect(isNamed(USD, name)).toBe(true)
  for (const name of ['eur', 'page_beta.usd', 'euro:page_alpha.usd', 'page_alpha', ''])
    expect(isNamed(USD, name)).toBe(false)
})

it('a monitor is read back from its ref, and from nothing else', () => {
  expect(parseMonitorRef('dollar:page_alpha.usd')).toEqual(USD)
  expect(parseMonitorRef('euro:a.b.c')).toEqual({ page: 'a', currency: 'euro', key: 'b.c' })
  for (const text of ['', 'usd', 'page_alpha.usd', 'yen:page_alpha.usd', 'dollar:usd', 'dollar:.usd'])
    expect(parseMonitorRef(text)).toBeUndefined()
})

it('a monitor is the same where page, currency and key are', () => {
  expect(isSameMonitor(USD, { ...USD })).toBe(true)
  for (const other of [{ page: 'b' }, { currency: 'euro' as const }, { key: 'eur' }])
    expect(isSameMonitor(USD, { ...USD, ...other })).toBe(false)
})

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
