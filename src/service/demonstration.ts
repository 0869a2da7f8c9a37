import { fileURLToPath } from 'node:url'
import type { Controls } from 'telegram-sandbox'
import { z } from 'zod'
import { addDays, type Day, dayOf, HOUR_MS, SECOND_MS, startOfDay } from '../domain/caracas.ts'
import { type Decimal, round } from '../domain/decimal.ts'
import { monitorRef } from '../domain/monitor.ts'
import type { Redis } from '../redis/connection.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Part } from '../runtime/lifecycle.ts'
import { Failure } from '../runtime/log.ts'
import { dayScore, mergeHistories, type StoredDay } from './history/history.ts'
import { parseStoredMonitor } from './history/stored-monitor.ts'
import { KEYS } from './keys.ts'
import {
  MEAN_EVERY,
  type MeanSource,
  type PageConfig,
  readSourcesFile,
  type SimulatedSource,
} from './sources/file/sources-file.ts'
import { lastPastDay, type PastName, readPastDays } from './sources/shipped/past.ts'
import { lastBusinessDay, type Random, type SimulationControls } from './sources/simulated.ts'

const OFFICIAL_PAGE = 'page_alpha'
const PARALLEL_PAGE = 'page_beta'

/** The first official prices of a dollar and a euro, in bolivares. */
const OFFICIAL = { usd: 798.4512, eur: 921.3379 }

/** The name of a monitor as people say it, and other words for it. */
interface Named {
  readonly title: string
  readonly aliases: readonly string[]
}

interface SimulatedPage {
  readonly page: string
  readonly title: string
  readonly everySeconds: number
  /** Percent above the official rate; 0 for the official page itself. */
  readonly gapPercent: number
  readonly dollar: Named
  readonly euro?: Named
  readonly meanOf?: readonly string[]
}

const PAGES: readonly SimulatedPage[] = [
  {
    page: OFFICIAL_PAGE,
    title: 'Banco Central',
    everySeconds: 5,
    gapPercent: 0,
    dollar: { title: 'BCV', aliases: ['bcv', 'oficial', 'dolar oficial', 'banco central'] },
    euro: { title: 'Euro BCV', aliases: ['euro bcv', 'euro oficial'] },
  },
  {
    page: PARALLEL_PAGE,
    title: 'Monitores',
    everySeconds: 3,
    gapPercent: 20,
    dollar: { title: 'Paralelo', aliases: ['paralelo', 'negro', 'monitor', 'dolar paralelo'] },
    euro: { title: 'Euro paralelo', aliases: ['euro paralelo'] },
  },
  {
    page: 'page_gamma',
    title: 'Binance P2P',
    everySeconds: 4,
    gapPercent: 21,
    dollar: { title: 'USDT', aliases: ['usdt', 'binance', 'p2p'] },
  },
  {
    page: 'page_delta',
    title: 'Casas de cambio',
    everySeconds: 5,
    gapPercent: 16,
    dollar: { title: 'Efectivo', aliases: ['efectivo'] },
    euro: { title: 'Euro en efectivo', aliases: ['euro en efectivo', 'euro efectivo'] },
  },
  {
    page: 'page_epsilon',
    title: 'Promedio',
    everySeconds: MEAN_EVERY.everyMs / SECOND_MS,
    gapPercent: 10,
    dollar: { title: 'Promedio', aliases: ['promedio'] },
    meanOf: [`${OFFICIAL_PAGE}.usd`, `${PARALLEL_PAGE}.usd`],
  },
  {
    page: 'page_zeta',
    title: 'Remesadoras',
    everySeconds: 3,
    gapPercent: 12,
    dollar: { title: 'Remesas', aliases: ['remesas', 'remesa'] },
    euro: { title: 'Euro de remesas', aliases: ['euro de remesas', 'euro remesas'] },
  },
]

/** The pages used without a SOURCES_FILE: all simulated. */
export const DEMONSTRATION: readonly PageConfig[] = PAGES.map((simulated) => {
  const { page, title, everySeconds, gapPercent, dollar, euro, meanOf } = simulated
  const monitors = [
    { key: 'usd', currency: 'dollar', ...dollar, official: OFFICIAL.usd },
    ...(euro === undefined
      ? []
      : [{ key: 'eur', currency: 'euro', ...euro, official: OFFICIAL.eur } as const]),
  ] as const
  return {
    page,
    title,
    every: { everyMs: everySeconds * SECOND_MS },
    staleAfterMs: 36 * HOUR_MS,
    sources: [
      {
        ...sourceOf(simulated),
        name: title,
        monitors: monitors.map(({ key, currency, official }) => ({
          key,
          currency,
          price: priceOf(official, simulated),
          ...(meanOf && { mean_of: meanOf }),
        })),
      },
    ],
    namesSources: meanOf !== undefined,
    monitors: monitors.map(({ key, currency, title, aliases }) => ({
      key,
      currency,
      title,
      aliases,
      ...(gapPercent === 0 && { effective_day: true }),
      image: null,
      combine: 'first',
      quorum: 1,
    })),
  }
})

function sourceOf({ gapPercent, meanOf }: SimulatedPage): SimulatedSource | MeanSource {
  if (meanOf) return { kind: 'mean', isSimulated: true }
  if (gapPercent === 0) return { kind: 'simulated', isOfficial: true }
  return { kind: 'simulated', above: { page: OFFICIAL_PAGE, factor: (1 + gapPercent / 100).toFixed(2) } }
}

function priceOf(official: number, { gapPercent }: SimulatedPage): string {
  return (official * (1 + gapPercent / 100)).toFixed(gapPercent === 0 ? 4 : 2)
}

const VENEZUELA = fileURLToPath(new URL('./sources/shipped/venezuela.json', import.meta.url))

/**
 * Reads the pages that `SOURCES_FILE` names: `simulated` is the demonstration, `venezuela` the file that comes with the
 * program, anything else a path. Throws a Failure that names every problem in the file.
 */
export async function readPages(sourcesFile: string): Promise<readonly PageConfig[]> {
  if (sourcesFile === 'simulated') return DEMONSTRATION
  return readSourcesFile(sourcesFile === 'venezuela' ? VENEZUELA : sourcesFile)
}

const CLOSES_AT_MS = 17.5 * HOUR_MS
const PLACES = { official: 4, parallel: 2 } as const
const WEEK_DAYS = 7

interface Invented {
  readonly ref: string
  /** An official page has one price for each business day, at 00:00. */
  readonly isOfficial: boolean
  /** Of the first day that is not made up. */
  readonly price: Decimal
  readonly past: PastName
}

/**
 * Makes the days before `until`, oldest first, of a real past: moved by whole weeks, so that it has the weekdays it had, and
 * scaled, so that it would have `price` on `until`. Simulated prices may use floats.
 */
function leadUp({ price, isOfficial, past }: Invented, until: Day): StoredDay[] {
  const real = readPastDays(past)
  const behind = dayScore(until) - dayScore(lastPastDay(past))
  const weeks = Math.ceil(behind / WEEK_DAYS)
  const moved = real
    .map((one) => ({ ...one, day: addDays(one.day, weeks * WEEK_DAYS) }))
    .filter(({ day }) => day <= until)
  const factor = Number(price) / Number(moved.at(-1)?.price)
  const places = isOfficial ? PLACES.official : PLACES.parallel
  const scaled = (real: Decimal): Decimal => round((Number(real) * factor).toFixed(places), places)
  return moved
    .filter(({ day }) => day < until)
    .map(({ day, price, high, low }) => ({
      day,
      price: scaled(price),
      high: scaled(high),
      low: scaled(low),
      lastUpdate: startOfDay(day) + (isOfficial ? 0 : CLOSES_AT_MS),
      origin: 'made',
    }))
}

interface DemonstrationOptions {
  readonly redis: Redis
  readonly clock: Clock
  readonly random: Random
}

/** Makes a history for the demonstration at its first start. Throws a Failure where real prices have its names. */
export function createDemonstrationPast({ redis, clock, random }: DemonstrationOptions): Part {
  async function makePast(invented: Invented): Promise<void> {
    const { ref, isOfficial } = invented
    const state = await redis.hget(KEYS.quotes, ref)
    if (state !== null && !parseStoredMonitor(state).simulated) {
      throw new Failure(
        `Redis holds real prices of ${ref}: name their sources in SOURCES_FILE, or give the demonstration another DATA_DIR or REDIS_URL`,
      )
    }
    if ((await redis.exists(KEYS.days(ref))) === 1) return
    const today = dayOf(clock())
    const until = isOfficial ? lastBusinessDay(today) : today
    const days = leadUp(invented, until)
    await mergeHistories([{ ref, days, updates: [] }], { redis, name: `made-${random()}` })
  }
  return {
    name: 'demonstration',
    async start() {
      for (const invented of INVENTED) await makePast(invented)
    },
    stop: async () => {},
  }
}

const INVENTED: readonly Invented[] = DEMONSTRATION.flatMap(({ page, sources }) =>
  sources.flatMap(({ monitors }) =>
    monitors.map(({ key, currency, price }) => ({
      ref: monitorRef({ page, currency, key }),
      isOfficial: page === OFFICIAL_PAGE,
      price: String(price),
      past: page !== OFFICIAL_PAGE ? 'paralelo.usd' : currency === 'euro' ? 'bcv.eur' : 'bcv.usd',
    })),
  ),
)

const STEPS_PERCENT = [-3, -1, 1, 3]
const MOVE_PERCENT_MAX = 50
const MOVE = z.object({ percent: z.number().min(-MOVE_PERCENT_MAX).max(MOVE_PERCENT_MAX) })

/** What a person in the web chat can do to simulated prices; the simulation is read at each press, as it starts later. */
export const createWebChatControls = (simulation: () => SimulationControls | undefined): Controls => ({
  title: 'Mover el dólar simulado',
  note: 'Los precios son simulados: el BCV cambia cada tarde hábil, los demás cada pocos segundos.',
  rows: [
    {
      name: 'price',
      run: async (body) => simulation()?.move(MOVE.parse(body).percent),
      buttons: STEPS_PERCENT.map((percent) => {
        const label = `${percent > 0 ? '+' : '−'}${Math.abs(percent)}\u00a0%`
        return { label, body: { percent }, done: `El dólar se mueve ${label}.` }
      }),
    },
    {
      name: 'publish',
      run: async () => simulation()?.publishOfficial(),
      buttons: [{ label: 'Publicar el BCV', body: {}, done: 'El BCV publica su tasa.' }],
    },
  ],
})
