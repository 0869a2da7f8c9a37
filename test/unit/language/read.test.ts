import { expect, it, test } from 'vitest'
import { mayFollowUp } from '../../../src/language/follow-up.ts'
import { readRequest } from '../../../src/language/read.ts'
import { isCancelling } from '../../../src/language/talk.ts'
import { LINE_LENGTH_MAX } from '../../../src/language/tokens.ts'
import { TODAY } from './monitors.ts'

it('reads no text that is too long', () => {
  expect(readRequest('hola'.padEnd(LINE_LENGTH_MAX), { today: TODAY })?.kind).toBe('rate')
  expect(readRequest('hola'.padEnd(LINE_LENGTH_MAX + 1), { today: TODAY })).toBeUndefined()
})

test.each([
  ['y en euros?', true],
  ['¿y el paralelo?', true],
  ['a cuánto en euros', true],
  ['paga 15 usd', true],
  ['50', true],
  ['veinte', true],
  ['dólares', true],
  ['usdt', true],
  ['con igtf', true],
  ['son unos veinte dólares', true],
  ['creo que son unos veinte dólares', false],
  ['hola', false],
  ['dame el paralelo', false],
  ['¿cuánto es?', false],
  ['', false],
  ['y '.repeat(LINE_LENGTH_MAX), false],
])('«%s» may go on from the question before it: %s', (text, may) => {
  expect(mayFollowUp(text)).toBe(may)
})

test.each([
  ['olvídalo', true],
  ['no vale, déjalo así', true],
  ['¡cancela!', true],
  ['never mind', true],
  ['no', true],
  ['ok', false],
  ['cancela la alerta', false],
  ['', false],
  ['no '.repeat(LINE_LENGTH_MAX), false],
])('«%s» takes back what was begun: %s', (text, is) => {
  expect(isCancelling(text)).toBe(is)
})
