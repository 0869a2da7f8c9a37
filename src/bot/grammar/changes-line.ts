import type { Day } from '../../rates/caracas.ts'
import { type Dated, withDays } from '../../rates/grammar/days.ts'
import { type IsName, readNamesFirst } from '../../rates/grammar/names.ts'
import { type Token, tokensOf } from '../../rates/grammar/tokens.ts'
import { monitorNamed } from './named.ts'

/** Whose changes somebody wants to see, and of which day; today and what is followed where nothing is said. */
export interface ChangesWish {
  readonly name?: string
  readonly day?: Day
}

export type ChangesFault = 'too_long' | 'too_many' | 'bad_date' | 'not_understood'

export type ReadChanges =
  | { readonly kind: 'changes'; readonly wish: ChangesWish }
  | { readonly kind: 'unreadable'; readonly reason: ChangesFault; readonly word?: string }

const FILLERS = new Set('de del el la los las en on of the for para changes cambios , -'.split(' '))

const fault = (reason: ChangesFault, word?: string): ReadChanges => ({
  kind: 'unreadable',
  reason,
  ...(word === undefined ? {} : { word }),
})

/** Reads what follows `/changes`, in any order: `usd 20-11-2026`, `ayer usd`. */
export function parseChanges(line: string, today: Day, isName: IsName = () => false): ReadChanges {
  const tokens = tokensOf(line)
  if (!tokens) return fault('too_long')
  return readNamesFirst(tokens, isName, (read) => readChanges(read, today))
}

function readChanges(tokens: readonly Token[], today: Day): ReadChanges {
  const found: { name?: string; day?: Day } = {}
  for (const token of withDays(tokens, today)) {
    const wrong = take(token, found)
    if (wrong) return wrong
  }
  return { kind: 'changes', wish: found }
}

/** Adds what a token says; answers what is wrong with it. */
function take(token: Dated, found: { name?: string; day?: Day }): ReadChanges | undefined {
  if (token.kind === 'day') {
    if (token.day === undefined) return fault('bad_date', token.text)
    if (found.day !== undefined) return fault('too_many')
    found.day = token.day
    return undefined
  }
  if (FILLERS.has(token.text)) return undefined
  const name = monitorNamed(token)
  if (name === undefined) return fault('not_understood', token.text)
  if (found.name !== undefined) return fault('too_many')
  found.name = name
  return undefined
}
