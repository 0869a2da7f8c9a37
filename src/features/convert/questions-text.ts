import type { Decimal } from '../../domain/decimal.ts'
import { formatGiven } from '../../words/amounts.ts'
import { clip, escapeHtml, lines } from '../../words/text.ts'
import type { Words } from '../../words/words.ts'

const WORD_MAX = 40

/** Why a text is no conversion: a name of the grammar's faults, or one of what was asked for. */
export type ConversionRefusal =
  | 'too_long'
  | 'bad_number'
  | 'not_positive'
  | 'too_much'
  | 'two_amounts'
  | 'too_many_units'
  | 'bad_date'
  | 'two_dates'
  | 'strange_sign'
  | 'same_money'
  | 'no_rate'
  | 'history_silent'

type Say = (words: Words['conversion'], word: string) => string

const SAY: Readonly<Record<ConversionRefusal, Say>> = {
  too_long: (words) => words.tooLong,
  bad_number: (words, word) => words.badNumber(word),
  not_positive: (words) => words.notPositive,
  too_much: (words) => words.tooMuch,
  two_amounts: (words) => words.twoAmounts,
  too_many_units: (words) => words.tooMany,
  bad_date: (words, word) => words.badDate(word),
  two_dates: (words) => words.twoDates,
  strange_sign: (words, word) => words.notUnderstood(word),
  same_money: (words) => words.sameMoney,
  no_rate: (words) => words.noSuchRate,
  history_silent: (words) => words.historySilent,
}

/** What only asking again would not mend needs no example. */
const PLAIN: readonly ConversionRefusal[] = ['no_rate', 'history_silent', 'too_much']

/** What is wrong, and how it is written. */
export function conversionRefusal({ conversion }: Words, reason: ConversionRefusal, word = ''): string {
  const [plain = '', , dated = ''] = conversion.askExamples
  const example = reason === 'bad_date' || reason === 'two_dates' ? dated : plain
  return lines(
    SAY[reason](conversion, escapeHtml(clip(word, WORD_MAX))),
    !PLAIN.includes(reason) && conversion.forExample(`<code>${example}</code>`),
  )
}

/** How much of what: asked above buttons with usual amounts. */
export const conversionQuestion = ({ conversion }: Words): string =>
  lines(conversion.ask, ...conversion.askExamples.map((example) => `<code>${example}</code>`))

/** An amount came without its money: asked above a button for each. */
export const moneyQuestion = ({ conversion, numbers }: Words, amount: Decimal): string =>
  conversion.askMoney(formatGiven(numbers, amount))
