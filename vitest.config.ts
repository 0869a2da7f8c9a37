import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { environmentAt, MOMENTS } from './test/any-day/moments.ts'
import './test/support/path.ts'

/** Workers, and programs that tests start, take the compiled modules of the run before. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node')

/** Kills, freezes and counts against a rate: it has the machine to itself. */
const ALONE = ['test/e2e/faults.test.ts']

/** Files that run side by side: they mostly wait, so three times the processors of a small machine. */
const SIDE_BY_SIDE = 6

/** Files load the modules by Node itself, which strips the types and keeps the compiled code between runs. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false }

/** Files that look at days run in a weekend too; `npm run any-day` runs all files at all moments. */
const WEEKEND = MOMENTS.filter(({ name }) => name === 'saturday')
const FILES_OF_DAYS = [
  'test/integration/push/deliver/due-times.test.ts',
  'test/integration/service/web-prices.test.ts',
]

/** A machine that runs other work takes ten times as long; a test that passes waits for none of these. */
const TIMEOUTS = { testTimeout: 120_000, hookTimeout: 120_000 }
const POLL_MS_MAX = 30_000

export default defineConfig({
  test: {
    globalSetup: ['test/support/canary-watch.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          // Generated cases take seconds where a machine is busy.
          testTimeout: 20_000,
          include: ['test/unit/**/*.test.ts', 'sandbox/test/unit/**/*.test.ts'],
          // Pure tests need no world of their own each: one load of the modules for all of them.
          isolate: false,
          experimental: NATIVE,
          pool: 'threads',
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'integration',
          expect: { poll: { timeout: POLL_MS_MAX, interval: 20 } },
          include: ['test/integration/**/*.test.ts', 'sandbox/test/integration/**/*.test.ts'],
          // One load of the modules for all files of a worker takes a quarter less: a file leaves nothing behind in them.
          isolate: false,
          experimental: NATIVE,
          ...TIMEOUTS,
          maxWorkers: SIDE_BY_SIDE,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: ALONE,
          isolate: false,
          experimental: NATIVE,
          ...TIMEOUTS,
          expect: { poll: { timeout: POLL_MS_MAX } },
          maxWorkers: SIDE_BY_SIDE,
          sequence: { groupOrder: 2 },
        },
      },
      ...WEEKEND.map((moment) => ({
        test: {
          name: moment.name,
          env: environmentAt(moment),
          include: FILES_OF_DAYS,
          isolate: false,
          experimental: NATIVE,
          ...TIMEOUTS,
          expect: { poll: { timeout: POLL_MS_MAX, interval: 20 } },
          maxWorkers: SIDE_BY_SIDE,
          sequence: { groupOrder: 2 },
        },
      })),
      {
        test: {
          name: 'alone',
          include: ALONE,
          experimental: NATIVE,
          ...TIMEOUTS,
          expect: { poll: { timeout: POLL_MS_MAX } },
          maxWorkers: 1,
          maxConcurrency: 3,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
