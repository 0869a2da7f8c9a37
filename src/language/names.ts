import { type CurrencyCode, MONEY_OF } from '../domain/monitor.ts'
import type { DatedToken } from './days.ts'
import { WORDS } from './lexicon.ts'
import { NUMERALS, SCALES } from './tokens.ts'

/** The unit of an amount; a `name`, in lower case, must be looked up among the monitors. */
export type Unit =
  | { readonly kind: 'bolivares' }
  | { readonly kind: 'currency'; readonly code: CurrencyCode }
  | { readonly kind: 'name'; readonly name: string }

const CODE_OF_WORD: ReadonlyMap<string, CurrencyCode> = new Map([
  ...[...WORDS.dollars].map((word) => [word, 'USD'] as const),
  ...[...WORDS.euros].map((word) => [word, 'EUR'] as const),
])

/** The unit of a token; a word that is no currency is a name. */
export function unitOf(token: DatedToken | undefined): Unit | undefined {
  if (token?.kind === 'name') return { kind: 'name', name: token.raw }
  if (token?.kind !== 'word' && token?.kind !== 'sign') return undefined
  if (WORDS.bolivares.has(token.text)) return { kind: 'bolivares' }
  const code = CODE_OF_WORD.get(token.text)
  if (code !== undefined) return { kind: 'currency', code }
  return token.kind === 'word' ? { kind: 'name', name: token.raw } : undefined
}

/** The currency that a name is, as a word for it or as its code. */
export const currencyNamedBy = (name: string): CurrencyCode | undefined => CODE_OF_WORD.get(name)

/** The name of the monitor in a token: `usd` is a key, and any other word for dollars (`$`, `dólar`) is `dollar`, which a chat may prefer. */
export function monitorNamed(token: DatedToken): string | undefined {
  const unit = unitOf(token)
  if (unit?.kind === 'currency')
    return token.text === unit.code.toLowerCase() ? token.text : MONEY_OF[unit.code]
  return unit?.kind === 'name' ? unit.name : undefined
}

/** Whether a token is money: a currency, bolivares, or a monitor that is one (`usdt`). */
export function isUnit(token: DatedToken | undefined): boolean {
  if (token?.kind === 'name') return token.isMoney
  const unit = unitOf(token)
  return unit !== undefined && unit.kind !== 'name'
}

/** Whether a token means bolivares. */
export const isBolivares = (token: DatedToken): boolean => unitOf(token)?.kind === 'bolivares'

/** Whether a token is the unit of a number beside it. */
export function isBesideAmount(tokens: readonly DatedToken[], at: number): boolean {
  const before = WORDS.ofAmount.has(tokens[at - 1]?.text ?? '') ? tokens[at - 2] : tokens[at - 1]
  if (before?.kind === 'number' || SCALES.has(before?.text ?? '')) return true
  if (before && NUMERALS.has(before.text) && !WORDS.one.has(before.text)) return true
  return tokens[at]?.kind === 'sign' && tokens[at + 1]?.kind === 'number'
}
