import { tableOf } from '../support/reliability.ts'

/** What became of one small change of a source. */
export interface Mutant {
  readonly fileName: string
  readonly status: string
  readonly mutatorName: string
  readonly location: { readonly start: { readonly line: number } }
}

interface Counts {
  readonly caught: number
  readonly survived: number
  readonly unreached: number
}

/** `caught`: a test failed or hung. `unreached`: no unit test runs that line. Changes that do not run at all do not count. */
export function countsOf(mutants: readonly Mutant[]): Counts {
  const count = (...statuses: readonly string[]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length
  return { caught: count('Killed', 'Timeout'), survived: count('Survived'), unreached: count('NoCoverage') }
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`

const rowOf = (name: string, { caught, survived, unreached }: Counts): (string | number)[] => [
  name,
  caught + survived + unreached,
  caught,
  survived,
  unreached,
  percent(caught, caught + survived + unreached),
  percent(caught, caught + survived),
]

/** The section of `npm run mutation`, in Markdown. */
export function mutationSection(
  areas: ReadonlyMap<string, { readonly mutants: readonly Mutant[]; readonly run: string }>,
  untried: readonly string[] = [],
): string {
  const rows = [...areas].map(([name, { mutants }]) => rowOf(name, countsOf(mutants)))
  const all = rowOf('all', countsOf([...areas.values()].flatMap(({ mutants }) => mutants)))
  const runs = [...Map.groupBy(areas, ([, { run }]) => run)]
  return [
    '## Mutation',
    '',
    '`npm run mutation` (Stryker) changes our sources in small ways, one at a time (texts excepted), and runs the unit tests of the',
    'area. "Unreached" is a line that no unit test runs: most of these need a real Redis, and are proved by the integration tests and',
    'the guards. The last score leaves them out.',
    '',
    tableOf(
      ['Area', 'Changes', 'Caught', 'Survived', 'Unreached', 'Score', 'Score where reached'],
      [...rows, all],
    ),
    '',
    ...runs.map(([run, of]) => `- ${of.map(([name]) => name).join(', ')}: ${run}.`),
    ...(untried.length > 0 ? [`- Not run yet: ${untried.join(', ')}.`] : []),
  ].join('\n')
}
