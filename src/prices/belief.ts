import { MINUTE_MS } from '../rates/durations.ts'
import { monitorRef } from '../rates/monitor.ts'
import { isSamePrice, type ObservedQuote } from './observed-quote.ts'

/** So many answers in a row, over so long by the server's clock, are believed against what was known before. */
const ANSWERS_MIN = 3
const SPAN_MS_MIN = MINUTE_MS
/** Answers and notifications may write the time of one price differently, by this at most. */
const SAME_TIME_MS = MINUTE_MS

/** What an answer says against what is known, and how often it came. Times in ms. */
interface Doubt {
  readonly says: string
  readonly knownAsOf: number
  readonly firstAsOf: number
  readonly lastAsOf: number
  readonly answers: number
}

/** The newest price known, and the one before it. */
interface Course {
  readonly price: string
  readonly before: string | undefined
}

/**
 * Judges answers of the rate API against what is known. An answer may be old: made by a server whose clock is behind
 * that of the one before, or with the content of a cache. It is believed once several in a row, each made later than
 * the one before, say the same.
 */
export function createBelief() {
  const doubts = new Map<string, Doubt>()
  const courses = new Map<string, Course>()

  function priceBefore(ref: string, { quote }: ObservedQuote): string | undefined {
    const course = courses.get(ref)
    if (course?.price === quote.price) return course.before
    courses.set(ref, { price: quote.price, before: course?.price })
    return course?.price
  }

  function hasOldContent(
    { quote }: ObservedQuote,
    known: ObservedQuote,
    before: string | undefined,
  ): boolean {
    const backMs = known.quote.lastUpdate - quote.lastUpdate
    if (backMs > SAME_TIME_MS) return true
    if (backMs < 0 || isSamePrice(quote.price, known.quote.price)) return false
    return [known.quote.priceOld, before].some((old) => old !== undefined && isSamePrice(quote.price, old))
  }

  /** Counts an answer that says something against what is known; true when it was said often enough. */
  function isConfirmed(ref: string, says: string, answer: ObservedQuote, known: ObservedQuote): boolean {
    const { asOf } = answer
    const doubt = doubts.get(ref)
    if (!doubt || doubt.says !== says || doubt.knownAsOf !== known.asOf) {
      doubts.set(ref, { says, knownAsOf: known.asOf, firstAsOf: asOf, lastAsOf: asOf, answers: 1 })
      return false
    }
    if (asOf <= doubt.lastAsOf) return false // the same answer again, from a cache
    const answers = doubt.answers + 1
    doubts.set(ref, { ...doubt, lastAsOf: asOf, answers })
    return answers >= ANSWERS_MIN && asOf - doubt.firstAsOf >= SPAN_MS_MIN
  }

  return {
    /** The answer, where it is believed; one that goes against what was known says what it corrects. */
    judge(answer: ObservedQuote, known: ObservedQuote | undefined): ObservedQuote | undefined {
      if (!known) return answer
      const ref = monitorRef(answer.quote.monitor)
      const isOld = hasOldContent(answer, known, priceBefore(ref, known))
      const isDoubtful = isOld || answer.asOf < known.asOf
      const says = isOld ? `${answer.quote.price} ${answer.quote.lastUpdate}` : 'an earlier time'
      if (isDoubtful && !isConfirmed(ref, says, answer, known)) return undefined
      doubts.delete(ref)
      return isDoubtful ? { ...answer, corrects: known.asOf } : answer
    },
  }
}
