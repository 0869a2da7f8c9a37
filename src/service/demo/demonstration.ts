import { fileURLToPath } from 'node:url'
import { HOUR_MS, SECOND_MS } from '../../domain/caracas.ts'
import {
  MEAN_EVERY,
  type MeanSource,
  type PageConfig,
  readSourcesFile,
  type SimulatedSource,
} from '../sources/file/sources-file.ts'

export const OFFICIAL_PAGE = 'page_alpha'
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
  /** Smaller changes, in percent, are not worth a notification. */
  readonly leastChange?: number
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
    leastChange: 0.5,
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
  const { page, title, everySeconds, gapPercent, leastChange, dollar, euro, meanOf } = simulated
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
      ...(leastChange !== undefined && { least_change: leastChange }),
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

const VENEZUELA = fileURLToPath(new URL('../sources/shipped/venezuela.json', import.meta.url))

/**
 * Reads the pages that `SOURCES_FILE` names: `simulated` is the demonstration, `venezuela` the file that comes with the
 * program, anything else a path. Throws a Failure that names every problem in the file.
 */
export async function readPages(sourcesFile: string): Promise<readonly PageConfig[]> {
  if (sourcesFile === 'simulated') return DEMONSTRATION
  return readSourcesFile(sourcesFile === 'venezuela' ? VENEZUELA : sourcesFile)
}
