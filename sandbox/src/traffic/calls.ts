import type { Update } from 'grammy/types'
import type { RawCall, Upload } from '../call.ts'
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

/** An answered call. */
export interface AnsweredCall {
  readonly method: string
  readonly code: number
  readonly raw: RawCall
  readonly uploads: ReadonlyMap<string, Upload>
  readonly answer: unknown
}

const KEPT_MAX = 300
const TEXT_LENGTH_MAX = 2_000

/** Keeps the last calls and updates as they were sent; they are written as text only when the page asks. */
export function createCalls(clock: Clock) {
  const kept: (Traffic & { readonly number: number; readonly at: number })[] = []
  let number = 0

  function keep(traffic: Traffic): void {
    number += 1
    kept.push({ number, at: clock(), ...traffic })
    if (kept.length > KEPT_MAX) kept.shift()
  }

  function recordCall({ method, code, raw, uploads, answer }: AnsweredCall): void {
    const files = [...uploads].map(([name, { bytes }]) => [name, `<${bytes.length} bytes>`])
    keep({ kind: 'call', name: method, code, sent: { ...raw, ...Object.fromEntries(files) }, answer })
  }

  function recordUpdate(update: Update): void {
    const [, kind = ''] = Object.keys(update)
    keep({ kind: 'update', name: kind, sent: update })
  }

  /** Calls and updates after a number, oldest first, with what was sent and answered as shortened JSON. */
  const since = (last: number): readonly object[] =>
    kept
      .filter((traffic) => traffic.number > last)
      .map(({ sent, answer, ...rest }) => ({
        ...rest,
        sent: short(sent),
        ...(answer !== undefined && { answer: short(answer) }),
      }))

  return { recordCall, recordUpdate, since, last: () => number }
}

function short(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX)}…` : text
}
