import { expect, test } from 'vitest'
import { readRequest } from '../../../../src/parse/request/read.ts'
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
