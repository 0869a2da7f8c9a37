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

/** The section of `npm run mutation`, in Markdown. */
export function mutationSection(scores: ReadonlyMap<string, Score>, untried: readonly string[] = []): string {
  const sum = (count: keyof Counts): number =>
    [...scores.values()].reduce((total, score) => total + score[count], 0)
  const all = { caught: sum('caught'), survived: sum('survived'), unreached: sum('unreached') }
  const runs = [...Map.groupBy(scores, ([, { run }]) => run)]
  return [
    '## Mutation',
    '',
    '`npm run mutation` (Stryker) changes our sources in small ways, one at a time (texts excepted), and runs the unit tests of the',
    'area. "Unreached" is a line that no unit test runs: most of these need a real Redis, and are proved by the integration tests and',
    'the guards. The last score leaves them out.',
    '',
    tableOf(HEAD, [...[...scores].map(([name, score]) => rowOf(name, score)), rowOf(ALL, all)]),
    '',
    ...runs.map(([run, of]) => `- ${of.map(([name]) => name).join(', ')}: ${run}.`),
    ...(untried.length > 0 ? [`- Not run yet: ${untried.join(', ')}.`] : []),
  ].join('\n')
}

const ROW = /^\| ([^|]+) \| \d+ \| (\d+) \| (\d+) \| (\d+) \|/gm
const RUN = /^- ([^:]+): (commit .+)\.$/gm

/** Reads the scores of a section, so that a run of one area keeps those of the others. */
export function scoresIn(section: string): Map<string, Score> {
  const runs = new Map(
    [...section.matchAll(RUN)].flatMap(([, names = '', run = '']) =>
      names.split(', ').map((name) => [name, run] as const),
    ),
  )
  const rows = [...section.matchAll(ROW)].map(([, name = '', ...counts]) => {
    const [caught = 0, survived = 0, unreached = 0] = counts.map(Number)
    return [name, { caught, survived, unreached, run: runs.get(name) ?? '' }] as const
  })
  return new Map(rows.filter(([name]) => name !== ALL))
}
