import { expect, it } from 'vitest'

it('runs on Node 24, wherever npm runs', () => {
  expect(process.versions.node).toMatch(/^24\./)
})
