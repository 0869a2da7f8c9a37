import type { Clock } from '../surroundings.ts'

/** A call of the bot with its answer, or an update sent to the bot. */
interface Traffic {
  readonly kind: 'call' | 'update'
  /** The method, or the kind of update. */
  readonly name: string
  /** The HTTP code of the answer; none for an update. */
  readonly code?: number
  readonly sent: unknown
  readonly answer?: unknown
}

const KEPT_MAX = 300
const TEXT_LENGTH_MAX = 2_000

/** Keeps the last calls and updates as they were sent; they are written as text only when the page asks. */
export function createCalls(clock: Clock) {
  const kept: (Traffic & { readonly number: number; readonly at: number })[] = []
  let number = 0

  function record(traffic: Traffic): void {
    number += 1
    kept.push({ number, at: clock(), ...traffic })
    if (kept.length > KEPT_MAX) kept.shift()
  }

  /** Calls and updates after a number, oldest first, with what was sent and answered as shortened JSON. */
  const since = (last: number): readonly object[] =>
    kept
      .filter((traffic) => traffic.number > last)
      .map(({ sent, answer, ...rest }) => ({ ...rest, sent: short(sent), answer: short(answer) }))

  return { record, since, last: () => number }
}

/** Empty for undefined. */
function short(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX)}…` : text
}
