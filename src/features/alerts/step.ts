import { monitorsOf, type NewAlert, type Signal } from '../../chats/alert.ts'
import { ALERT_KIND_NAMES, ALERT_KINDS, type AlertKind } from '../../domain/alert-kinds.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { MonitorId } from '../../domain/monitor.ts'
import { formatButtonData, shortHashesOf } from '../../telegram/button-data.ts'

/** The choices made for a new alert so far, as the argument of a button, which also names the monitor. */
export interface Step {
  /** About the gap, and not the monitor of the button. */
  readonly isGap?: boolean
  /** The two monitors of that gap, as `shortHashesOf` names them; those of the usual one if not given. */
  readonly pair?: string
  readonly kind?: AlertKind
  /** `?` asks for it to be typed. */
  readonly value?: Decimal | '?'
  readonly once?: boolean
  readonly cooldownSeconds?: number
  /** ms, whole seconds. */
  readonly until?: number
  readonly paused?: boolean
}

const CODES = ALERT_KIND_NAMES.map((kind) => ALERT_KINDS[kind].code).join('')
const KINDS: ReadonlyMap<string, AlertKind> = new Map(
  ALERT_KIND_NAMES.map((kind) => [ALERT_KINDS[kind].code, kind]),
)
const STEP = new RegExp(
  String.raw`^(?:(g)(?:~([\w-]{16}))?)?(?:([${CODES}])(?:(\?|-?\d+(?:\.\d+)?)(?:([ro])(?:c(\d{1,8}))?(?:u(\d{1,11}))?(z)?)?)?)?$`,
)

/** `a900r`: above 900, every time; `gb`: a gap below something. */
export function formatStep({ isGap, pair, kind, value, once, cooldownSeconds, until, paused }: Step): string {
  return [
    isGap && 'g',
    isGap && pair !== undefined && `~${pair}`,
    kind && ALERT_KINDS[kind].code,
    value,
    once !== undefined && (once ? 'o' : 'r'),
    cooldownSeconds !== undefined && `c${cooldownSeconds}`,
    until !== undefined && `u${Math.floor(until / 1000)}`,
    paused && 'z',
  ]
    .filter((part) => typeof part === 'string')
    .join('')
}

/** Reads what `formatStep` wrote; undefined for anything else. */
export function parseStep(text: string): Step | undefined {
  const found = STEP.exec(text)
  if (!found) return undefined
  const [, gap, pair, letter, value, often, cooldown, until, paused] = found
  const kind = letter && KINDS.get(letter)
  return {
    ...(gap && { isGap: true }),
    ...(pair !== undefined && { pair }),
    ...(kind && { kind }),
    ...(value !== undefined && { value }),
    ...(often && { once: often === 'o' }),
    ...(cooldown && { cooldownSeconds: Number(cooldown) }),
    ...(until && { until: Number(until) * 1000 }),
    ...(paused && { paused: true }),
  }
}

/** What a new alert watches: a monitor, else the gap of a pair, else the usual gap. */
export interface About {
  readonly monitor?: MonitorId | undefined
  readonly pair?: string | undefined
}

/** The data of a button that goes on from what was chosen for a new alert. */
export const alertData = ({ monitor, pair }: About, step: Step): string =>
  formatButtonData(
    'alert',
    monitor,
    formatStep({
      ...step,
      ...(!monitor && { isGap: true }),
      ...(!monitor && pair !== undefined && { pair }),
    }),
  )

/** What an alert on a signal is about. */
export function aboutOf(signal: Signal): About {
  const [first, second] = monitorsOf(signal)
  return first && second ? { pair: shortHashesOf([first, second]) } : { monitor: first }
}

/** The data of a button that makes an alert, without a question. */
export const againData = ({
  signal,
  kind,
  value,
  once = false,
  cooldownSeconds,
  until,
  paused,
}: NewAlert): string =>
  alertData(aboutOf(signal), {
    kind,
    value,
    once,
    ...(paused && { paused }),
    ...(cooldownSeconds !== undefined && { cooldownSeconds }),
    ...(until !== undefined && { until }),
  })
