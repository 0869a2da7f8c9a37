import type { Decimal } from '../decimal.ts'

const SPANISH =
  'un 1 uno 1 una 1 dos 2 tres 3 cuatro 4 cinco 5 seis 6 siete 7 ocho 8 nueve 9 diez 10 once 11 doce 12 trece 13 ' +
  'catorce 14 quince 15 dieciseis 16 diecisiete 17 dieciocho 18 diecinueve 19 veinte 20 veinticinco 25 treinta 30 ' +
  'cuarenta 40 cincuenta 50 sesenta 60 setenta 70 ochenta 80 noventa 90 cien 100 ciento 100 doscientos 200 ' +
  'trescientos 300 cuatrocientos 400 quinientos 500 seiscientos 600 setecientos 700 ochocientos 800 novecientos 900 ' +
  'medio 0.5 media 0.5'
const ENGLISH =
  'one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 twenty 20 thirty 30 forty 40 fifty 50 half 0.5'

const pairs = (text: string): [string, string][] =>
  [...text.matchAll(/(\S+) (\S+)/g)].map(([, word = '', value = '']) => [word, value])

/** Numbers in words, without accents, as they begin an amount or add to it. */
export const NUMERALS: ReadonlyMap<string, Decimal> = new Map(pairs(`${SPANISH} ${ENGLISH}`))

/** What multiplies the number before it. A billion is left out: it is a thousand times more in Spanish than in English. */
export const SCALES: ReadonlyMap<string, Decimal> = new Map(
  pairs(
    'k 1000 mil 1000 miles 1000 thousand 1000 millon 1000000 millones 1000000 mm 1000000 million 1000000 millions 1000000',
  ),
)
