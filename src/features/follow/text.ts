import type { Decimal } from '../../domain/decimal.ts'
import { leadingPrice } from '../../domain/in-force.ts'
import type { Quote } from '../../domain/monitor.ts'
import {
  effectiveDayNotice,
  othersLine,
  silenceNotice,
  simulatedNotice,
  staleNotice,
} from '../../words/price.ts'
import { equation, inSentence, percentFigure, type Titled } from '../../words/quote.ts'
import { lines } from '../../words/text.ts'
import type { Words } from '../../words/words.ts'

/** What else an answer says, HTML, above the question whether another monitor was meant. */
export type Also = readonly string[]

/** A monitor that is followed from now on; `others` share its key. `now` in ms. */
export interface FollowView {
  readonly quote: Quote
  readonly others?: readonly Titled[]
  /** Percent that its price must change by; every change where undefined. */
  readonly least?: Decimal | undefined
  /** When the rate API was last heard of it (ms). */
  readonly asOf?: number
  readonly also?: Also
  readonly now: number
}

/** The answer to a follow: what is followed, from which price, and who else has a monitor of that key. */
export const followed = (
  words: Words,
  { quote, others = [], least, now, asOf = now, also = [] }: FollowView,
): string =>
  lines(
    least === undefined
      ? words.following(inSentence(words, quote))
      : words.followingFrom(inSentence(words, quote), percentFigure(words, least)),
    equation(words, quote, leadingPrice(quote, now).price),
    effectiveDayNotice(words, quote, now),
    staleNotice(words, quote, now),
    silenceNotice(words, asOf, now),
    simulatedNotice(words, [quote]),
    ...also,
    othersLine(words, quote, others),
  )

/** Says that a monitor is followed already, is not, or is not any more; others may share its name. */
export const followAnswer = (
  words: Words,
  answer: 'alreadyFollowing' | 'unfollowed' | 'notFollowing',
  subject: Titled,
  { others = [], also = [] }: { readonly others?: readonly Titled[]; readonly also?: Also } = {},
): string => lines(words[answer](inSentence(words, subject)), ...also, othersLine(words, subject, others))
