import type { AlertKind } from '../../../chats/alert.ts'
import type { Decimal } from '../../../rates/decimal.ts'

/** How far a new alert has come, as the argument of a button; the monitor is the button's own. */
export interface Step {
  /** About the gap, and not the monitor of the button. */
  readonly isGap?: boolean
  readonly kind?: AlertKind
  /** `?` asks for it to be typed. */
  readonly value?: Decimal | '?'
  readonly once?: boolean
  readonly cooldownSeconds?: number
  /** ms, whole seconds. */
  readonly until?: number
}

const LETTERS = { above: 'a', below: 'b', percent: 'p' } as const
const KINDS: ReadonlyMap<string, AlertKind> = new Map(
  Object.entries({ a: 'above', b: 'below', p: 'percent' }),
)
const STEP = /^(g?)(?:([abp])(?:(\?|-?\d+(?:\.\d+)?)(?:([ro])(?:c(\d{1,8}))?(?:u(\d{1,11}))?)?)?)?$/

/** `a900r`: above 900, every time; `gb`: a gap below something. */
export function formatStep({ isGap, kind, value, once, cooldownSeconds, until }: Step): string {
  return [
    isGap && 'g',
    kind && LETTERS[kind],
    value,
    once !== undefined && (once ? 'o' : 'r'),
    cooldownSeconds !== undefined && `c${cooldownSeconds}`,
    until !== undefined && `u${Math.floor(until / 1000)}`,
  ]
    .filter((part) => typeof part === 'string')
    .join('')
}

/** Reads what `formatStep` wrote; undefined for anything else. */
export function parseStep(text: string): Step | undefined {
  const found = STEP.exec(text)
  if (!found) return undefined
  const [, gap, letter, value, often, cooldown, until] = found
  const kind = letter && KINDS.get(letter)
  return {
    ...(gap && { isGap: true }),
    ...(kind && { kind }),
    ...(value !== undefined && { value }),
    ...(often && { once: often === 'o' }),
    ...(cooldown && { cooldownSeconds: Number(cooldown) }),
    ...(until && { until: Number(until) * 1000 }),
  }
}
