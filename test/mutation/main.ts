import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { describeRun, writeSection } from '../support/reliability.ts'
import { AREAS, type Area } from './areas.ts'
import { countsOf, type Mutant, mutationSection } from './report.ts'

/** Ignored by git. */
const CACHE = 'coverage/mutation'

interface Result {
  readonly run: string
  readonly mutants: readonly Mutant[]
}

const fileOf = ({ name }: Area, end: string): string => join(CACHE, `${name.replaceAll(' ', '-')}${end}`)

interface Incremental {
  readonly files: Readonly<Record<string, { mutants: readonly { readonly status: string }[] }>>
}

/** Changes that survived are tried again: Stryker does not see that a new test concerns one at the top of a file. */
function forgetSurvivors(file: string): void {
  if (!existsSync(file)) return
  const known: Incremental = JSON.parse(readFileSync(file, 'utf8'))
  for (const one of Object.values(known.files))
    one.mutants = one.mutants.filter(({ status }) => status !== 'Survived')
  writeFileSync(file, JSON.stringify(known))
}

/** What was caught before, and has not changed since, is not tried again. */
async function mutate(area: Area): Promise<Result> {
  forgetSurvivors(fileOf(area, '.incremental.json'))
  process.env.MUTATION_TESTS = area.tests.join(' ')
  const found = await new Stryker({
    mutate: [...area.mutate],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false, pool: 'threads' },
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    mutator: { plugins: null, excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    incremental: true,
    incrementalFile: fileOf(area, '.incremental.json'),
    tempDirName: join(CACHE, 'sandbox'),
    ignorePatterns: ['data', 'coverage', 'bench', 'docs', '.ci'],
    reporters: ['clear-text'],
    clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: false },
    allowEmpty: true,
  }).runMutationTest()
  const mutants = found.map(({ fileName, status, mutatorName, location }) => ({
    fileName: fileName.slice(fileName.lastIndexOf('/src/') + 1),
    status,
    mutatorName,
    location,
  }))
  return { run: describeRun(), mutants }
}

mkdirSync(CACHE, { recursive: true })
const wanted = process.argv.slice(2)
for (const area of AREAS) {
  if (wanted.length > 0 && !wanted.includes(area.name)) continue
  const result = await mutate(area)
  writeFileSync(fileOf(area, '.json'), JSON.stringify(result))
  const { caught, survived, unreached } = countsOf(result.mutants)
  process.stdout.write(`${area.name}: ${caught} caught, ${survived} survived, ${unreached} unreached\n`)
}

// An area may take half an hour, so each may be run by itself: the section has the last run of each here.
const [tried, untried] = [true, false].map((isTried) =>
  AREAS.filter((area) => existsSync(fileOf(area, '.json')) === isTried),
)
const results = (tried ?? []).map(
  (area) => [area.name, JSON.parse(readFileSync(fileOf(area, '.json'), 'utf8')) as Result] as const,
)
writeSection(
  'mutation',
  mutationSection(
    new Map(results),
    (untried ?? []).map(({ name }) => name),
  ),
)
