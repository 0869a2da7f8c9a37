import type { SendResult } from '../../telegram/send-result.ts'

/** So many failures one after another, to whatever chats, are an outage of Telegram. */
const FAILURES_MIN = 10
/** After so many answers one after another, a failure is that of its chat or message. */
const ANSWERS_MIN = 3
const PROBE_EVERY_MS = { first: 1_000, max: 5_000 } as const

/**
 * Tells an outage of Telegram from a failure at one chat. In an outage chats stay due instead of being put off, and one at a time
 * is tried every few seconds: the first answer ends the outage for all, and those with alerts go first. `now` is in ms.
 */
export function createOutageWatch(now: () => number = () => performance.now()) {
  let failures = 0
  let answers = 0
  let probeEveryMs: number = PROBE_EVERY_MS.first
  let probeAt = 0

  const isOutage = (): boolean => failures >= FAILURES_MIN

  function noteAnswer(): void {
    failures = 0
    answers += 1
    probeEveryMs = PROBE_EVERY_MS.first
    probeAt = 0
  }

  /** Returns whether it is that of the chat or message, as others were just answered. */
  function noteFailure(): boolean {
    const isOfChat = answers >= ANSWERS_MIN
    failures += 1
    answers = 0
    if (!isOutage() || now() < probeAt) return isOfChat
    if (probeAt > 0) probeEveryMs = Math.min(2 * probeEveryMs, PROBE_EVERY_MS.max)
    probeAt = now() + probeEveryMs
    return isOfChat
  }

  return {
    /** Notes the result of a call. A failure that others have too is returned as such: it does not count against the chat. */
    judge(result: SendResult): SendResult {
      if (result.kind !== 'retry' || result.softRefusal !== undefined) {
        noteAnswer()
        return result
      }
      if (noteFailure()) return result
      // Longer than until the next probe, which is then another chat.
      return { kind: 'retry', isOutage: true, afterMs: isOutage() ? 2 * probeEveryMs : result.afterMs }
    },
    /** How many chats may be in hand: any number, but one in an outage, and none before the next probe. */
    chatsMax(): number {
      if (!isOutage()) return Number.POSITIVE_INFINITY
      return now() < probeAt ? 0 : 1
    },
  }
}

export type OutageWatch = ReturnType<typeof createOutageWatch>
