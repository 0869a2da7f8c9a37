import { delayText, duplicatesText, isGreen, lostText, type Result } from './scenario.ts'

/** A promise that was not tried, and why. */
export interface Untried {
  readonly promise: string
  readonly why: string
}

export interface Report {
  readonly results: readonly Result[]
  readonly untried: readonly Untried[]
  readonly date: string
  readonly commit: string
  readonly machine: string
  readonly minutes: number
  /** In the short form every size is a fraction of that of the full one. */
  readonly isShort: boolean
}

const SHORT = 'in the short form (`--short`)'

/** Whether a document has the results of a whole run in its full form, which a short one must not replace. */
export const hasFullRun = (document: string): boolean =>
  document.includes('npm run faults -- --seed') && !document.includes(SHORT)

/** The section of `npm run faults`, in Markdown. */
export function faultsSection({ results, untried, date, commit, machine, minutes, isShort }: Report): string {
  const [first] = results
  const green = results.filter(isGreen).length
  const rows = results.map((result) => {
    const { scenario, survived } = result
    const figures = survived
      ? [lostText(survived), duplicatesText(survived), delayText(survived)]
      : ['failed', '', '']
    return rowOf([
      isGreen(result) ? '✓' : '**no**',
      scenario.promise,
      scenario.done,
      ...figures,
      scenario.name,
    ])
  })
  return [
    '## Faults',
    '',
    `\`npm run faults -- --seed ${first?.seed ?? 0}${isShort ? ' --short' : ''}\`: ${green} of ${results.length} green ${isShort ? `${SHORT} ` : ''}in ${minutes.toFixed(0)} minutes, commit \`${commit}\`, ${date}, ${machine}.`,
    '',
    ...(isShort
      ? [
          'The short form has fewer chats, kills and rounds, and shorter outages, than the full one, whose sizes stand under what is done.',
          '',
        ]
      : []),
    'Real processes, a real Redis, and a TCP proxy of our own on every link. "Lost" is what broke the promise: a message that never',
    'came, a stranger who was let in, a wrong answer. Where it is 0, the upper limit of its probability with 95 % confidence (3/n) stands',
    'beside it. "Twice" is messages that came twice, beside the number that were in flight or whose answer got lost, as only those may.',
    `A bound of a delay is that of a machine which does nothing else; this one was up to ${slowest(results)} times slower meanwhile.`,
    '',
    rowOf(['', 'Promise', 'What is done', 'Lost', 'Twice', 'Worst delay', 'Name']),
    rowOf(Array.from({ length: 7 }, () => '---')),
    ...rows,
    ...(untried.length > 0 ? ['', 'Not tried:', ''] : []),
    ...untried.map(({ promise, why }) => `- ${promise}: ${why}`),
  ].join('\n')
}

const slowest = (results: readonly Result[]): string =>
  Math.max(1, ...results.map(({ slowness }) => slowness)).toFixed(1)

const rowOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
