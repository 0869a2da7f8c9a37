import { monitorName, type Quote } from '../rates/monitor.ts'

const NEAR_MAX = 6
const TYPOS_MAX = 2
const NAME_LENGTH_MAX = 70
const WORDS_MAX = 6
const WORD_LENGTH_MIN = 4
const FAR = Number.POSITIVE_INFINITY

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** At most 6 monitors that may have been meant: the title has what was asked, or its words or a name differ by two letters. */
export function nearest<Seen extends { readonly quote: Quote }>(asked: string, all: readonly Seen[]): Seen[] {
  const wanted = plain(asked).slice(0, NAME_LENGTH_MAX)
  return all
    .map((seen) => ({ seen, far: distanceTo(wanted, seen.quote) }))
    .filter(({ far }) => far <= TYPOS_MAX)
    .sort((a, b) => a.far - b.far)
    .slice(0, NEAR_MAX)
    .map(({ seen }) => seen)
}

function distanceTo(wanted: string, quote: Quote): number {
  const { monitor, title } = quote
  const names = [monitor.key, monitorName(monitor)].map(plain)
  const words = wanted.split(' ')
  const isPart =
    wanted.length > 1 && [plain(title), ...names].some((name) => words.every((word) => name.includes(word)))
  const typos = Math.min(...names.map((name) => editDistance(wanted, name)))
  const allowed = Math.min(TYPOS_MAX, Math.floor(wanted.length / 2))
  return Math.min(isPart ? 1 : FAR, typos <= allowed ? typos : FAR, distanceByWords(words, quote))
}

/** Each word that was asked for beside the nearest one of the title, the name and the source. */
function distanceByWords(words: readonly string[], { monitor, title, source = '' }: Quote): number {
  if (words.length > WORDS_MAX) return FAR
  const known = plain([title, source, monitor.page, monitor.key].join(' ')).split(/[^\p{L}\p{N}]+/u)
  const far = words.map((word) => Math.min(...known.map((one) => wordDistance(word, one))))
  return Math.max(
    1,
    far.reduce((sum, one) => sum + one, 0),
  )
}

/** Short words are near to everything: they must be the same. */
function wordDistance(wanted: string, known: string): number {
  if (wanted === known) return 0
  if (known.length < WORD_LENGTH_MIN || Math.abs(wanted.length - known.length) > TYPOS_MAX) return FAR
  const typos = editDistance(wanted, known)
  return typos <= Math.min(TYPOS_MAX, Math.floor((wanted.length - 1) / 2)) ? typos : FAR
}

/** Levenshtein: letters to add, drop or replace. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (b[j - 1] === letter ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
