import { tableOf } from '../support/reliability.ts'
import type { Judged } from './figures.ts'
import type { Soaked } from './soak.ts'

const digits = (value: number): string =>
  value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0)
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${digits(Math.abs(value))}`

const rowOfFigure = ({ of, figure: { name, unit, risePerHourMax }, slope, isBroken }: Judged): string[] => [
  isBroken ? '**no**' : '✓',
  name,
  of,
  `${digits(slope.from)} → ${digits(slope.to)} ${unit}`.trim(),
  `${signed(slope.perHour)} ± ${digits(slope.margin)}`,
  `≤ ${risePerHourMax}`,
]

/** What must hold besides the figures: how often it was broken, and how often it may be. */
const demandsOf = (soaked: Soaked): (readonly [what: string, count: number, max: number])[] => [
  ['Unhandled rejections, uncaught errors, leaks of listeners', soaked.surprises.length, 0],
  ['Processes that ended and were not killed', soaked.fallen.length, 0],
  ['People not told the newest price at the end', soaked.lost.untold, 0],
  [
    'Questions not answered: Telegram refused the reply, or broke the connection',
    soaked.unanswered.count,
    soaked.unanswered.max,
  ],
  ['Messages with an older price after a newer one', soaked.lost.backwards, 0],
  ['Prices and answers that came twice', soaked.repeated.count, soaked.repeated.max],
  ['Chats parked', soaked.parked, 0],
  ['The delivery ledger does not balance', soaked.isBalanced ? 0 : 1, 0],
]

/** Whether nothing was lost or came twice without a cause, nothing fell, and no figure rose more than it may. */
export const isGreen = (soaked: Soaked): boolean =>
  demandsOf(soaked).every(([, count, max]) => count <= max) &&
  soaked.judged.every(({ isBroken }) => !isBroken)

/** The section of `npm run soak` in the document: what was run, and what came of it. */
export function soakSection(soaked: Soaked, run: string): string {
  const { judged, span, upsets, asked, pushes, messagesPerSecond, seconds, seed, lost, parked } = soaked
  const faults = [...upsets.values()].reduce((total, count) => total + count, 0)
  const above = judged.filter(({ isBroken }) => isBroken)
  return [
    '## Soak',
    '',
    `\`npm run soak -- ${Math.round(span[1] / 60)} --seed ${seed}\`: ${isGreen(soaked) ? 'green' : '**not green**'}, ${(seconds / 60).toFixed(1)} minutes, ${run}.`,
    '',
    'A service, two `bot` and two `push`, a Redis of their own and the sandbox as Telegram, with a proxy on every link, at twice the',
    `expected peak: ${messagesPerSecond.toFixed(1)} messages a second (${pushes} prices told, ${asked} questions), ${faults} faults. ${lost.untold} people missed the newest`,
    `price, ${lost.backwards} saw an older one after a newer, ${parked} chats were parked. Figures of memory, open files, event loop and Redis that rose`,
    `more than their bound in an hour: ${above.map(({ of, figure }) => `${figure.name} of ${of}`).join(', ') || 'none'}.`,
  ].join('\n')
}

/** All figures beside their bounds, for who runs it. */
export const soakFigures = (soaked: Soaked): string =>
  [
    tableOf(
      ['', 'Figure', 'Of', 'First and last 3 minutes', 'Rise in an hour', 'Bound'],
      soaked.judged.map(rowOfFigure),
    ),
    '',
    tableOf(['What must not happen', 'Found', 'At most'], demandsOf(soaked)),
    '',
    `Faults: ${[...soaked.upsets].map(([name, count]) => `${name} (${count})`).join(', ')}.`,
  ].join('\n')
