import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTraceLog } from '../../../../src/push/deliver/deliver.ts'
import { createLog } from '../../../../src/runtime/log.ts'
import { quoteOf } from '../../../support/push.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pricesOf = (trace?: string, more = {}) => [
  { quote: quoteOf('101', more), asOf: 2_000, sequence: 1, ...(trace && { trace }) },
]

it('sums the messages of each update in one line every 5 s, and the last ones at the end', () => {
  const lines: unknown[] = []
  const traceLog = createTraceLog(
    createLog('debug', (line) => {
      const { time: _, ...rest } = JSON.parse(line)
      lines.push(rest)
    }).log,
  )
  const [one, same, other] = [pricesOf('1-1'), pricesOf('1-1'), pricesOf('1-2', { simulated: true })]
  for (let i = 0; i < 1_000; i++) traceLog.count(one)
  for (const prices of [same, [...one, ...other], pricesOf()]) traceLog.count(prices)
  vi.advanceTimersByTime(4_999)
  expect(lines).toEqual([])
  vi.advanceTimersByTime(1)
  const line = { msg: 'prices delivered' }
  expect(lines.splice(0)).toEqual([
    { ...line, level: 'info', trace: '1-1', messages: 1_002 },
    { ...line, level: 'debug', trace: '1-2', messages: 1 },
  ])
  traceLog.count(one)
  traceLog.close()
  expect(lines).toEqual([{ ...line, level: 'info', trace: '1-1', messages: 1 }])
  expect(vi.getTimerCount()).toBe(0)
})
