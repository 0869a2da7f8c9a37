import type { NumberStyle } from '../domain/number-format.ts'
import { joinFractions } from './amounts.ts'
import { correctSpelling } from './spelling.ts'
import { type Token, tokensOf } from './tokens.ts'

/** Why something that was typed cannot be read, and the word at fault. */
export interface Unreadable<Fault extends string> {
  readonly kind: 'unreadable'
  readonly reason: Fault
  readonly word?: string
}

export const unreadable = <Fault extends string>(reason: Fault, word?: string): Unreadable<Fault> => ({
  kind: 'unreadable',
  reason,
  ...(word !== undefined && { word }),
})

/** Joins the words that name a monitor into a token of kind `name`. */
export type MarkNames = (tokens: readonly Token[]) => readonly Token[]

/** Knows no monitor. */
export const markNothing: MarkNames = (tokens) => tokens

export interface LineOptions {
  /** Notation of the writer's numbers. */
  readonly numbers?: NumberStyle
  /** Knows the names of monitors. */
  readonly markNames?: MarkNames
}

/**
 * Reads what follows a command, with words that are a monitor's name as names, whatever else they mean (`mueve`, `por`); if
 * that is unreadable, as ordinary words.
 */
export function readLine<Read extends { readonly kind: string }>(
  line: string,
  { numbers, markNames = markNothing }: LineOptions,
  read: (tokens: readonly Token[]) => Read,
): Read | Unreadable<'too_long'> {
  const tokens = tokensOf(line, numbers)
  if (!tokens) return unreadable('too_long')
  const spelled = correctSpelling(joinFractions(tokens))
  const first = read(markNames(spelled))
  if (first.kind !== 'unreadable') return first
  const second = read(spelled)
  return second.kind === 'unreadable' ? first : second
}
