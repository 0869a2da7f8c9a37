import { spawnSync } from 'node:child_process'
import { Console } from 'node:console'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { environmentAt, MOMENTS, type Moment } from './moments.ts'

const SUITES = ['unit', 'integration', 'e2e']
/** Runs on request only: its journeys kill and count, take long, and look at no day. */
const LEFT_OUT = 'alone'
const VITEST = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true, default: MOMENTS.map(({ name }) => name) },
    suite: { type: 'string', multiple: true, default: SUITES },
  },
})
const moments = MOMENTS.filter(({ name }) => values.only.includes(name))
const suites = [...SUITES, LEFT_OUT].filter((name) => values.suite.includes(name))
if (moments.length === 0 || suites.length === 0) {
  const names = MOMENTS.map(({ name }) => name).join(', ')
  process.stderr.write(`--only takes one of ${names}; --suite one of ${[...SUITES, LEFT_OUT].join(', ')}\n`)
  process.exit(1)
}

/** Runs a suite at a moment, and returns its row of the table. */
function run(moment: Moment, suite: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tasa-any-day-'))
  const outputFile = join(folder, 'report.json')
  const reports = ['--reporter=minimal', '--reporter=json', `--outputFile.json=${outputFile}`]
  const startedAt = performance.now()
  const { status } = spawnSync(process.execPath, [VITEST, 'run', '--project', suite, ...reports, ...files], {
    stdio: 'inherit',
    env: { ...process.env, ...environmentAt(moment) },
  })
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(outputFile, 'utf8'))
  rmSync(folder, { recursive: true })
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  // A file that cannot be loaded, and a secret that is seen, fail the run without a failed test.
  return { ...moment, suite, passed, failed: failed + (status === 0 || failed > 0 ? 0 : 1), seconds }
}

const rows = moments.flatMap((moment) => suites.map((suite) => run(moment, suite)))
new Console(process.stdout).table(rows)
if (!suites.includes(LEFT_OUT))
  process.stdout.write(`left out: --suite ${LEFT_OUT} (the faults in short), which looks at no day\n`)
process.exit(rows.some(({ failed }) => failed > 0) ? 1 : 0)
