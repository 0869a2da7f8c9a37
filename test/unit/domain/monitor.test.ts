import { describe, expect, it } from 'vitest'
import {
  isCurrency,
  isNamed,
  isSameMonitor,
  type MonitorId,
  monitorName,
  monitorRef,
  NAME_PATTERN,
  parseMonitorRef,
} from '../../../src/domain/monitor.ts'

const USD: MonitorId = { page: 'page_alpha', currency: 'dollar', key: 'usd' }

describe('a monitor', () => {
  it('is named by its key, its page and its currency', () => {
    expect([monitorName(USD), monitorRef(USD)]).toEqual(['page_alpha.usd', 'dollar:page_alpha.usd'])
    const names = ['usd', 'USD', 'page_alpha.usd', 'Page_Alpha.usd', 'dollar:page_alpha.usd']
    expect(names.map((name) => isNamed(USD, name))).toEqual(names.map(() => true))
    const others = ['eur', 'page_beta.usd', 'euro:page_alpha.usd', 'page_alpha', '']
    expect(others.filter((name) => isNamed(USD, name))).toEqual([])
  })

  it('is read back from its ref, each time', () => {
    expect([parseMonitorRef('dollar:page_alpha.usd'), parseMonitorRef('dollar:page_alpha.usd')]).toEqual([
      USD,
      USD,
    ])
    expect(parseMonitorRef('euro:a.b.c')).toEqual({ page: 'a', currency: 'euro', key: 'b.c' })
  })

  it('is not read from anything else', () => {
    for (const text of [
      '',
      'usd',
      'page_alpha.usd',
      'yen:page_alpha.usd',
      'dollar:usd',
      'dollar:.usd',
      'dollar',
    ])
      expect(parseMonitorRef(text)).toBeUndefined()
    expect(['dollar', 'euro', 'yen', ''].map(isCurrency)).toEqual([true, true, false, false])
  })

  it('is the same where page, currency and key are', () => {
    expect(isSameMonitor(USD, { ...USD })).toBe(true)
    for (const other of [{ page: 'b' }, { currency: 'euro' as const }, { key: 'eur' }])
      expect(isSameMonitor(USD, { ...USD, ...other })).toBe(false)
  })

  it('has identifiers of small letters, digits and underscores, 32 at most', () => {
    for (const name of ['a', 'a1_b', `a${'b'.repeat(31)}`]) expect(name).toMatch(NAME_PATTERN)
    for (const name of ['', '1a', '_a', 'A', 'a-b', `a${'b'.repeat(32)}`, 'a\n', 'x y'])
      expect(name).not.toMatch(NAME_PATTERN)
  })
})
