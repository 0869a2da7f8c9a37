import { defineConfig } from 'vitest/config'

/** Only the unit tests of the area that is mutated: what a distant test notices by chance is no proof. */
export default defineConfig({
  test: {
    include: (process.env.MUTATION_TESTS ?? '').split(' ').filter(Boolean),
    testTimeout: 20_000,
  },
})
