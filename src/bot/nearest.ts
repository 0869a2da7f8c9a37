import { monitorName, type Quote } from '../rates/monitor.ts'

const NEAR_MAX = 6
const TYPOS_MAX = 2
const NAME_LENGTH_MAX = 70

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .slice(0, NAME_LENGTH_MAX)

/** At most 6 monitors that may have been meant: the title has what was asked, or a name differs by two letters. */
export function nearest<Seen extends { readonly quote: Quote }>(asked: string, all: readonly Seen[]): Seen[] {
  const wanted = plain(asked)
  return all
    .map((seen) => ({ seen, far: distanceTo(wanted, seen.quote) }))
    .filter(({ far }) => far <= TYPOS_MAX)
    .sort((a, b) => a.far - b.far)
    .slice(0, NEAR_MAX)
    .map(({ seen }) => seen)
}

function distanceTo(wanted: string, { monitor, title }: Quote): number {
  const names = [monitor.key, monitorName(monitor)].map(plain)
  const words = wanted.split(' ')
  const isPart =
    wanted.length > 1 && [plain(title), ...names].some((name) => words.every((word) => name.includes(word)))
  const typos = Math.min(...names.map((name) => editDistance(wanted, name)))
  const allowed = Math.min(TYPOS_MAX, Math.floor(wanted.length / 2))
  return Math.min(isPart ? 1 : Number.POSITIVE_INFINITY, typos <= allowed ? typos : Number.POSITIVE_INFINITY)
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
