import { type CurrencyCode, MONEY_OF } from '../rates/monitor.ts'
import type { DatedToken } from './days.ts'
import { WORDS } from './lexicon.ts'
import type { Token } from './tokens.ts'

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

/** Whether a token means bolivares. */
export const isBolivares = (token: DatedToken): boolean => unitOf(token)?.kind === 'bolivares'

/** Joins the words that name a monitor into a token of kind `name`. */
export type MarkNames = (tokens: readonly Token[]) => readonly Token[]

/** Knows no monitor. */
export const markNothing: MarkNames = (tokens) => tokens

/**
 * Reads a line with words that are a monitor's name as names, whatever else they mean (`mueve`, `por`); if that is
 * unreadable, reads them as ordinary words.
 */
export function readNamesFirst<Read extends { readonly kind: string }>(
  tokens: readonly Token[],
  markNames: MarkNames,
  read: (tokens: readonly Token[]) => Read,
): Read {
  const first = read(markNames(tokens))
  if (first.kind !== 'unreadable') return first
  const second = read(tokens)
  return second.kind === 'unreadable' ? first : second
}
