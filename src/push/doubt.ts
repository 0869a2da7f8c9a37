import type { Fate } from '../telegram/outcome.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const FIRST_AGAIN_MS = 10 * MINUTE_MS
const AGAIN_MS = 24 * HOUR_MS
const RIGHTS_AGAIN_MS = 12 * HOUR_MS
/** Ten minutes and a day lie between three: who refuses for so long is gone. */
const DOUBTS_MAX = 3

type Refusal = Exclude<Fate, { kind: 'sent' }>

/**
 * A refusal that may be for good, or not: asked again ever later; a person's third one is final, missing rights never are.
 * One that counts for none, as the chat could be reached meanwhile, is asked again at once.
 */
export function judgeDoubt(fate: Refusal, times: number): Refusal {
  if (fate.kind !== 'retry' || fate.doubt === undefined) return fate
  if (times === 0) return { ...fate, afterMs: 0 }
  if (times === 1) return { ...fate, afterMs: FIRST_AGAIN_MS }
  if (fate.doubt === 'rights') return { ...fate, afterMs: RIGHTS_AGAIN_MS }
  if (times < DOUBTS_MAX) return { ...fate, afterMs: AGAIN_MS }
  return { kind: 'unreachable', reason: `refused ${times} times` }
}
