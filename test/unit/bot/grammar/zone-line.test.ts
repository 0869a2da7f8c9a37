import { expect, test } from 'vitest'
import { parseZone } from '../../../../src/bot/grammar/zone-line.ts'

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s is no time zone', (word) => {
  expect(parseZone(word)).toBeUndefined()
})
