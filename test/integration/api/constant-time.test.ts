import { expect, it, vi } from 'vitest'
import { isSameSecret } from '../../../src/api/signature.ts'

const compared: number[][] = []
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>()
  return {
    ...crypto,
    timingSafeEqual: (a: Buffer, b: Buffer) => {
      compared.push([a.length, b.length])
      return crypto.timingSafeEqual(a, b)
    },
  }
})

it('secrets are compared in constant time: as digests of one length, whatever their own', () => {
  expect([isSameSecret('a', 'a'), isSameSecret('a', 'ab'), isSameSecret('', 'a')]).toEqual([
    true,
    false,
    false,
  ])
  expect(compared).toEqual([
    [32, 32],
    [32, 32],
    [32, 32],
  ])
})
