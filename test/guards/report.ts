import { tableOf } from '../support/reliability.ts'
import type { Outcome } from './copy.ts'
import type { Guard } from './guard.ts'

/** What came of taking out a guard. */
export interface Found {
  readonly outcome: Outcome
  /** The test file that was run last. */
  readonly file: string
  /** The commit, the day and the machine. */
  readonly run: string
}

const HEAD = ['Guard', 'In', 'Test that failed without it', 's', 'Tried at']

/** The page of `npm run guards`, in Markdown: the result of each guard that was tried since it, its file or its tests changed. */
export function guardsPage(
  guards: ReadonlyMap<string, readonly Guard[]>,
  resultOf: (guard: Guard) => Found | undefined,
): string {
  const all = [...guards.values()].flat()
  const tried = all.flatMap((guard) => resultOf(guard) ?? [])
  const caught = tried.filter(({ outcome }) => outcome.kind === 'red').length
  const untried = all.filter((guard) => !resultOf(guard)).map(({ name }) => name)
  return [
    '# Guards',
    '',
    `\`npm run guards\` took out each of ${tried.length} safety checks in turn, in a copy of the program; a test failed ${caught} times.`,
    ...(untried.length > 0 ? ['', `Not tried as they are now: ${untried.join('; ')}.`] : []),
    ...[...guards].flatMap(([area, of]) => {
      const rows = of.flatMap((guard) => rowsOf(guard, resultOf(guard)))
      return rows.length > 0 ? ['', `## ${area}`, '', tableOf(HEAD, rows)] : []
    }),
    '',
  ].join('\n')
}

function rowsOf({ name, file }: Guard, found: Found | undefined): string[][] {
  if (!found) return []
  const { outcome, run } = found
  const test = outcome.kind === 'red' ? `\`${found.file}\`: ${outcome.test}` : '**none**'
  return [[name, `\`${file}\``, test, outcome.seconds.toFixed(1), run]]
}
