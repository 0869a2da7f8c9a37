import { type Token, tokensOf, typedOf } from './tokens.ts'
import { unitOf } from './units.ts'

/** Whether a monitor has that name, in lower case. */
export type IsName = (word: string) => boolean

/**
 * Reads a line in which words that name a monitor are names, whatever else they mean (`mueve`, `por`); where that makes
 * no sense, the same line in which they are ordinary words.
 */
export function readNamesFirst<Read extends { readonly kind: string }>(
  tokens: readonly Token[],
  isName: IsName,
  read: (tokens: readonly Token[]) => Read,
): Read {
  const first = read(withNames(tokens, isName))
  if (first.kind !== 'unreadable') return first
  const second = read(tokens)
  return second.kind === 'unreadable' ? first : second
}

/** Currencies stay what they are: `usd` is a monitor where there is one, and else dollars. */
export const withNames = (tokens: readonly Token[], isName: IsName): Token[] =>
  tokens.map((token) =>
    token.kind === 'word' && unitOf(token)?.kind === 'name' && isName(token.raw)
      ? { kind: 'name', text: '', raw: token.raw }
      : token,
  )

/** What people say around the name of a rate that they ask for. */
const AROUND = new Set(
  (
    'a al como cuanto cuesta vale esta estan anda va es cual que el la los las de del en precio tasa valor cotizacion ' +
    'hoy ahora dime dame por favor hola what is how much the price rate of today now please hi ? ¿ ! ¡ . ,'
  ).split(' '),
)

/** The name in a question for a rate, in lower case: `¿A cómo está el dólar hoy?` asks for `dólar`; '' where none is left. Words for which `isName` holds stay. */
export const nameAsked = (text: string, isName: IsName = () => false): string =>
  withNames(tokensOf(text) ?? [], isName)
    .filter((token) => !AROUND.has(token.text))
    .map(typedOf)
    .join(' ')
