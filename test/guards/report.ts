import { tableOf } from '../support/reliability.ts'
import type { Guard } from './guard.ts'

/** What came of taking out a guard. */
export interface GuardRow {
  /** The test that failed, in Markdown; `NO_TEST` where none did. */
  readonly test: string
  readonly seconds: string
  /** Which commit was tried, when, and on which machine. */
  readonly run: string
}

export const NO_TEST = '**none**'

const HEAD = ['Guard', 'In', 'Test that failed without it', 's', 'Tried at']

/** "commit `a1b2c3d`, 2026-11-22, 2 cores": what stands in the row is "`a1b2c3d`". */
const commitOf = (run: string): string => run.split(', ', 1)[0]?.replace('commit ', '') ?? ''

/** The section of `npm run guards`, in Markdown: the newest result of each guard of the list. */
export function guardsSection(
  guards: ReadonlyMap<string, readonly Guard[]>,
  rows: ReadonlyMap<string, GuardRow>,
): string {
  const all = [...guards.values()].flat().map(({ name }) => name)
  const tried = all.flatMap((name) => rows.get(name) ?? [])
  const caught = tried.filter(({ test }) => test !== NO_TEST).length
  const untried = all.filter((name) => !rows.has(name))
  return [
    '## Guards',
    '',
    `\`npm run guards\`: each of ${tried.length} safety checks was taken out of a copy of the program in turn; ${caught} times a test failed.`,
    '',
    ...[...Map.groupBy(tried, ({ run }) => run)].map(([run, of]) => `- ${of.length}: ${run}.`),
    ...(untried.length > 0 ? [`- Not run yet: ${untried.join('; ')}.`] : []),
    ...[...guards].flatMap(([area, of]) => ['', `### ${area}`, '', tableOf(HEAD, rowsOf(of, rows))]),
  ].join('\n')
}

const rowsOf = (guards: readonly Guard[], rows: ReadonlyMap<string, GuardRow>): string[][] =>
  guards.flatMap(({ name, file }) => {
    const row = rows.get(name)
    return row ? [[name, `\`${file}\``, row.test, row.seconds, commitOf(row.run)]] : []
  })

const RUN = /^- \d+: (commit .+)\.$/gm
const ROW = /^\| (?<name>.+) \| `[^`]+` \| (?<test>.+) \| (?<seconds>\d+\.\d) \| (?<commit>`.+) \|$/gm

/** Reads the rows of a section, so that a run of some guards keeps those of the others. */
export function guardRowsIn(section: string): Map<string, GuardRow> {
  const runs = new Map([...section.matchAll(RUN)].map(([, run = '']) => [commitOf(run), run] as const))
  return new Map(
    [...section.matchAll(ROW)].map(({ groups: { name = '', test = '', seconds = '', commit = '' } = {} }) => [
      name,
      { test: test.replaceAll('\\|', '|'), seconds, run: runs.get(commit) ?? commit },
    ]),
  )
}
