import { expect, test } from 'vitest'
import { gapRange } from '../../../src/bot/gap-range.ts'
import { createPast, type PastDay, priceOn } from '../../../src/bot/past.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { monitor } from '../../integration/bot/memory.ts'

const usd = monitor('page_alpha.usd')
const { log } = createLog('silent')
const FRIDAY: PastDay = { day: '2026-01-16', price: '340' }
const MONDAY: PastDay = { day: '2026-01-19', price: '345' }

function startPast(answer: () => Promise<readonly PastDay[]>) {
  const state = { now: 0, asked: 0 }
  const past = createPast(
    () => {
      state.asked++
      return answer()
    },
    () => state.now,
    log,
  )
  return { state, ask: () => past(usd, '2026-01-01', '2026-01-20') }
}

test('people who ask together and within a minute share one call', async () => {
  const { state, ask } = startPast(async () => [FRIDAY])
  expect(await Promise.all([ask(), ask()])).toEqual([[FRIDAY], [FRIDAY]])
  state.now = 59_999
  await ask()
  expect(state.asked).toBe(1)
  state.now = 60_000
  await ask()
  expect(state.asked).toBe(2)
})

test('an API that refuses is silence, and is asked again after 5 s', async () => {
  const { state, ask } = startPast(async () => {
    throw new Error('away')
  })
  expect(await ask()).toBeUndefined()
  state.now = 4_999
  expect(await ask()).toBeUndefined()
  expect(state.asked).toBe(1)
  state.now = 5_000
  await ask()
  expect(state.asked).toBe(2)
})

test('weekends and holidays carry the last price on; before the first there is none', () => {
  const days = [FRIDAY, MONDAY]
  expect(priceOn(days, '2026-01-18')).toEqual(FRIDAY)
  expect(priceOn(days, '2026-01-19')).toEqual(MONDAY)
  expect(priceOn(days, '2026-01-15')).toBeUndefined()
})

test('the range of a gap carries prices over days without one, and today counts as it is now', () => {
  const first = [
    { day: '2025-12-01', price: '100' },
    { day: '2026-01-10', price: '110' },
  ]
  const second = [
    { day: '2025-12-15', price: '150' },
    { day: '2026-01-05', price: '165' },
  ]
  const past = { first, second, today: '2026-01-20', now: ['120', '150'] as const }
  expect(gapRange(past)).toEqual({
    days: 30,
    low: { day: '2026-01-20', percent: '25' },
    high: { day: '2026-01-09', percent: '65' },
  })
  expect(gapRange({ ...past, second: [] })).toBeUndefined()
})
