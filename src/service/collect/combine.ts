import {
  addDays,
  businessDayFrom,
  DAY_MS,
  type Day,
  dayOf,
  HOUR_MS,
  startOfDay,
} from '../../domain/caracas.ts'
import {
  absolute,
  compare,
  type Decimal,
  isRoundedFrom,
  medianOf,
  multiply,
  subtract,
} from '../../domain/decimal.ts'
import { isOlder, type StoredMonitor } from '../history/stored-monitor.ts'
import type { Combine } from '../sources/file/schema.ts'
import type { SourceConfig } from '../sources/file/sources-file.ts'
import type { Observation } from '../sources/source.ts'
import { isBelievedAlone, isJump, type Step } from './judge.ts'

/** The bank publishes after this hour of a business day in Caracas, for the next one. */
const PUBLISHED_MS = 15 * HOUR_MS

/** Whether a time (ms) is the beginning of a day in Caracas: then a source names the day of its price. */
export const isDay = (at: number): boolean => at === startOfDay(dayOf(at))

/**
 * Gives a reading its effective day, where a source that stands in tells only when it took the price over. A price that
 * is stored already keeps its day. A new one is for the next business day if it was published in the afternoon: at the
 * latest when the source was first seen to give it, whatever newer times it gives now.
 */
export function withEffectiveDay(reading: SourceReading, known: Decimal | undefined): SourceReading {
  const { observation, since } = reading
  const { lastUpdate, price } = observation
  if (lastUpdate === undefined || isDay(lastUpdate)) return reading
  if (price === known) return { ...reading, isStamped: true }
  const publishedAt = Math.min(lastUpdate, since)
  return {
    ...reading,
    observation: { ...observation, lastUpdate: startOfDay(effectiveDayOf(publishedAt)), publishedAt },
    isStamped: false,
  }
}

/** The day for which a price is that was published at an instant (ms). */
function effectiveDayOf(publishedAt: number): Day {
  const today = dayOf(publishedAt)
  return businessDayFrom(publishedAt >= startOfDay(today) + PUBLISHED_MS ? addDays(today, 1) : today)
}

/** A source that is further from the median is left out of it. */
const OUTLIER_SHARE: Decimal = '0.1'
/** Effective days lie at most so far ahead, over the longest holidays; a later time would outlive every other source. */
const AHEAD_MS_MAX = 10 * DAY_MS
/** So many independent sources can tell which of them is wrong. */
const WITNESSES_MIN = 3

/** The price that one source gave for one monitor. */
export interface SourceReading {
  readonly source: string
  /** The sources that this one only repeats. */
  readonly echoOf?: readonly string[] | undefined
  readonly observation: Observation
  /** Its time is the time of the request, which says nothing about the price. */
  readonly isStamped: boolean
  /** When the source was first seen to give this price, in ms: its time where it gives none. */
  readonly since: number
  /** The price that it was seen to give before this one; undefined where it was not seen to change. */
  readonly before?: Decimal | undefined
  /** It stands still while independent sources move. */
  readonly standsStill?: boolean
  /** It gave way to another for that, and has not moved since. */
  readonly gaveWay?: boolean
}

/** What a source gave; stale where it is older than `stale_after` of its source. `now` in ms. */
export function readingOf(
  { name, echoOf, staleAfterMs }: Pick<SourceConfig, 'name' | 'echoOf' | 'staleAfterMs'>,
  observation: Observation,
  now: number,
) {
  const { lastUpdate: at = now } = observation
  const isStale = staleAfterMs !== undefined && isOlder(staleAfterMs, { at, now })
  return { source: name, echoOf, observation: isStale ? { ...observation, stale: true } : observation }
}

/**
 * Why a price does not count. old: older than `stale_after` of the page. ahead: dated too far ahead. stale: its server says so, or it
 * is older than `stale_after` of its source. behind: older than the stored price of another source, or another price for the day
 * that a better source gave. still: it stands still while others move.
 */
export const LEFT_OUT_REASONS = [
  'old',
  'ahead',
  'stale',
  'behind',
  'jump',
  'outlier',
  'echo',
  'still',
] as const

/** A source that gave a price which does not count, and why. */
export interface LeftOut {
  readonly key: string
  readonly source: string
  readonly why: (typeof LEFT_OUT_REASONS)[number]
  readonly price: Decimal
}

/** One observation of several sources. */
export interface CombinedObservation extends Observation {
  /** The sources that it was made of, in their order. */
  readonly sources: readonly string[]
  readonly isStamped: boolean
  /** However far it is from the last one. */
  readonly isConfirmed: boolean
}

export interface CombineOptions {
  readonly strategy: Combine
  /** So many sources are needed for a median. */
  readonly quorum: number
  readonly staleAfterMs: number
  readonly now: number
  /** The stored price, and the sources it was made of. */
  readonly known: Pick<StoredMonitor, 'price' | 'lastUpdate' | 'sources'> | undefined
  /** The prices are for effective days. */
  readonly isForDays: boolean
  /** The names of the sources, the best first. */
  readonly order: readonly string[]
  readonly step?: Step
}

interface Combined {
  /** Undefined where no source can be believed: then the stored price stays. */
  readonly observation: CombinedObservation | undefined
  readonly leftOut: readonly LeftOut[]
}

type Reason = LeftOut['why']
type Readings = readonly SourceReading[]

/** Sorts out the readings of one monitor, and notes why those do not count. */
function createSieve() {
  const why = new Map<SourceReading, Reason>()
  return {
    why,
    /** Keeps the readings without a problem. */
    keep(readings: Readings, problemOf: (one: SourceReading) => Reason | undefined): SourceReading[] {
      return readings.filter((one) => {
        const problem = problemOf(one)
        if (problem !== undefined) why.set(one, problem)
        return problem === undefined
      })
    },
  }
}
type Sieve = ReturnType<typeof createSieve>

/** Makes one observation of what the sources of a monitor gave. `given` are in the order of the sources. */
export function combine(given: Readings, options: CombineOptions): Combined {
  const sieve = createSieve()
  const counted = withoutThoseThatGaveWay(given, sieve)
  const choose = options.strategy === 'median' ? chooseMedian : chooseFirst
  const used = choose(counted, sieve, options)
  for (const one of used) sieve.why.delete(one)
  const isSure = used.every((one) => isConfirmed(one, counted, options))
  return {
    observation: used.length === 0 ? undefined : { ...observationOf(used), isConfirmed: isSure },
    leftOut: [...sieve.why].map(([{ source, observation }, why]) => ({
      key: observation.key,
      source,
      why,
      price: observation.price,
    })),
  }
}

/** The first source that can be believed. */
function chooseFirst(given: Readings, sieve: Sieve, asked: CombineOptions): Readings {
  const readings = given.map((one) => withKnownDigits(one, asked))
  const near = withoutOutliers(
    sieve.keep(readings, (one) => freshnessProblem(one, asked)),
    sieve,
  )
  const options = { ...asked, known: believed(asked.known, sieve.why) }
  const level = sieve.keep(near, (one) => behindProblem(one, options))
  const good = withoutEchoes(withoutJumps(level, sieve, options), sieve)
  const first = firstMoving(good, sieve)
  return first ? [first] : lastResort(readings, sieve, options)
}

/** The first source that moves, to which those before it give way; if none moves, the first. */
function firstMoving(good: Readings, { why }: Sieve): SourceReading | undefined {
  const moving = good.find(({ standsStill }) => !standsStill)
  if (!moving) return good[0]
  for (const one of good.slice(0, good.indexOf(moving))) why.set(one, 'still')
  return moving
}

/** The sources near the median of all that can be believed; if they are too few for a quorum, the newest. */
function chooseMedian(readings: Readings, sieve: Sieve, options: CombineOptions): Readings {
  const fresh = sieve.keep(readings, (one) => freshnessProblem(one, options))
  const good = withoutEchoes(withoutJumps(fresh, sieve, options), sieve)
  const chosen = good.length > 0 ? agreeing(good, sieve, options) : good
  return chosen.length > 0 ? chosen : lastResort(readings, sieve, options)
}

const timeOf = ({ observation, since }: SourceReading): number => observation.lastUpdate ?? since
const priceOf = ({ observation }: SourceReading): Decimal => observation.price

function freshnessProblem(one: SourceReading, { staleAfterMs, now }: CombineOptions): Reason | undefined {
  if (one.observation.stale) return 'stale'
  if (timeOf(one) > now + AHEAD_MS_MAX) return 'ahead'
  return isOlder(staleAfterMs, { at: timeOf(one), now }) ? 'old' : undefined
}

/** A source that gave way leads again once it moves. Until then it is no witness, and nobody hears its price from an echo. */
function withoutThoseThatGaveWay(given: Readings, { keep }: Sieve): SourceReading[] {
  const still = given.filter(({ gaveWay }) => gaveWay)
  return keep(given, (one) => {
    if (one.gaveWay) return 'still'
    return isEcho(one, still) ? 'echo' : undefined
  })
}

const withoutEchoes = (readings: Readings, { keep }: Sieve): SourceReading[] =>
  keep(readings, (one) => (isEcho(one, readings) ? 'echo' : undefined))

const isEcho = ({ echoOf = [] }: SourceReading, among: Readings): boolean =>
  among.some(({ source }) => echoOf.includes(source))

type Known = CombineOptions['known']

/** Whether a source stands after all those that the stored price was made of. */
const standsAfter = (source: string, known: Known, order: readonly string[]): boolean =>
  (known?.sources ?? []).some((name) => order.indexOf(name) < order.indexOf(source))

/**
 * A source that was not part of the stored price may confirm it, but not go back behind it. Nor may one that stands after
 * those give another price for the same effective day, unless it gave theirs too and corrected it: there is one official rate
 * a day, and a stand-in may not have heard of a correction.
 */
function behindProblem(one: SourceReading, options: CombineOptions): Reason | undefined {
  const { known, order, isForDays } = options
  if (!known || known.sources?.includes(one.source) || priceOf(one) === known.price) return undefined
  if (timeOf(one) < known.lastUpdate) return 'behind'
  const isOther = isForDays && timeOf(one) === known.lastUpdate && !isOrRounds(one.before, known.price)
  return isOther && standsAfter(one.source, known, order) ? 'behind' : undefined
}

const isOrRounds = (price: Decimal | undefined, full: Decimal): boolean =>
  price !== undefined && (price === full || isRoundedFrom(price, full))

/** A source that rounds the price of a better one confirms it. */
function withKnownDigits(one: SourceReading, { known, order }: CombineOptions): SourceReading {
  if (!known || !standsAfter(one.source, known, order) || !isRoundedFrom(priceOf(one), known.price))
    return one
  return { ...one, observation: { ...one.observation, price: known.price } }
}

/** The stored price, unless it was made of sources that are found wrong now. */
const believed = (known: Known, why: ReadonlyMap<SourceReading, Reason>): Known => {
  const wrong = [...why].filter(([, reason]) => reason === 'outlier').map(([{ source }]) => source)
  return known?.sources?.some((source) => !wrong.includes(source)) === false ? undefined : known
}

/** Leaves out who is far from the median of three or more independent sources, if most of them are near it. */
function withoutOutliers(readings: Readings, { keep }: Sieve): Readings {
  const witnesses = readings.filter((one) => !isEcho(one, readings))
  if (witnesses.length < WITNESSES_MIN) return readings
  const middle = median(witnesses)
  const near = witnesses.filter((one) => !isFar(priceOf(one), middle))
  if (2 * near.length <= witnesses.length) return readings
  return keep(readings, (one) => (isFar(priceOf(one), middle) ? 'outlier' : undefined))
}

/**
 * Leaves out prices that would be held back, while another source gives one that would not. Where nothing is stored, the
 * median of three or more sources takes the place of the last price.
 */
function withoutJumps(readings: Readings, { keep }: Sieve, options: CombineOptions): Readings {
  const last = options.known?.price ?? (readings.length >= WITNESSES_MIN ? median(readings) : undefined)
  const isWild = (one: SourceReading): boolean =>
    last !== undefined && isJump(last, priceOf(one), options.step) && !isConfirmed(one, readings, options)
  if (readings.every(isWild)) return readings
  return keep(readings, (one) => (isWild(one) ? 'jump' : undefined))
}

/** Whether an independent source says about the same; where there is none, whether this one has said so for long enough. */
function isConfirmed(one: SourceReading, among: Readings, { known, now, step }: CombineOptions): boolean {
  const price = priceOf(one)
  const others = among.filter((other) => other !== one && !haveOneOrigin(other, one))
  if (others.length > 0) return others.some((other) => !isFar(priceOf(other), price))
  return known !== undefined && isBelievedAlone({ last: known.price, price, since: one.since, now, step })
}

type Named = Pick<SourceReading, 'source' | 'echoOf'>

/** Whether two sources are one, or repeat each other or the same source. */
export const haveOneOrigin = (a: Named, b: Named): boolean => {
  const origins = [b.source, ...(b.echoOf ?? [])]
  return [a.source, ...(a.echoOf ?? [])].some((source) => origins.includes(source))
}

/** The readings near their median, which are enough for a quorum; else the newest of them. */
function agreeing(readings: Readings, { keep }: Sieve, options: CombineOptions): Readings {
  const middle = median(readings)
  const near = keep(readings, (one) => (isFar(priceOf(one), middle) ? 'outlier' : undefined))
  if (near.length >= options.quorum) return near
  // Of two camps no source is near the median.
  const some = near.length > 0 ? near : nearestToKnown(readings, options)
  return newest(keep(some, (one) => behindProblem(one, options)))
}

const isFar = (price: Decimal, middle: Decimal): boolean =>
  compare(absolute(subtract(price, middle)), multiply(middle, OUTLIER_SHARE)) > 0

function nearestToKnown(readings: Readings, { known }: CombineOptions): Readings {
  if (!known) return readings
  const distance = (one: SourceReading): Decimal => absolute(subtract(priceOf(one), known.price))
  const least = readings.map(distance).reduce((a, b) => (compare(a, b) <= 0 ? a : b))
  return readings.filter((one) => distance(one) === least)
}

/** Of prices that are only too old the newest: shown as stale, it is better than none. A lone source is judged later. */
function lastResort(readings: Readings, { why }: Sieve, options: CombineOptions): Readings {
  if (readings.length === 1 && why.get(readings[0] as SourceReading) === 'ahead') return readings
  const aged = readings.filter((one) => ['old', 'stale'].includes(why.get(one) ?? ''))
  return newest(aged.filter((one) => behindProblem(one, options) === undefined))
}

/** The one with the latest time; of several the first in their order. */
function newest(readings: Readings): Readings {
  const [first, ...others] = readings
  if (!first) return []
  return [others.reduce((best, one) => (timeOf(one) > timeOf(best) ? one : best), first)]
}

const median = (readings: Readings): Decimal => medianOf(readings.map(priceOf).sort(compare))

/** The time is the newest that says something about the price. */
function observationOf(used: Readings): Omit<CombinedObservation, 'isConfirmed'> {
  const [first] = used
  if (!first) throw new RangeError('nothing to combine')
  const sources = used.map(({ source }) => source)
  if (used.length === 1) return { sources, ...first.observation, isStamped: first.isStamped }
  const timed = used.filter(({ observation }) => observation.lastUpdate !== undefined)
  const real = timed.filter(({ isStamped }) => !isStamped)
  const [latest] = newest(real.length > 0 ? real : timed)
  return {
    key: first.observation.key,
    price: median(used),
    ...(latest && { lastUpdate: timeOf(latest) }),
    ...(used.some(({ observation }) => observation.simulated) && { simulated: true }),
    sources,
    isStamped: latest?.isStamped ?? false,
  }
}
