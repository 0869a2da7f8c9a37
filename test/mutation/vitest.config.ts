import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Workers take the compiled modules of the change before. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/node')

/** Only the unit tests of the area that is mutated: what a distant test notices by chance is no proof. */
export default defineConfig({
  test: {
    include: (process.env.MUTATION_TESTS ?? '').split(' ').filter(Boolean),
    testTimeout: 20_000,
    // Stryker reports.
    reporters: [{}],
    // Each change gets a worker of its own, in which all files share one load of the modules.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
