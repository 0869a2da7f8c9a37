import { distance } from 'fastest-levenshtein'
import { monitorName, type Quote } from '../domain/monitor.ts'
import { withoutAccents } from '../language/tokens.ts'

const NEAR_MAX = 6
const TYPOS_MAX = 2
const NAME_LENGTH_MAX = 70
const WORDS_MAX = 6
const WORD_LENGTH_MIN = 4
const FAR = Number.POSITIVE_INFINITY

const plain = (text: string): string => withoutAccents(text).toLowerCase()

/** At most 6 monitors near to a name: the title contains it, or its words or a monitor's name differ by at most two letters. */
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
  const { monitor, title, aliases = [] } = quote
  const names = [monitor.key, monitorName(monitor), ...aliases].map(plain)
  const words = wanted.split(' ')
  const isPart =
    wanted.length > 1 && [plain(title), ...names].some((name) => words.every((word) => name.includes(word)))
  const typos = Math.min(...names.map((name) => typosBetween(wanted, name)))
  const allowed = typosAllowed(wanted)
  return Math.min(isPart ? 1 : FAR, typos <= allowed ? typos : FAR, distanceByWords(words, quote))
}

/** Sum over the words asked for: the distance of each to the nearest word of the title, the name and the source. */
function distanceByWords(
  words: readonly string[],
  { monitor, title, source = '', aliases = [] }: Quote,
): number {
  if (words.length > WORDS_MAX) return FAR
  const known = plain([title, source, monitor.page, monitor.key, ...aliases].join(' ')).split(
    /[^\p{L}\p{N}]+/u,
  )
  const far = words.map((word) => Math.min(...known.map((one) => wordDistance(word, one))))
  return Math.max(
    1,
    far.reduce((sum, one) => sum + one, 0),
  )
}

/** Distance between two words; short ones must be equal, as they are near to everything. */
function wordDistance(wanted: string, known: string): number {
  if (wanted === known) return 0
  if (known.length < WORD_LENGTH_MIN || Math.abs(wanted.length - known.length) > TYPOS_MAX) return FAR
  const typos = typosBetween(wanted, known)
  return typos <= typosAllowed(wanted) ? typos : FAR
}

const LONG_WORD = 7

/** One wrong letter in a short word, two in a long one: `zelle` is not `calle`. */
const typosAllowed = (wanted: string): number =>
  wanted.length < LONG_WORD ? Math.min(1, wanted.length - 2) : TYPOS_MAX

/** Two letters in the wrong order are one mistake. */
function typosBetween(one: string, other: string): number {
  const typos = distance(one, other)
  const isSwapped =
    typos === 2 &&
    one.length === other.length &&
    [...one].toSorted().join('') === [...other].toSorted().join('')
  return isSwapped ? 1 : typos
}
