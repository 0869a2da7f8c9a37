import type { RawCall, Upload } from '../call.ts'
import type { Clock } from '../surroundings.ts'
import type { Update } from './updates.ts'

/** A call of the bot with its answer, or an update sent to the bot. */
export interface Traffic {
  readonly number: number
  /** Unix time in ms. */
  readonly at: number
  readonly kind: 'call' | 'update'
  /** The method, or the kind of update. */
  readonly name: string
  /** The HTTP code of the answer; none for an update. */
  readonly code?: number
  /** What was sent, as JSON, shortened. */
  readonly sent: string
  /** What came back, as JSON, shortened. */
  readonly answer?: string
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

type Kept = Omit<Traffic, 'sent' | 'answer'> & { readonly sent: unknown; readonly answer?: unknown }

/** Keeps the last calls and updates as they were sent; they are written as text only when the page asks. */
export function createCalls(clock: Clock) {
  const kept: Kept[] = []
  let number = 0

  function keep(traffic: Omit<Kept, 'number' | 'at'>): void {
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

  /** Calls and updates after a number, oldest first. */
  function since(last: number): readonly Traffic[] {
    return kept.filter((traffic) => traffic.number > last).map(show)
  }

  return { recordCall, recordUpdate, since, last: () => number }
}

function show({ sent, answer, ...rest }: Kept): Traffic {
  return { ...rest, sent: short(sent), ...(answer !== undefined && { answer: short(answer) }) }
}

function short(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX)}…` : text
}
