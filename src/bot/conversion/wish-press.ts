import { addDays, DAY_MS, type Day, parseDay } from '../../rates/caracas.ts'
import { decimalOf, isPositive } from '../../rates/decimal.ts'
import type { MonitorId } from '../../rates/monitor.ts'
import { formatPress } from '../callback-data.ts'
import type { Side, Wish } from './wish.ts'

/** The sides of a conversion as one letter. */
const LETTERS: readonly (readonly [letter: string, from: Side, to: Side])[] = [
  ['d', 'dollar', 'bolivares'],
  ['e', 'euro', 'bolivares'],
  ['D', 'bolivares', 'dollar'],
  ['E', 'bolivares', 'euro'],
  ['x', 'dollar', 'euro'],
  ['y', 'euro', 'dollar'],
]
const FIRST_DAY: Day = '1900-01-01'
const RADIX = 36
const DATA_BYTES_MAX = 64

/** What a button under a conversion holds, by one monitor where it names one; undefined where that is too long. */
export function formatWish(
  wish: Pick<Wish, 'amount' | 'from' | 'to' | 'date'>,
  monitor?: MonitorId,
): string | undefined {
  const letter = LETTERS.find(([, from, to]) => from === wish.from && to === wish.to)?.[0] ?? ''
  const day = wish.date === undefined ? '' : `@${daysSince(wish.date).toString(RADIX)}`
  const data = formatPress('convert', monitor, `${letter}${wish.amount}${day}`)
  return Buffer.byteLength(data) <= DATA_BYTES_MAX ? data : undefined
}

const WISH = /^([deDExy])(\d+(?:\.\d+)?)(?:@([0-9a-z]{1,4}))?$/

/** Reads what `formatWish` wrote; undefined for anything else. */
export function parseWish(argument: string, monitor: MonitorId | undefined): Wish | undefined {
  const [, letter, digits = '', days] = WISH.exec(argument) ?? []
  const [, from, to] = LETTERS.find(([known]) => known === letter) ?? []
  const amount = decimalOf(digits)
  if (!from || !to || amount === undefined || !isPositive(amount)) return undefined
  const date = days === undefined ? undefined : parseDay(addDays(FIRST_DAY, Number.parseInt(days, RADIX)))
  if (days !== undefined && date === undefined) return undefined
  return { amount, from, to, monitors: monitor ? [monitor] : [], ...(date !== undefined && { date }) }
}

const daysSince = (day: Day): number => Math.round((Date.parse(day) - Date.parse(FIRST_DAY)) / DAY_MS)
