import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      // Pure tests need no world of their own each: one load of the modules for all of them.
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false, pool: 'threads' } },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
