import { tableOf } from '../support/reliability.ts'
import {
  delayText,
  duplicatesText,
  isGreen,
  lostText,
  type Result,
  type Scenario,
  type Survived,
} from './scenario.ts'

/** A promise that was not tried, and why. */
export interface Untried {
  readonly promise: string
  readonly why: string
}

/** A result as it is kept between runs. */
export interface Kept extends Omit<Result, 'scenario'> {
  readonly name: string
  /** The commit, the day and the machine. */
  readonly run: string
  /** When it ended (ms). */
  readonly at: number
}

/** Of each scenario so many of the newest results count. */
const SEEDS_MAX = 3

interface Tried {
  readonly scenario: Scenario
  readonly results: readonly Kept[]
}

/** The section of `npm run faults`, in Markdown: the newest results of each scenario, each with another seed. */
export function faultsSection(
  scenarios: readonly Scenario[],
  kept: readonly Kept[],
  untried: readonly Untried[],
): string {
  const all = scenarios.map((scenario): Tried => ({ scenario, results: newestOf(scenario, kept) }))
  const tried = all.filter(({ results }) => results.length > 0)
  const missing = all.filter(({ results }) => results.length === 0)
  const results = tried.flatMap((one) => one.results)
  const green = tried.filter((one) => one.results.every(isGreen)).length
  return [
    '## Faults',
    '',
    `\`npm run faults\`: ${green} of ${tried.length} scenarios green with every seed. ${results.length} runs, ${minutesOf(results)} minutes.`,
    '',
    'Real processes, a real Redis, and a TCP proxy of our own on every link. "Lost" is what broke the promise, over all seeds: a message',
    'that never came, a stranger who was let in, a wrong answer. Where it is 0, the upper limit of its probability with 95 % confidence',
    '(3/n) stands beside it. "Twice" is messages that came twice, beside the number that were in flight or whose answer got lost, as only',
    'those may. A bound of a delay is that of a machine which does nothing else; "×" is how many times slower this one was meanwhile.',
    '',
    tableOf(
      ['', 'Promise', 'What is done', 'Lost', 'Twice', 'Worst delay', 'Seeds', 'Name'],
      tried.map(cellsOf),
    ),
    '',
    ...runsOf(tried, results),
    ...(missing.length + untried.length > 0 ? ['', 'Not tried:', ''] : []),
    ...untried.map(({ promise, why }) => `- ${promise}: ${why}`),
    ...missing.map(({ scenario }) => `- ${scenario.promise}: not run yet (\`${scenario.name}\`).`),
  ].join('\n')
}

const newestOf = ({ name }: Scenario, kept: readonly Kept[]): readonly Kept[] =>
  kept
    .filter((one) => one.name === name)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, SEEDS_MAX)
    .toSorted((a, b) => a.seed - b.seed)

const minutesOf = (results: readonly Kept[]): string =>
  (results.reduce((sum, { seconds }) => sum + seconds, 0) / 60).toFixed(0)

function cellsOf({ scenario, results }: Tried): string[] {
  const survived = results.flatMap((one) => one.survived ?? [])
  const failed = results.flatMap(({ seed, reason }) => (reason ? [`seed ${seed}: ${firstLine(reason)}`] : []))
  return [
    results.every(isGreen) ? '✓' : '**no**',
    scenario.promise,
    scenario.done,
    [...(survived.length > 0 ? [lostText(together(survived))] : []), ...failed].join('; '),
    survived.length > 0 ? duplicatesText(together(survived)) : '',
    worstDelayText(results),
    results.map(({ seed }) => seed).join(', '),
    scenario.name,
  ]
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

/** All runs of a scenario as one; what else its tries name is of one run. */
function together(all: readonly Survived[]): Survived {
  const sum = (of: (one: Survived) => number): number => all.reduce((total, one) => total + of(one), 0)
  const duplicates = {
    count: sum((one) => one.duplicates?.count ?? 0),
    max: sum((one) => one.duplicates?.max ?? 0),
  }
  return {
    n: sum(({ n }) => n),
    of: all[0]?.of.split(/, | \(/, 1)[0] ?? '',
    lost: sum(({ lost }) => lost),
    ...(all.some((one) => one.duplicates) && { duplicates }),
  }
}

function worstDelayText(results: readonly Kept[]): string {
  const [worst] = results.toSorted((a, b) => (b.survived?.delay?.ms ?? 0) - (a.survived?.delay?.ms ?? 0))
  const { delay } = worst?.survived ?? {}
  if (!worst?.survived || !delay) return ''
  const isOver = delay.msMax !== undefined && delay.ms > delay.msMax
  return delayText(worst.survived) + (isOver ? ` × ${worst.slowness.toFixed(1)}` : '')
}

/** Which scenarios ran with which seed, at which commit and where. */
function runsOf(tried: readonly Tried[], results: readonly Kept[]): string[] {
  const groups = Map.groupBy(results, ({ seed, run }) => `seed ${seed}, ${run}`)
  return [...groups].toSorted().map(([run, of]) => {
    const names = of.map(({ name }) => name).join(', ')
    return `- ${run}: ${of.length === tried.length ? `all ${of.length}` : names}.`
  })
}
