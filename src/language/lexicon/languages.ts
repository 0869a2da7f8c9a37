import { EN } from './en.ts'
import { ES, type Lexicon } from './es.ts'

/** The languages that people type: a new one is a lexicon like `es.ts` and its place here. */
export const LEXICONS: readonly Lexicon[] = [ES, EN]

/** Signs and codes that mean the same in every language. */
export const SIGNS: Partial<Record<keyof Lexicon['words'], string>> = {
  bolivares: 'bs bss bs.s bsd bs.d ves ved',
  dollars: '$ usd',
  euros: '€ eur',
  to: '-> → =',
  percent: '%',
  above: '> >= ≥',
  below: '< <= ≤',
  plus: '+',
  minus: '- − –',
}
