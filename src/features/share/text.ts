import { type MobilePayment, mobilePaymentLines } from '../../domain/deal/mobile-payment.ts'
import { capitalized } from '../../words/price.ts'
import { agesAsTimes, dayAndTime } from '../../words/times.ts'
import type { Words } from '../../words/words.ts'

/** A message of ours as plain text; `at` is when it was written (ms). */
interface Shown {
  readonly text: string
  readonly at: number
  /** Our name without the `@`. */
  readonly bot: string
  /** Where a bill is paid. */
  readonly payTo?: MobilePayment | undefined
}

/** What a message says as a person sends it on, also outside Telegram: no columns, and times that stay true. */
export const shareText = (words: Words, { text, at, bot, payTo }: Shown): string =>
  [
    ...agesAsTimes(words, text, at).split('\n').map(withoutColumns),
    ...(payTo ? [`${words.settings.payTo}:`, ...mobilePaymentLines(payTo)] : []),
    `${capitalized(dayAndTime(words, at))} · @${bot}`,
  ].join('\n')

const COLUMNS = / {2,}/

/** `$ BCV      798,45` as `$ BCV: 798,45`; several figures stand between dots. */
function withoutColumns(line: string): string {
  const [first = '', ...figures] = line.split(COLUMNS).filter((part) => part !== '')
  const isHead = line.startsWith('  ')
  if (figures.length === 0) return first
  return isHead ? [first, ...figures].join(' · ') : `${first}: ${figures.join(' · ')}`
}
