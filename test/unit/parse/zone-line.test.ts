import { expect, test } from 'vitest'
import { parseZone } from '../../../src/parse/times.ts'

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s is no time zone', (word) => {
  expect(parseZone(word)).toBeUndefined()
})
