import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { describeRun } from '../support/reliability.ts'
import { AREAS, type Area } from './areas.ts'
import { countsOf, mutationPage, type Score } from './report.ts'

/** Ignored by git. */
const CACHE = 'coverage/mutation'
const SCORES = join(CACHE, 'scores.json')
const PAGE = 'coverage/mutation.md'

/** Beside other work a run takes fifty times as long as alone; an endless loop is noticed by its rounds, long before that. */
const TIMEOUT_MS = 300_000

const incrementalFileOf = ({ name }: Area): string =>
  join(CACHE, `${name.replaceAll(' ', '-')}.incremental.json`)

interface Incremental {
  readonly files: Readonly<Record<string, { mutants: readonly { readonly status: string }[] }>>
}

/** Changes that survived are tried again: Stryker does not see that a new test concerns one at the top of a file. So are those that took too long. */
function forgetUncaught(file: string): void {
  if (!existsSync(file)) return
  const known: Incremental = JSON.parse(readFileSync(file, 'utf8'))
  for (const one of Object.values(known.files))
    one.mutants = one.mutants.filter(({ status }) => status !== 'Survived' && status !== 'Timeout')
  writeFileSync(file, JSON.stringify(known))
}

/** What was caught before, and has not changed since, is not tried again. */
async function mutate(area: Area): Promise<Score> {
  forgetUncaught(incrementalFileOf(area))
  process.env.MUTATION_TESTS = area.tests.join(' ')
  const found = await new Stryker({
    mutate: [...area.mutate],
    testRunner: area.isPure ? 'in-process' : 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'in-process-runner.ts')],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false, pool: 'threads' },
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    mutator: { plugins: null, excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: TIMEOUT_MS,
    incremental: true,
    incrementalFile: incrementalFileOf(area),
    tempDirName: join(CACHE, 'sandbox'),
    ignorePatterns: ['data', 'coverage', 'bench', 'docs', '.ci'],
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: false },
    allowEmpty: true,
  }).runMutationTest()
  return { ...countsOf(found), run: describeRun() }
}

/** Changes the score of one area; the others keep theirs, as an area may take half an hour. */
function writeScore(area: Area, score: Score): void {
  const known = new Map<string, Score>(existsSync(SCORES) ? JSON.parse(readFileSync(SCORES, 'utf8')) : [])
  known.set(area.name, score)
  writeFileSync(SCORES, JSON.stringify([...known]))
  const names = AREAS.map(({ name }) => name)
  const scores = names.flatMap((name): [string, Score][] => {
    const found = known.get(name)
    return found ? [[name, found]] : []
  })
  writeFileSync(
    PAGE,
    mutationPage(
      new Map(scores),
      names.filter((name) => !known.has(name)),
    ),
  )
}

mkdirSync(CACHE, { recursive: true })
const wanted = process.argv.slice(2)
for (const area of AREAS) {
  if (wanted.length > 0 && !wanted.includes(area.name)) continue
  const score = await mutate(area)
  writeScore(area, score)
  const { caught, survived, unreached } = score
  process.stdout.write(`${area.name}: ${caught} caught, ${survived} survived, ${unreached} unreached\n`)
}
process.stdout.write(`all scores: ${PAGE}\n`)
