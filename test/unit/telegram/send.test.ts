import { expect, test } from 'vitest'
import { cacheEnds } from '../../../src/telegram/send.ts'

test('the remembered end of a message keeps no memory alive but its own', () => {
  const endOf = cacheEnds((text, reply_markup) => ({ text, reply_markup }))
  const end = endOf('1 € = Bs. 900', undefined)
  expect(end.toString()).toBe(',"text":"1 € = Bs. 900"}')
  expect(end.buffer.byteLength).toBe(end.byteLength)
  expect(endOf('1 € = Bs. 900', undefined)).toBe(end)
})
