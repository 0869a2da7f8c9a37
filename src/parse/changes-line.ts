import type { Day } from '../rates/caracas.ts'
import { type DatedToken, joinDays } from './days.ts'
import { WORDS } from './lexicon.ts'
import { type MarkNames, markNothing, monitorNamed, readNamesFirst } from './names.ts'
import { isPunctuation, type Token, tokensOf } from './tokens.ts'

/** The monitor and day whose changes are requested; by default what the chat follows, and today. */
export interface ChangesRequest {
  readonly name?: string
  readonly day?: Day
}

export type ChangesFault = 'too_long' | 'too_many' | 'bad_date' | 'not_understood'

export type ReadChanges =
  | { readonly kind: 'changes'; readonly request: ChangesRequest }
  | { readonly kind: 'unreadable'; readonly reason: ChangesFault; readonly word?: string }

const unreadable = (reason: ChangesFault, word?: string): ReadChanges => ({
  kind: 'unreadable',
  reason,
  ...(word === undefined ? {} : { word }),
})

/** Reads what follows `/changes`, in any order: `usd 20-11-2026`, `ayer usd`. */
export function parseChanges(line: string, today: Day, markNames: MarkNames = markNothing): ReadChanges {
  const tokens = tokensOf(line)
  if (!tokens) return unreadable('too_long')
  return readNamesFirst(tokens, markNames, (read) => readChanges(read, today))
}

function readChanges(tokens: readonly Token[], today: Day): ReadChanges {
  const parts: { name?: string; day?: Day } = {}
  for (const token of joinDays(tokens, today)) {
    const wrong = takeToken(token, parts)
    if (wrong) return wrong
  }
  return { kind: 'changes', request: parts }
}

const isFiller = ({ text }: DatedToken): boolean => WORDS.fillers.has(text) || WORDS.changes.has(text)

/** Adds the part of a token; returns why the line is unreadable. */
function takeToken(token: DatedToken, parts: { name?: string; day?: Day }): ReadChanges | undefined {
  if (token.kind === 'day') {
    if (token.day === undefined) return unreadable('bad_date', token.text)
    if (parts.day !== undefined) return unreadable('too_many')
    parts.day = token.day
    return undefined
  }
  if (isPunctuation(token) || token.text === '-' || isFiller(token)) return undefined
  const name = monitorNamed(token)
  if (name === undefined) return unreadable('not_understood', token.text)
  if (parts.name !== undefined) return unreadable('too_many')
  parts.name = name
  return undefined
}
