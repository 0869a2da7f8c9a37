import { describe, expect, it } from 'vitest'
import {
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
    for (const name of ['usd', 'USD', 'Page_Alpha.usd', 'dollar:page_alpha.usd'])
      expect(isNamed(USD, name)).toBe(true)
    for (const name of ['eur', 'page_beta.usd', 'euro:page_alpha.usd', 'page_alpha', ''])
      expect(isNamed(USD, name)).toBe(false)
  })

  it('is read back from its ref, and from nothing else', () => {
    expect(parseMonitorRef('dollar:page_alpha.usd')).toEqual(USD)
    expect(parseMonitorRef('euro:a.b.c')).toEqual({ page: 'a', currency: 'euro', key: 'b.c' })
    for (const text of ['', 'usd', 'page_alpha.usd', 'yen:page_alpha.usd', 'dollar:usd', 'dollar:.usd'])
      expect(parseMonitorRef(text)).toBeUndefined()
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
