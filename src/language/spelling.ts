import { distance } from 'fastest-levenshtein'
import { namesTime } from './days.ts'
import { KNOWN_WORDS, SPELLINGS, WORDS } from './lexicon.ts'
import { unitOf } from './names.ts'
import { NUMERALS, type Token, wordToken } from './tokens.ts'

const GUESSED = [...WORDS.guessed]
/** Shorter words are near to too many others. */
const GUESSED_LENGTH_MIN = 4
/** Longer words may have two wrong letters. */
const TWO_WRONG_LENGTH_MIN = 8

/** Corrects usual misspellings; `por ciento` is a sign, and `5k` five thousand. */
export function correctSpelling(tokens: readonly Token[]): Token[] {
  const corrected: Token[] = []
  for (const [at, token] of tokens.entries()) {
    const isJoined = WORDS.per.has(corrected.at(-1)?.text ?? '')
    // `ciento cincuenta` is a number.
    if (WORDS.percent.has(token.text) && (isJoined || !NUMERALS.has(token.text))) {
      if (isJoined) corrected.pop()
      corrected.push({ kind: 'sign', text: '%' })
    } else corrected.push(...spelled(token, tokens[at - 1]))
  }
  return corrected
}

function spelled(token: Token, before: Token | undefined): readonly Token[] {
  const meant = token.kind === 'word' && before?.kind !== 'number' ? SPELLINGS.get(token.text) : undefined
  return meant === undefined ? [token] : [wordToken(meant)]
}

/** Guesses what is meant by words that are neither names nor known: `dolr`, `binanc`, `cuantoo`. */
export const guessWords = (tokens: readonly Token[], marked: readonly Token[]): Token[] => {
  const unnamed = new Set(marked)
  return tokens.map((token) => (unnamed.has(token) ? guess(token) : token))
}

function guess(token: Token): Token {
  if (token.kind !== 'word' || token.text.length < GUESSED_LENGTH_MIN || isKnown(token.text)) return token
  const once = token.text.replace(/(\p{L})\1+/gu, '$1')
  const meant = isKnown(once) ? once : GUESSED.find((word) => isNear(token.text, word))
  return meant === undefined ? token : wordToken(meant)
}

function isKnown(text: string): boolean {
  const unit = unitOf({ kind: 'word', text, raw: text })
  return KNOWN_WORDS.has(text) || unit?.kind !== 'name' || namesTime(text)
}

/** Whether two words begin alike and differ by one letter, or by two if they are long; or two letters changed places. */
function isNear(typed: string, word: string): boolean {
  if (typed[0] !== word[0] || Math.abs(typed.length - word.length) > 2) return false
  const far = distance(typed, word)
  return (
    far <= (word.length >= TWO_WRONG_LENGTH_MIN ? 2 : 1) || (far === 2 && letters(typed) === letters(word))
  )
}
const letters = (word: string): string => [...word].toSorted().join('')
