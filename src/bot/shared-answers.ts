import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '../rates/durations.ts'
import type { Clock } from '../runtime/clock.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'

const KEPT_MS = MINUTE_MS
const FAILURE_KEPT_MS = 5_000
const QUESTIONS_MAX = 500
/** About 150 bytes each. */
const ITEMS_MAX = 60_000

/** What was answered, and when it was asked (ms). */
export interface Answered<Item> {
  readonly items: readonly Item[]
  readonly at: number
}

export interface SharedAnswersOptions<Question extends readonly unknown[], Item> {
  /** Must give up by itself in the time that people can wait. */
  readonly ask: (...question: Question) => Promise<readonly Item[]>
  /** Equal questions have equal keys. */
  readonly keyOf: (...question: Question) => string
  readonly clock: Clock
  readonly log: Log
}

interface Kept<Item> {
  readonly answer: Promise<Answered<Item> | undefined>
  readonly until: number
}

/**
 * Lists that the rate API gives: one call serves all who ask the same within a minute. Undefined where it failed or was
 * silent; who comes within 5 s of that does not wait for it again.
 */
export function createSharedAnswers<Question extends readonly unknown[], Item>({
  ask,
  keyOf,
  clock,
  log,
}: SharedAnswersOptions<Question, Item>) {
  const answers = new LRUCache<string, Kept<Item>>({ max: QUESTIONS_MAX, maxSize: ITEMS_MAX })

  /** Changes what is kept of a question, unless it has been dropped meanwhile. */
  function update(key: string, size: number, until?: number): void {
    const kept = answers.peek(key)
    if (kept) answers.set(key, { ...kept, ...(until && { until }) }, { size })
  }

  async function answerTo(key: string, question: Question): Promise<Answered<Item> | undefined> {
    const at = clock()
    try {
      const items = await ask(...question)
      update(key, Math.max(1, items.length))
      return { items, at }
    } catch (error) {
      // The rate API is away or refuses: people are told so.
      log.warn({ question: key, err: messageOf(error) }, 'the past cannot be read')
      update(key, 1, clock() + FAILURE_KEPT_MS)
      return undefined
    }
  }

  return (...question: Question): Promise<Answered<Item> | undefined> => {
    const key = keyOf(...question)
    const known = answers.get(key)
    if (known && known.until > clock()) return known.answer
    // Asked in a moment: what failed at once must find its place already taken.
    const answer = Promise.resolve().then(() => answerTo(key, question))
    answers.set(key, { answer, until: clock() + KEPT_MS }, { size: 1 })
    return answer
  }
}
