import { MINUTE_MS, SECOND_MS } from '../domain/caracas.ts'
import { monitorRef } from '../domain/monitor.ts'
import { isSamePrice, type ObservedQuote } from './observed-quote.ts'

/** So many equal answers in a row, over at least so long by the server's clock, replace what was known before. */
const ANSWERS_MIN = 3
const SPAN_MS_MIN = MINUTE_MS
/** Where a notification says too that the server's clock was set back. */
const NOTIFIED_SPAN_MS_MIN = 15 * SECOND_MS
/** An answer so much older than the one before shows that the clock was set back once more. */
const SET_BACK_MS_MIN = MINUTE_MS
/** The times of one price in answers and notifications may differ by this at most. */
const SAME_TIME_MS = MINUTE_MS

/** An answer that contradicts what is known, and how often it came. Times in ms. */
interface Contradiction {
  readonly says: string
  readonly knownAsOf: number
  readonly firstAsOf: number
  readonly lastAsOf: number
  readonly answers: number
}

interface Known extends ObservedQuote {
  readonly before: string | undefined
}

type Said = Pick<Contradiction, 'says' | 'knownAsOf'> & { readonly asOf: number }

/** The newest price known, and the one before it. */
interface Course {
  readonly price: string
  readonly before: string | undefined
}

/**
 * Compares answers of the rate API with what is known. An answer may be outdated: from a cache, or from a server whose clock is
 * behind. One that contradicts what is known is accepted once several in a row, each made later than the one before, agree: over a
 * minute, or over 15 s where a notification was dated before what is known as well, which no cache would send.
 */
export function createOutdatedAnswerFilter() {
  const contradictions = new Map<string, Contradiction>()
  const courses = new Map<string, Course>()

  function priceBefore(ref: string, { quote }: ObservedQuote): string | undefined {
    const course = courses.get(ref)
    if (course?.price === quote.price) return course.before
    courses.set(ref, { price: quote.price, before: course?.price })
    return course?.price
  }

  /** `setBackMs`: by how much the server's clock was set back, from which its price may have its time. */
  function hasOldContent({ quote }: ObservedQuote, known: Known, setBackMs: number): boolean {
    const { before } = known
    const backMs = known.quote.lastUpdate - quote.lastUpdate
    if (backMs > SAME_TIME_MS + setBackMs) return true
    if (backMs < 0 || isSamePrice(quote.price, known.quote.price)) return false
    return [known.quote.priceOld, before].some((old) => old !== undefined && isSamePrice(quote.price, old))
  }

  /** The contradiction that an answer repeats, if there is one. */
  function repeatedBy(ref: string, { says, knownAsOf, asOf }: Said): Contradiction | undefined {
    const before = contradictions.get(ref)
    const isSame = before?.says === says && before.knownAsOf === knownAsOf
    return isSame && asOf > before.lastAsOf - SET_BACK_MS_MIN ? before : undefined
  }

  /** Counts an answer that contradicts what is known; true once it came often enough. */
  function isConfirmed(ref: string, said: Said, spanMsMin: number): boolean {
    const { says, knownAsOf, asOf } = said
    const before = repeatedBy(ref, said)
    if (!before) {
      contradictions.set(ref, { says, knownAsOf, firstAsOf: asOf, lastAsOf: asOf, answers: 1 })
      return false
    }
    if (asOf <= before.lastAsOf) return false // the same answer again, from a cache
    const answers = before.answers + 1
    contradictions.set(ref, { ...before, lastAsOf: asOf, answers })
    return answers >= ANSWERS_MIN && asOf - before.firstAsOf >= spanMsMin
  }

  return {
    /**
     * Returns the answer if it is accepted, else undefined; one that contradicted what was known says what it corrects.
     * `isDoubted`: a notification was dated before what is known as well.
     */
    accept(
      answer: ObservedQuote,
      known: ObservedQuote | undefined,
      isDoubted = false,
    ): ObservedQuote | undefined {
      if (!known) return answer
      const ref = monitorRef(answer.quote.monitor)
      const isDatedBack = answer.asOf < known.asOf
      const setBackMs = isDoubted && isDatedBack ? known.asOf - answer.asOf : 0
      const isOld = hasOldContent(answer, { ...known, before: priceBefore(ref, known) }, setBackMs)
      const isContradiction = isOld || isDatedBack
      const says = isOld ? `${answer.quote.price} ${answer.quote.lastUpdate}` : 'an earlier time'
      const said = { says, knownAsOf: known.asOf, asOf: answer.asOf }
      const spanMsMin = setBackMs > 0 ? NOTIFIED_SPAN_MS_MIN : SPAN_MS_MIN
      if (isContradiction && !isConfirmed(ref, said, spanMsMin)) return undefined
      contradictions.delete(ref)
      return isContradiction ? { ...answer, corrects: known.asOf } : answer
    },
  }
}
