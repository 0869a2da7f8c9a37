import { tableOf } from '../support/reliability.ts'
import type { Judged, Verdict } from './figures.ts'
import type { Soaked } from './soak.ts'

const VERDICTS: Readonly<Record<Verdict, string>> = { holds: '✓', unclear: 'unclear', broken: '**no**' }

const digits = (value: number): string =>
  value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0)
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${digits(Math.abs(value))}`

const rowOfFigure = ({ of, figure: { name, unit, risePerHourMax }, slope, verdict }: Judged): string[] => [
  VERDICTS[verdict],
  name,
  of,
  `${digits(slope.from)} → ${digits(slope.to)} ${unit}`.trim(),
  `${signed(slope.perHour)} ± ${digits(slope.margin)}`,
  `≤ ${risePerHourMax}`,
]

/** What must hold besides the figures. */
interface Demand {
  readonly what: string
  readonly found: string
  readonly bound: string
  readonly holds: boolean
}

const none = (what: string, count: number): Demand => ({
  what,
  found: String(count),
  bound: '0',
  holds: count === 0,
})

const atMost = (what: string, max: number, ...counts: readonly number[]): Demand => ({
  what,
  found: counts.join(', '),
  bound: `≤ ${max}`,
  holds: counts.reduce((sum, count) => sum + count, 0) <= max,
})

const demandsOf = ({
  lost,
  unanswered,
  repeated,
  surprises,
  fallen,
  parked,
  isBalanced,
}: Soaked): Demand[] => [
  none('Unhandled rejections, uncaught errors, leaks of listeners', surprises.length),
  none('Processes that ended and were not killed', fallen.length),
  none('People not told the newest price at the end', lost.untold),
  atMost(
    'Questions not answered: Telegram refused the reply, or broke the connection',
    unanswered.max,
    unanswered.count,
  ),
  none('Messages with an older price after a newer one', lost.backwards),
  atMost('Messages that came twice: prices, answers', repeated.max, repeated.pushes, repeated.answers),
  none('Chats parked', parked),
  {
    what: 'The delivery ledger balances',
    found: isBalanced ? 'yes' : 'no',
    bound: 'yes',
    holds: isBalanced,
  },
]

/** Whether nothing was lost or came twice without a cause, nothing fell, and no figure rose more than it may. */
export const isGreen = (soaked: Soaked): boolean =>
  demandsOf(soaked).every(({ holds }) => holds) && soaked.judged.every(({ verdict }) => verdict !== 'broken')

/** The section of `npm run soak`, in Markdown. */
export function soakSection(soaked: Soaked, run: string): string {
  const { judged, span, upsets, asked, pushes, messagesPerSecond, seconds, seed } = soaked
  const minutes = (at: number): string => (at / 60).toFixed(1)
  const sum = [...upsets.values()].reduce((total, count) => total + count, 0)
  return [
    '## Soak',
    '',
    `\`npm run soak -- ${Math.round(span[1] / 60)} --seed ${seed}\`: ${isGreen(soaked) ? 'green' : '**not green**'}, ${minutes(seconds)} minutes, ${run}.`,
    '',
    'A service, two `bot` and two `push`, as `npm start` runs them, a Redis of their own and a proxy on every link, with the sandbox as',
    'Telegram. The peak that is expected is 28 messages a second, as Telegram allows a bot no more, 8 of them answers; the run asks for',
    `twice that, under a limit that does not bind. Sent: ${messagesPerSecond.toFixed(1)} messages a second on average, faults and restarts included (${pushes} prices told, ${asked} questions).`,
    '',
    `Slopes are least squares over the minutes ${minutes(span[0])} to ${minutes(span[1])}, ± two standard errors; a sample each 5 s, of which a minute makes one value.`,
    'The live heap is what is left after a full collection of garbage, once a minute. "Unclear" is above the bound by less than the margin. `bot 2` and `push 2` were',
    'killed again and again meanwhile, so they have no slope; the others were killed before and after.',
    '',
    tableOf(
      ['', 'Figure', 'Of', 'First and last 3 minutes', 'Rise in an hour', 'Bound'],
      judged.map(rowOfFigure),
    ),
    '',
    tableOf(
      ['What else must hold', 'Found', 'Bound'],
      demandsOf(soaked).map(({ what, found, bound }) => [what, found, bound]),
    ),
    '',
    `${sum} faults: ${[...upsets].map(([name, count]) => `${name} (${count})`).join(', ')}.`,
  ].join('\n')
}
