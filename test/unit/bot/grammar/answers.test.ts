import { describe, expect, it } from 'vitest'
import { parseHours, parseTime } from '../../../../src/bot/grammar/times-line.ts'
import { parseValue } from '../../../../src/bot/grammar/value-line.ts'
import { parseZone } from '../../../../src/bot/grammar/zone-line.ts'

describe('a typed answer', () => {
  it.each([
    ['950', '950'],
    ['1.200', '1200'],
    ['1.234,56', '1234.56'],
    ['Bs. 950', '950'],
    ['950 bolívares', '950'],
    ['> 950', '950'],
    ['2,5 %', '2.5'],
    ['2 por ciento', '2'],
    ['±3%', '3'],
    ['-5 %', '-5'],
    ['dos mil', '2000'],
    ['hola', undefined],
    ['900 usd', undefined],
    ['900 o 950', undefined],
    ['', undefined],
    ['9'.repeat(300), undefined],
  ])('%j is the number %s', (text, value) => {
    expect(parseValue(text)?.value).toBe(value)
  })

  it.each([
    ['7', '07:00'],
    ['7:30', '07:30'],
    ['7.30', '07:30'],
    ['22h', '22:00'],
    ['22h30', '22:30'],
    ['8 am', '08:00'],
    ['10 p. m.', '22:00'],
    ['10:30 P.M.', '22:30'],
    ['12 am', '00:00'],
    ['12 pm', '12:00'],
    ['a las 7', '07:00'],
    ['24', undefined],
    ['7:60', undefined],
    ['13 pm', undefined],
    ['7 8', undefined],
    ['mañana', undefined],
    ['7/8', undefined],
  ])('%j is the time %s', (text, time) => {
    expect(parseTime(text)).toBe(time)
  })

  it.each([
    ['22:30 a 6:30', { from: '22:30', to: '06:30' }],
    ['de 10 pm a 7 am', { from: '22:00', to: '07:00' }],
    ['22-7', { from: '22:00', to: '07:00' }],
    ['22:00-06:00', { from: '22:00', to: '06:00' }],
    ['from 11pm to 5:30', { from: '23:00', to: '05:30' }],
    ['entre las 22 y las 6', { from: '22:00', to: '06:00' }],
    ['22 a 22', undefined],
    ['22', undefined],
    ['22 a 23 a 6', undefined],
  ])('%j are the hours %s', (text, hours) => {
    expect(parseHours(text)).toEqual(hours)
  })

  it.each([
    ['America/Caracas', 'America/Caracas'],
    ['america/bogota', 'America/Bogota'],
    ['Bogotá', 'America/Bogota'],
    ['nueva york', 'America/New_York'],
    ['Buenos Aires', 'America/Argentina/Buenos_Aires'],
    ['madrid', 'Europe/Madrid'],
    ['Barcelona', 'Europe/Madrid'],
    ['Ciudad de México', 'America/Mexico_City'],
    ['Marte', undefined],
    ['', undefined],
    ['x'.repeat(300), undefined],
  ])('%j is the time zone %s', (text, zone) => {
    expect(parseZone(text)).toBe(zone)
  })
})
