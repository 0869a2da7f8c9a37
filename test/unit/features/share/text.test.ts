import { expect, test } from 'vitest'
import { shareText } from '../../../../src/features/share/text.ts'
import { wordsIn } from '../../../../src/words/words.ts'
import { NOW } from '../samples.ts'

const said = (text: string, language: 'es' | 'en' = 'es'): string[] =>
  shareText(wordsIn(language), { text, at: NOW, bot: 'tasa_bot' }).split('\n')

test('a shared table has no columns, and ends with the day, the time and the bot', () => {
  const table = ['$20 en bolívares', '$ BCV          15.969,02', '€ Euro BCV     18.426,76 +1,00 %'].join(
    '\n',
  )
  expect(said(table)).toEqual([
    '$20 en bolívares',
    '$ BCV: 15.969,02',
    '€ Euro BCV: 18.426,76 +1,00 %',
    'Miércoles 21 de enero, 1:07 p. m. · @tasa_bot',
  ])
})

test('a shared table of several columns keeps its head', () => {
  expect(said('             $ BCV  $ Paralelo\nHoy        +0,27 %     −0,31 %').slice(0, 2)).toEqual([
    '$ BCV · $ Paralelo',
    'Hoy: +0,27 % · −0,31 %',
  ])
})

test.each([
  ['hace un momento · Monitores', 'a la 1:07 p. m. · Monitores'],
  ['Último cambio hace 5 min', 'Último cambio a la 1:02 p. m.'],
  ['hace 2 h', 'a las 11:07 a. m.'],
  ['hace 1 día', 'el 20 de enero'],
  ['hace 3 días', 'el 18 de enero'],
  ['Bs. 2 min', 'Bs. 2 min'],
])('an age becomes a time that stays true: %s', (age, time) => {
  expect(said(age)[0]).toBe(time)
})

test('an English age becomes a time too', () => {
  expect(said('Last change 12 min ago', 'en')[0]).toBe('Last change at 12:55 PM')
  expect(said('just now', 'en').at(-1)).toBe('Wednesday, January 21, 1:07 PM · @tasa_bot')
})
