import type { BotContext } from '../../bot/context.ts'
import { ALERT_KINDS, type AlertKind } from '../../domain/alert-kinds.ts'
import { add, compare, type Decimal, multiply } from '../../domain/decimal.ts'
import { farButtons } from './keyboards.ts'
import { farAway } from './list-text.ts'
import { type AlertView, isGap, type Subject } from './text.ts'

/** A threshold over so many times the price now, or below that part of it, is asked about before an alert is made of it. */
const FAR = '10'

/** Whether a threshold is far from the value now. A gap is as far as the price that it asks of the second monitor. */
export function isFar({ subject, kind, value }: Pick<AlertView, 'subject' | 'kind' | 'value'>): boolean {
  if (subject.now === undefined || ALERT_KINDS[kind].isMove) return false
  const [now, asked] = isGap(subject) ? [add(subject.now, '100'), add(value, '100')] : [subject.now, value]
  return compare(asked, multiply(now, FAR)) > 0 || compare(multiply(asked, FAR), now) < 0
}

export interface Asked {
  readonly subject: Subject
  readonly kind: AlertKind
  readonly value: Decimal
  /** What the number would be to others than Venezuelans. */
  readonly otherReading?: Decimal | undefined
}

/** Asks whether a threshold far from the value now is meant. `dataOf` returns the data of a button for a value; `?` is one to be typed. */
export function askWhetherFar(
  { words, replyOrEdit }: Pick<BotContext, 'words' | 'replyOrEdit'>,
  { subject, kind, value, otherReading }: Asked,
  dataOf: (value: Decimal | '?') => string,
): Promise<void> {
  const isNear = otherReading !== undefined && !isFar({ subject, kind, value: otherReading })
  const far = { kind, isGap: isGap(subject), value, meant: isNear ? otherReading : undefined }
  return replyOrEdit(farAway(words, subject, kind, value), farButtons(words, dataOf, far))
}
