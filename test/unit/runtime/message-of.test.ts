import { HttpError } from 'grammy'
import { expect, test } from 'vitest'
import { messageOf } from '../../../src/runtime/log.ts'

test('the message of a call that failed names the code of its cause, never its text, which may show the token', () => {
  const failed = (cause: Error): string => messageOf(new HttpError('Network request failed!', cause))
  expect(failed(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toBe(
    'Network request failed! (ECONNREFUSED)',
  )
  expect(failed(new Error('https://t/bot1:secret'))).toBe('Network request failed!')
})
