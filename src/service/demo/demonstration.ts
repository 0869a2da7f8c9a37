import { HOUR_MS, SECOND_MS } from '../../rates/durations.ts'
import type { PageConfig, SimulatedSource } from '../sources/sources-file.ts'

export const OFFICIAL_PAGE = 'page_alpha'

/** The first official prices of a dollar and a euro, in bolivares. */
const OFFICIAL = { usd: 798.4512, eur: 921.3379 }

interface SimulatedPage {
  readonly page: string
  readonly title: string
  readonly everySeconds: number
  /** Percent above the official rate; 0 for the official page itself. */
  readonly gapPercent: number
  readonly dollar: string
  readonly euro?: string
}

const PAGES: readonly SimulatedPage[] = [
  {
    page: 'page_alpha',
    title: 'Banco Central',
    everySeconds: 5,
    gapPercent: 0,
    dollar: 'Dólar oficial',
    euro: 'Euro oficial',
  },
  {
    page: 'page_beta',
    title: 'Promedio paralelo',
    everySeconds: 3,
    gapPercent: 26,
    dollar: 'Dólar paralelo',
    euro: 'Euro paralelo',
  },
  {
    page: 'page_gamma',
    title: 'Mercado entre personas',
    everySeconds: 4,
    gapPercent: 34,
    dollar: 'Dólar digital',
  },
  {
    page: 'page_delta',
    title: 'Casas de cambio',
    everySeconds: 5,
    gapPercent: 18,
    dollar: 'Dólar en efectivo',
    euro: 'Euro en efectivo',
  },
  { page: 'page_epsilon', title: 'Remesas', everySeconds: 5, gapPercent: 11, dollar: 'Dólar de remesas' },
  {
    page: 'page_zeta',
    title: 'Monitor de la calle',
    everySeconds: 3,
    gapPercent: 37,
    dollar: 'Dólar de la calle',
    euro: 'Euro de la calle',
  },
]

/** The pages used without a SOURCES_FILE: all simulated. */
export const DEMONSTRATION: readonly PageConfig[] = PAGES.map((simulated) => ({
  page: simulated.page,
  title: simulated.title,
  every: { everyMs: simulated.everySeconds * SECOND_MS },
  staleAfterMs: 36 * HOUR_MS,
  source: sourceOf(simulated),
  monitors: [
    { key: 'usd', currency: 'dollar', title: simulated.dollar, ...priceOf(OFFICIAL.usd, simulated) },
    ...(simulated.euro === undefined
      ? []
      : [
          {
            key: 'eur',
            currency: 'euro' as const,
            title: simulated.euro,
            ...priceOf(OFFICIAL.eur, simulated),
          },
        ]),
  ],
}))

function sourceOf({ gapPercent }: SimulatedPage): SimulatedSource {
  if (gapPercent === 0) return { kind: 'simulated', isOfficial: true }
  return { kind: 'simulated', above: { page: OFFICIAL_PAGE, factor: (1 + gapPercent / 100).toFixed(2) } }
}

function priceOf(official: number, { gapPercent }: SimulatedPage) {
  const price = (official * (1 + gapPercent / 100)).toFixed(gapPercent === 0 ? 4 : 2)
  return { price, image: null, last_update: undefined }
}
