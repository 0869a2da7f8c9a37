import { tableOf } from '../support/reliability.ts'
import type { Judged, Verdict } from './figures.ts'
import { isGreen, type Soaked } from './soak.ts'

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

/** What else must hold, each with the figure that was found. */
export function countsOf({
  lost,
  unanswered,
  repeated,
  surprises,
  fallen,
  parked,
  isBalanced,
}: Soaked): string[][] {
  return [
    ['Unhandled rejections, uncaught errors, leaks of listeners', String(surprises.length), '0'],
    ['Processes that ended and were not killed', String(fallen.length), '0'],
    ['People not told the newest price at the end', String(lost.untold), '0'],
    [
      'Questions not answered: Telegram refused the reply, or broke the connection',
      String(unanswered.count),
      `≤ ${unanswered.max}`,
    ],
    ['Messages with an older price after a newer one', String(lost.backwards), '0'],
    [
      'Messages that came twice: prices, answers',
      `${repeated.pushes}, ${repeated.answers}`,
      `≤ ${repeated.max}`,
    ],
    ['Chats parked', String(parked), '0'],
    ['The delivery ledger balances', isBalanced ? 'yes' : 'no', 'yes'],
  ]
}

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
    tableOf(['What else must hold', 'Found', 'Bound'], countsOf(soaked)),
    '',
    `${sum} faults: ${[...upsets].map(([name, count]) => `${name} (${count})`).join(', ')}.`,
  ].join('\n')
}
