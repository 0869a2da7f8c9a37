import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'

const CACHE = 'coverage/mutation'

/** Beside other work a run takes fifty times as long as alone; an endless loop is noticed by its rounds, long before that. */
const TIMEOUT_MS = 300_000

/** `npm run mutation -- FOLDER…`: changes the sources of a folder of `src` one at a time, texts excepted, and runs its unit tests. */
const folders = process.argv.slice(2)
const unknown = folders.filter((folder) => !existsSync(join('src', folder)))
if (folders.length === 0 || unknown.length > 0) {
  const known = globSync('test/unit/*/').map((path) => path.split('/').at(-1))
  process.stderr.write(`name folders of src, such as ${known.join(', ')} or push/deliver\n`)
  process.exit(2)
}
for (const folder of folders) {
  process.env.MUTATION_TESTS = `test/unit/${folder}/**/*.test.ts`
  await new Stryker({
    mutate: [`src/${folder}/**/*.ts`],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false, pool: 'threads' },
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    mutator: { plugins: null, excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: TIMEOUT_MS,
    // What was caught before, and has not changed since, is not tried again.
    incremental: true,
    incrementalFile: join(CACHE, `${folder.replaceAll('/', '-')}.json`),
    tempDirName: join(CACHE, 'sandbox'),
    ignorePatterns: ['data', 'coverage', 'bench', 'docs', '.ci'],
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, reportTests: false },
    allowEmpty: true,
  }).runMutationTest()
}
