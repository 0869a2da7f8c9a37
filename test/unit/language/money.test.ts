import { expect, test } from 'vitest'
import { readRequest } from '../../../src/language/read.ts'
import { lineOf, TODAY } from './monitors.ts'

test.each([
  ['me venden 100 a 1020', 'worth sold 1020 100 USD'],
  ['me venden 100 usdt a 1002', 'worth sold 1002 100 USD'],
  ['me venden 980', 'worth sold 980'],
  ['they sell at 980', 'worth sold 980'],
  ['they sell 100$ at 1020', 'worth sold 1020 100 USD'],
  ['they buy at 1010', 'worth bought 1010'],
  ['sell at 995', 'worth bought 995'],
  ['buy at 995', 'worth sold 995'],
])('without a monitor of that name «%s» is read as %s', (text, expected) => {
  expect(lineOf(readRequest(text, { today: TODAY }))).toBe(expected)
})

test.each([
  ['dame el vuelto de 20 paga 50', 'charge 20 paid 50 USD'],
  ['cuánto doy de vuelto si me pagan 50 por 20', 'charge 20 paid 50 USD'],
  ['¿cuánto es el vuelto de 20 si pagan con 20.000 bs?', 'charge 20 paid 20000 VES'],
])('«%s» asks for the change of a bill', (text, expected) => {
  expect(lineOf(readRequest(text, { today: TODAY }))).toBe(expected)
})
