import { tableOf } from '../support/reliability.ts'

/** What came of the changes of an area. `caught`: a test failed or hung. `unreached`: no unit test runs that line. */
export interface Score {
  readonly caught: number
  readonly survived: number
  readonly unreached: number
  /** Which commit was tried, when, and on which machine. */
  readonly run: string
}

type Counts = Omit<Score, 'run'>

/** Counts changes by what became of them; those that do not run at all do not count. */
export function countsOf(mutants: readonly { readonly status: string }[]): Counts {
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

const ALL = 'all'
const HEAD = ['Area', 'Changes', 'Caught', 'Survived', 'Unreached', 'Score', 'Score where reached']

/** The page of `npm run mutation`, in Markdown. */
export function mutationPage(scores: ReadonlyMap<string, Score>, untried: readonly string[] = []): string {
  const sum = (count: keyof Counts): number =>
    [...scores.values()].reduce((total, score) => total + score[count], 0)
  const all = { caught: sum('caught'), survived: sum('survived'), unreached: sum('unreached') }
  const runs = [...Map.groupBy(scores, ([, { run }]) => run)]
  return [
    '# Mutation',
    '',
    '`npm run mutation` (Stryker) makes small changes to our sources, one at a time (texts excepted), and runs the unit tests of the area.',
    'No unit test runs an "unreached" line: most of these need a real Redis, and the integration tests and the guards prove them. The last',
    'score leaves them out.',
    '',
    tableOf(HEAD, [...[...scores].map(([name, score]) => rowOf(name, score)), rowOf(ALL, all)]),
    '',
    ...runs.map(([run, of]) => `- ${of.map(([name]) => name).join(', ')}: ${run}.`),
    ...(untried.length > 0 ? [`- Not run yet: ${untried.join(', ')}.`] : []),
    '',
  ].join('\n')
}
