import type { Day } from '../domain/caracas.ts'
import { type DatedToken, joinDays } from './days.ts'
import { WORDS } from './lexicon.ts'
import { type LineOptions, readLine, type Unreadable, unreadable } from './line.ts'
import { monitorNamed } from './names.ts'
import { isPunctuation } from './tokens.ts'

/** The monitor and day whose changes are requested; by default what the chat follows, and today. */
export interface ChangesRequest {
  readonly name?: string
  readonly day?: Day
}

export type ChangesFault = 'too_long' | 'too_many' | 'bad_date' | 'not_understood'

export type ReadChanges =
  | { readonly kind: 'changes'; readonly request: ChangesRequest }
  | Unreadable<ChangesFault>

/** Reads what follows `/changes`, in any order: `usd 20-11-2026`, `ayer usd`. */
export const parseChanges = (line: string, today: Day, options: LineOptions = {}): ReadChanges =>
  readLine(line, options, (tokens) => readChanges(joinDays(tokens, today)))

function readChanges(tokens: readonly DatedToken[]): ReadChanges {
  const named = tokens.filter((token) => token.kind !== 'day' && !isFiller(token))
  const strange = named.find((token) => monitorNamed(token) === undefined)
  if (strange) return unreadable('not_understood', strange.text)
  return changesOf(
    named.flatMap((token) => monitorNamed(token) ?? []),
    tokens.filter((token) => token.kind === 'day'),
  )
}

const isFiller = (token: DatedToken): boolean =>
  isPunctuation(token) || [WORDS.minus, WORDS.fillers, WORDS.changes].some((words) => words.has(token.text))

/** The changes of one monitor on one day, of those that are named in a sentence or a command. */
export function changesOf(
  [name, ...otherNames]: readonly string[],
  [day, ...otherDays]: readonly Extract<DatedToken, { kind: 'day' }>[],
): ReadChanges {
  if (day && day.day === undefined) return unreadable('bad_date', day.text)
  if (otherNames.length + otherDays.length > 0) return unreadable('too_many')
  return {
    kind: 'changes',
    request: { ...(name !== undefined && { name }), ...(day?.day && { day: day.day }) },
  }
}
