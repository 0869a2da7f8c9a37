import { expect, test } from 'vitest'
import { type MonitorLines, reportOf } from '../../../../src/cli/sources/report.ts'

const NOW = Date.parse('2026-11-20T18:00:00-04:00')
const MONDAY = Date.parse('2026-11-23T00:00:00-04:00')

const BEHIND = [{ source: 'Api', why: 'behind' }] as const
const GOOD: MonitorLines = {
  monitor: 'bcv.usd',
  ref: 'dollar:bcv.usd',
  sources: [
    { source: 'BCV', status: '200', ms: 812.4, price: '860', lastUpdate: MONDAY },
    { source: 'Api', status: '200', ms: 95, price: '851.4', lastUpdate: NOW - 10_800_000, echoOf: 'BCV' },
  ],
  combined: { price: '860', lastUpdate: MONDAY, sources: ['BCV'], leftOut: BEHIND },
}
const BAD: MonitorLines = {
  monitor: 'bcv.cny',
  ref: 'dollar:bcv.cny',
  sources: [{ source: 'BCV', status: '403', ms: 40, problem: 'answers 403: it may want another User-Agent' }],
}

const plain = (monitors: MonitorLines[]) => reportOf(monitors, { now: NOW, isTerminal: false }).split('\n')

test('the report of a check has a line for each source and monitor, and one for what they make', () => {
  expect(plain([GOOD])).toEqual([
    'MONITOR  SOURCE  STATUS  MS   PRICE  ITS TIME          AGE     DIFFERENCE  USED',
    'bcv.usd  BCV     200     812  860    2026-11-23 00:00  in 2 d  0 %         leads',
    'bcv.usd  Api     200     95   851.4  2026-11-20 15:00  3 h     -1 %        behind, echo of BCV',
    'bcv.usd  = BCV                860    2026-11-23 00:00  in 2 d',
    '',
    'Each of 1 monitors has a price.',
    'Which sources stand still shows over time only: ask /health, or give the REDIS_URL or DATA_DIR of the program that runs.',
  ])
})

test('the report of a check says what the program saw: which sources stand still, since when a price is the same, and what is held back', () => {
  const changedAt = NOW - 56 * 86_400_000
  const seen = { ref: GOOD.ref, isHeld: true, heldPrice: '9500', still: ['Api'], changedAt }
  expect(plain([{ ...GOOD, seen }]).slice(1)).toEqual([
    expect.stringMatching(/ leads$/),
    expect.stringMatching(/ behind, echo of BCV, stands still$/),
    expect.stringMatching(/^bcv\.usd {2}= BCV .* unchanged for 56 d$/),
    '',
    'bcv.usd: 9500 is held back until it is confirmed.',
    '',
    'Each of 1 monitors has a price.',
  ])
})

test('the report of a check names bad sources in plain words, and the monitors without a price', () => {
  expect(plain([GOOD, BAD, { ...BAD, monitor: 'bcv.try' }]).slice(-5, -1)).toEqual([
    '',
    'BCV: answers 403: it may want another User-Agent (bcv.cny, bcv.try)',
    '',
    'Without a price: bcv.cny, bcv.try.',
  ])
})

test('the report of a check shows nothing of a source that a terminal would obey', () => {
  const sources = [{ source: 'x', status: '200', ms: 1, problem: 'nothing at \u001b[2J' }]
  expect(plain([{ ...BAD, sources }]).join('')).not.toContain('\u001b')
})
