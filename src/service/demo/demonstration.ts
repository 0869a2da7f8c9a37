import { HOUR_MS, SECOND_MS } from '../../rates/durations.ts'
import type { PageConfig, SimulatedSource } from '../sources/schema/page-config.ts'

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
export const DEMONSTRATION: readonly PageConfig[] = PAGES.map((simulated) => {
  const { page, title, everySeconds, dollar, euro } = simulated
  const monitors = [
    { key: 'usd', currency: 'dollar', title: dollar, official: OFFICIAL.usd },
    ...(euro === undefined
      ? []
      : [{ key: 'eur', currency: 'euro', title: euro, official: OFFICIAL.eur } as const]),
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
        })),
      },
    ],
    namesSources: false,
    monitors: monitors.map(({ key, currency, title }) => ({
      key,
      currency,
      title,
      image: null,
      combine: 'first',
      quorum: 1,
    })),
  }
})

function sourceOf({ gapPercent }: SimulatedPage): SimulatedSource {
  if (gapPercent === 0) return { kind: 'simulated', isOfficial: true }
  return { kind: 'simulated', above: { page: OFFICIAL_PAGE, factor: (1 + gapPercent / 100).toFixed(2) } }
}

function priceOf(official: number, { gapPercent }: SimulatedPage): string {
  return (official * (1 + gapPercent / 100)).toFixed(gapPercent === 0 ? 4 : 2)
}
