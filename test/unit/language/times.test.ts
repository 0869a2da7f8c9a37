import { describe, expect, it } from 'vitest'
import { parseHours, parseTime, parseZone, takeTime } from '../../../src/language/times.ts'

describe('a line with a time, hours or a time zone', () => {
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
    ['8 de la noche', '20:00'],
    ['8:30 de la noche', '20:30'],
    ['a la 1 de la tarde', '13:00'],
    ['a la una de la tarde', '13:00'],
    ['las ocho y media de la noche', '20:30'],
    ['6 de la mañana', '06:00'],
    ['6 de la manana', '06:00'],
    ['7 en la mañana', '07:00'],
    ['4 de la madrugada', '04:00'],
    ['12 de la noche', '00:00'],
    ['1 de la noche', '01:00'],
    ['12 del mediodía', '12:00'],
    ['12 del medio día', '12:00'],
    ['12 m.', '12:00'],
    ['al mediodía', '12:00'],
    ['a medianoche', '00:00'],
    ['20 horas', '20:00'],
    ['20:15 de la noche', '20:15'],
    ['7 y media', '07:30'],
    ['7 y cuarto', '07:15'],
    ['8 menos cuarto', '07:45'],
    ['12 menos cuarto de la noche', '23:45'],
    ['un cuarto para las 8 de la noche', '19:45'],
    ['7 y media pm', '19:30'],
    ['a las 7 en punto', '07:00'],
    ['todos los días a las 7', '07:00'],
    ['every day at 7 am.', '07:00'],
    ['8 in the evening', '20:00'],
    ['10 at night', '22:00'],
    ['6 in the morning', '06:00'],
    ['3 in the afternoon', '15:00'],
    ['half past seven', '07:30'],
    ['quarter to 8 pm', '19:45'],
    ['noon', '12:00'],
    ["7 o'clock", '07:00'],
    ['12 de la mañana', undefined],
    ['10 de la tarde', undefined],
    ['5 de la noche', undefined],
    ['20 de la mañana', undefined],
    ['8 pm de la mañana', undefined],
    ['7:30 y media', undefined],
    ['11 m', undefined],
    ['20 usd', undefined],
    ['100 usd', undefined],
    ['9 perros', undefined],
    ['mañana a las 8', undefined],
    ['8 mañana', undefined],
    ['8 menos 10', undefined],
    ['10 para las 8', undefined],
    ['half 8', undefined],
    ['1234', undefined],
    ['12.500', undefined],
    ['', undefined],
    ['7'.repeat(300), undefined],
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
    ['8 de la noche a 6 de la mañana', { from: '20:00', to: '06:00' }],
    ['10 at night to 6 in the morning', { from: '22:00', to: '06:00' }],
    ['de 8 a 10 de la noche', { from: '20:00', to: '22:00' }],
    ['de 10 a 6 de la mañana', { from: '22:00', to: '06:00' }],
    ['10 pm a 7', { from: '22:00', to: '07:00' }],
    ['8 am a 12', { from: '08:00', to: '12:00' }],
    ['9 a 5 pm', { from: '09:00', to: '17:00' }],
    ['10 pm a 07:00', { from: '22:00', to: '07:00' }],
    ['medianoche a 6 y media', { from: '00:00', to: '06:30' }],
    ['10 y media de la noche a 6 y media de la mañana', { from: '22:30', to: '06:30' }],
    ['8 a 10', { from: '08:00', to: '10:00' }],
    ['9 a 7', { from: '09:00', to: '07:00' }],
    ['7 de la mañana a 8 de la noche', { from: '07:00', to: '20:00' }],
    ['9 pm a 10 am', { from: '21:00', to: '10:00' }],
    ['100 usd', undefined],
    ['20 usd a 30 usd', undefined],
    ['8 perros a 6 gatos', undefined],
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
    ['ushuaia', 'America/Argentina/Ushuaia'],
    [' bogotá ', 'America/Bogota'],
    ['Barcelona', 'Europe/Madrid'],
    ['Ciudad de México', 'America/Mexico_City'],
    ['Marte', undefined],
    ['', undefined],
    ['x'.repeat(300), undefined],
  ])('%j is the time zone %s', (text, zone) => {
    expect(parseZone(text)).toBe(zone)
  })

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s is no time zone', (word) => {
    expect(parseZone(word)).toBeUndefined()
  })
})

describe('a time within a sentence', () => {
  it.each([
    ['Avísame a las 7', '07:00', 'Avísame'],
    ['cada día a las 8 y media de la noche la tasa', '20:30', 'cada día la tasa'],
    ['bcv 3pm', '15:00', 'bcv'],
    ['bcv al mediodía', '12:00', 'bcv al'],
    ['a las 9 100 usd', '09:00', '100 usd'],
  ])('«%s» is at %s, and the rest is «%s»', (text, time, rest) => {
    const read = takeTime(text)
    expect([read.time, read.rest.replace(/\s+/g, ' ').trim()]).toEqual([time, rest])
  })

  it.each(['100 usd', '7 dólares', '12 m', '7 y 8', 'sube 7%', 'a las 30'])('«%s» has none', (text) => {
    expect(takeTime(text)).toEqual({ rest: text })
  })
})
