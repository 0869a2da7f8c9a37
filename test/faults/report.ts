import { tableOf } from '../support/reliability.ts'
import { isGreen, type Result } from './scenario.ts'

/** A promise that was not tried, and why. */
export interface Untried {
  readonly promise: string
  readonly why: string
}

const secondsText = (ms: number): string => `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 0)} s`

/** What was lost, what came twice, and the worst delay; a bound of 0 goes without saying. */
function figuresOf({
  survived,
  slowness,
  reason = '',
}: Result): [lost: string, twice: string, latest: string] {
  if (!survived) return [reason.split('\n', 1)[0] ?? '', '', '']
  const { n, of, lost, duplicates, delay } = survived
  const twice = duplicates?.max
    ? `${duplicates.count} (≤ ${duplicates.max})`
    : String(duplicates?.count ?? '')
  const bound = delay?.msMax === undefined ? '' : ` (≤ ${delay.msMax / 1_000} s)`
  const isLate = (delay?.ms ?? 0) > (delay?.msMax ?? Number.POSITIVE_INFINITY)
  const slower = isLate ? ` × ${slowness.toFixed(1)}` : ''
  return [
    `${lost} of ${n.toLocaleString('en')} ${of}`,
    twice,
    delay ? `${secondsText(delay.ms)}${bound}${slower}` : '',
  ]
}

/** The line of a scenario, printed when it is over. */
export function lineOf(result: Result): string {
  const { scenario, seed, seconds, slowness, reason } = result
  const [lost, twice, latest] = figuresOf(result)
  const figures = reason ?? `lost ${lost}${twice && `; twice ${twice}`}${latest && `; latest ${latest}`}`
  const machine = `seed ${seed}, ${seconds.toFixed(0)} s, machine ${slowness.toFixed(1)} times slower`
  return `${isGreen(result) ? 'ok ' : 'BAD'} ${scenario.name} (${machine}): ${figures}`
}

/** The section of `npm run faults`, in Markdown. */
export function faultsSection(results: readonly Result[], untried: readonly Untried[], run: string): string {
  const rows = results.map((result) => {
    const { name, promise, done } = result.scenario
    const [lost, ...others] = figuresOf(result)
    return [`\`${name}\`: ${promise}`, done, `${isGreen(result) ? '' : '**broken**; '}${lost}`, ...others]
  })
  const minutes = results.reduce((sum, { seconds }) => sum + seconds, 0) / 60
  return [
    '## Faults',
    '',
    `\`npm run faults -- --seed ${results[0]?.seed}\`: ${results.filter(isGreen).length} of ${results.length} scenarios green, ${minutes.toFixed(0)} minutes, ${run}.`,
    '',
    'Real processes, a real Redis, and a TCP proxy of our own on every link. "Lost" counts broken promises: a message that never came, a',
    'stranger let in, a wrong answer; 0 of n means a probability of at most 3/n (95 % confidence). "Twice" counts messages that came twice,',
    'beside the most that may: those in flight, or whose answer got lost. "Latest" is the worst delay, from the source page to a chat unless',
    'the promise names another; its bound is that of an idle machine, and "×" says how many times slower this machine was.',
    '',
    tableOf(['Scenario: promise', 'What is done', 'Lost', 'Twice', 'Latest'], rows),
    '',
    'Not tried:',
    '',
    ...untried.map(({ promise, why }) => `- ${promise}: ${why}`),
  ].join('\n')
}
