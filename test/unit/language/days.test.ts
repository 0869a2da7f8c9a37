import { describe, expect, it } from 'vitest'
import { joinDays } from '../../../src/language/days.ts'
import { tokensOf } from '../../../src/language/tokens.ts'

const [WEDNESDAY, FRIDAY, SUNDAY] = ['2026-11-18', '2026-11-20', '2026-11-22']
const daysIn = (text: string, today: string): (string | undefined)[] =>
  joinDays(tokensOf(text) ?? [], today).flatMap((token) => (token.kind === 'day' ? [token.day] : []))

describe('a weekday is the last one, or a coming one up to the next business day', () => {
  it.each([
    [SUNDAY, 'el dólar del lunes', '2026-11-23'],
    [SUNDAY, 'el dólar del viernes', '2026-11-20'],
    [SUNDAY, 'el dólar del domingo', '2026-11-22'],
    [SUNDAY, 'a cuánto estaba el lunes', '2026-11-16'],
    [SUNDAY, 'el lunes pasado', '2026-11-16'],
    [FRIDAY, 'tasa del lunes', '2026-11-23'],
    [FRIDAY, 'tasa del martes', '2026-11-17'],
    [WEDNESDAY, 'tasa del jueves', '2026-11-19'],
    [WEDNESDAY, 'tasa del lunes', '2026-11-16'],
  ])('on %s, %s is %s', (today, text, day) => {
    expect(daysIn(text, today)).toEqual([day])
  })
})

describe('days as people say them', () => {
  it.each([
    ['pasado mañana', ['2026-11-24']],
    ['esta mañana', []],
    ['en la mañana', []],
    ['mañana', ['2026-11-23']],
    ['hace 3 días', ['2026-11-19']],
    ['hace una semana', ['2026-11-15']],
    ['2 weeks ago', ['2026-11-08']],
    ['hace 99999999 días', [undefined]],
    ['del 1 al 15 de octubre', ['2026-10-01', '2026-10-15']],
    ['31 de febrero', [undefined]],
    ['hace un mes', ['2026-10-22']],
    ['hace 3 meses', ['2026-08-22']],
    ['3 months ago', ['2026-08-22']],
    ['hace un año', ['2025-11-22']],
    ['22/11', ['2026-11-22']],
    ['23/11', ['2025-11-23']],
    ['15/03/24', ['2024-03-15']],
    ['24 de diciembre', ['2025-12-24']],
    ['22 de noviembre', ['2026-11-22']],
    ['29 de febrero', ['2024-02-29']],
    ['15 de marzo de 2024', ['2024-03-15']],
    ['150 de marzo', []],
    ['july 4', ['2026-07-04']],
    ['december 24', ['2025-12-24']],
    ['july 4th, 2025', ['2025-07-04']],
    ['july 4 2025 100 usd', ['2025-07-04']],
    ['enero 20 dólares', []],
    ['el día 25', ['2026-10-25']],
    ['el día 31', ['2026-10-31']],
    ['the 3rd', ['2026-11-03']],
  ])('%s: %j', (text, days) => {
    expect(daysIn(text, SUNDAY)).toEqual(days)
  })
})
