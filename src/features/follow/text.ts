import type { Decimal } from '../../domain/decimal.ts'
import { leadingPrice } from '../../domain/in-force.ts'
import type { Quote } from '../../domain/monitor.ts'
import type { Schedule } from '../../domain/schedule.ts'
import {
  effectiveDayNotice,
  equation,
  inSentence,
  labelsOf,
  othersLine,
  percentFigure,
  silenceNotice,
  simulatedNotice,
  staleNotice,
  type Titled,
} from '../../words/price.ts'
import { lines, quoted } from '../../words/text.ts'
import type { Words } from '../../words/words.ts'
import { scheduleOf } from '../settings/text.ts'

const FOLLOWED_SHOWN_MAX = 50

/** A monitor that is followed from now on; `others` share its key. `now` in ms. */
interface FollowView {
  readonly quote: Quote
  readonly others?: readonly Titled[]
  /** Percent that its price must change by; every change where undefined. */
  readonly least?: Decimal | undefined
  /** When the rate API was last heard of it (ms). */
  readonly asOf?: number
  /** What else it says, HTML, above the question whether another monitor was meant. */
  readonly also?: readonly string[]
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
  { others = [], also = [] }: { readonly others?: readonly Titled[]; readonly also?: readonly string[] } = {},
): string => lines(words[answer](inSentence(words, subject)), ...also, othersLine(words, subject, others))

function leastOf(words: Words, least: Decimal | undefined): string {
  const { everyChange, fromPercent } = words.settings
  return least === undefined ? everyChange : fromPercent(percentFigure(words, least))
}

/** What a chat follows, each with the percentage from which a change is told. */
export function followedList(
  words: Words,
  followed: readonly (Titled & Pick<FollowView, 'least'>)[],
): string {
  const labels = labelsOf(followed)
  const shown = followed.slice(0, FOLLOWED_SHOWN_MAX)
  return lines(
    words.settings.followed,
    ...shown.map(({ least }, index) => `• <b>${quoted(labels[index] ?? '')}</b> · ${leastOf(words, least)}`),
    words.settings.chooseFollow,
  )
}

/** Said of a digest that was asked for together with a follow. */
export const digestToo = (words: Words, schedule: Schedule): string =>
  words.settings.digestToo(scheduleOf(words, schedule))

const exampleOf = ({ numbers }: Words): string => numbers.decimal('1.5', 1)

export const typeLeast = (words: Words): string => words.settings.typeLeast(exampleOf(words))

export const badLeast = (words: Words, text: string): string =>
  words.settings.badLeast(quoted(text), exampleOf(words))

export const askLeast = (words: Words, subject: Titled): string =>
  words.settings.least(inSentence(words, subject))

export const leastSet = (words: Words, subject: Titled, least: Decimal | undefined): string =>
  words.settings.leastSet(inSentence(words, subject), leastOf(words, least))

export const leastRaised = (
  words: Words,
  subject: Titled,
  least: Decimal,
  before: Decimal | undefined,
): string => lines(leastSet(words, subject, least), words.settings.leastBefore(leastOf(words, before)))

export const leastIsMost = (words: Words, subject: Titled, least: Decimal | undefined): string =>
  words.settings.leastIsMost(inSentence(words, subject), leastOf(words, least))
