import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, expect, it, vi } from 'vitest'
import { isSameSecret } from '../../../src/api/signature.ts'

afterAll(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

it('secrets are compared in constant time: as digests of one length, whatever their own', () => {
  const compare = vi.spyOn(crypto, 'timingSafeEqual')
  syncBuiltinESMExports()
  expect([isSameSecret('a', 'a'), isSameSecret('a', 'ab'), isSameSecret('', 'a')]).toEqual([
    true,
    false,
    false,
  ])
  expect(compare.mock.calls.map((pair) => pair.map(({ byteLength }) => byteLength))).toEqual([
    [32, 32],
    [32, 32],
    [32, 32],
  ])
})
