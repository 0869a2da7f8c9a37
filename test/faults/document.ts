import { tableOf } from '../support/reliability.ts'
import { isGreen, type Result, type Scenario, type Survived, secondsText } from './scenario.ts'

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
    'Real processes, a real Redis, and a TCP proxy of our own on every link. "Lost" counts broken promises: a message that never came, a',
    'stranger let in, a wrong answer; 0 of n means a probability of at most 3/n (95 % confidence). "Twice" counts messages that came twice,',
    'beside the most that may: those in flight, or whose answer got lost. "Latest" is the worst delay, from the source page to a chat unless',
    'the promise names another; its bound is that of an idle machine, and "×" says how many times slower this machine was.',
    '',
    tableOf(['Scenario: promise', 'What is done', 'Lost', 'Twice', 'Latest'], tried.map(cellsOf)),
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
  const duplicates = survived.flatMap((one) => one.duplicates ?? [])
  return [
    `\`${scenario.name}\`: ${scenario.promise}`,
    scenario.done,
    [
      ...(results.every(isGreen) ? [] : ['**broken**']),
      ...(survived.length > 0 ? [lostText(survived)] : []),
      ...failed,
    ].join('; '),
    duplicates.length > 0
      ? atMost(
          sum(duplicates, ({ count }) => count),
          sum(duplicates, ({ max }) => max),
        )
      : '',
    worstDelayText(results),
  ]
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

const sum = <One>(all: readonly One[], of: (one: One) => number): number =>
  all.reduce((total, one) => total + of(one), 0)

/** A bound of 0 goes without saying. */
const atMost = (count: number, max: number): string => (max === 0 ? String(count) : `${count} (≤ ${max})`)

/** All runs of a scenario as one; what else its tries name is of one run. */
const lostText = (survived: readonly Survived[]): string => {
  const of = survived[0]?.of.split(/, | \(/, 1)[0] ?? ''
  const tries = sum(survived, ({ n }) => n).toLocaleString('en')
  return `${sum(survived, ({ lost }) => lost)} of ${tries} ${of}`
}

function worstDelayText(results: readonly Kept[]): string {
  const [worst] = results.toSorted((a, b) => (b.survived?.delay?.ms ?? 0) - (a.survived?.delay?.ms ?? 0))
  const { ms, msMax } = worst?.survived?.delay ?? {}
  if (!worst || ms === undefined) return ''
  if (msMax === undefined) return secondsText(ms)
  const bound = `${secondsText(ms)} (≤ ${msMax / 1_000} s)`
  return ms > msMax ? `${bound} × ${worst.slowness.toFixed(1)}` : bound
}

/** Which scenarios ran with which seed, at which commit and where. */
function runsOf(tried: readonly Tried[], results: readonly Kept[]): string[] {
  const groups = Map.groupBy(results, ({ seed, run }) => `seed ${seed}, ${run}`)
  return [...groups].toSorted().map(([run, of]) => {
    const names = of.map(({ name }) => name).join(', ')
    return `- ${run}: ${of.length === tried.length ? `all ${of.length}` : names}.`
  })
}
