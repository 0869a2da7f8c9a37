import { dayOf } from '../../../src/domain/caracas.ts'
import type { DailyPrice, PriceUpdate } from '../../../src/domain/in-force.ts'
import {
  type Currency,
  isSameMonitor,
  type MonitorId,
  monitorRef,
  type Quote,
} from '../../../src/domain/monitor.ts'
import { type Catalogue, createCatalogue } from '../../../src/language/catalogue.ts'
import type { Token } from '../../../src/language/tokens.ts'
import type { ObservedQuote } from '../../../src/prices/prices.ts'
import type { StoredUpdate, UpdateStream } from '../../../src/telegram/update-stream.ts'

/** Noon of 21 January 2026 in Caracas, ms. */
export const NOON = Date.UTC(2026, 0, 21, 16)

export const monitor = (name: string, currency: Currency = 'dollar'): MonitorId => {
  const [page = '', key = ''] = name.split('.')
  return { page, key, currency }
}

export const quote = (id: MonitorId, title: string, price: string, more: Partial<Quote> = {}): Quote => ({
  monitor: id,
  title,
  image: null,
  price,
  priceOld: price,
  close: { day: '2026-01-20', price: more.priceOld ?? price },
  lastUpdate: NOON - 120_000,
  simulated: false,
  stale: false,
  ...more,
})

export const QUOTES: readonly Quote[] = [
  quote(monitor('page_alpha.usd'), 'Dólar oficial', '349.9272'),
  quote(monitor('page_alpha.eur', 'euro'), 'Euro oficial', '410.2'),
  quote(monitor('page_beta.usd'), 'Dólar paralelo', '812.4'),
  quote(monitor('page_beta.promedio'), 'Promedio', '581.16'),
]

const catalogues = new WeakMap<readonly Quote[], Catalogue>()

/** Made once for the same monitors. */
function catalogueOf(quotes: readonly Quote[]): Catalogue {
  const catalogue = catalogues.get(quotes) ?? createCatalogue(quotes)
  catalogues.set(quotes, catalogue)
  return catalogue
}

/** The newest prices, without Redis or a rate API. */
export function createMemoryPrices(quotes: readonly Quote[] = QUOTES) {
  let observedQuotes: readonly ObservedQuote[] = quotes.map((one) => ({ quote: one, asOf: NOON - 1_000 }))
  let catalogue = catalogueOf(quotes)
  return {
    set: (next: readonly ObservedQuote[]): void => {
      observedQuotes = next
      catalogue = catalogueOf(next.map(({ quote: seen }) => seen))
    },
    all: () => observedQuotes,
    find: (name: string) =>
      catalogue.find(name).flatMap((found) => observedQuotes.find(({ quote: seen }) => seen === found) ?? []),
    markNames: (tokens: readonly Token[]) => catalogue.markNames(tokens),
    latest: (id: MonitorId) => observedQuotes.find(({ quote: seen }) => isSameMonitor(seen.monitor, id)),
    refresh: async (): Promise<void> => {},
  }
}

/** What the rate API says of past days, by `monitorRef`; `asked` counts how often, and `isDown` makes it refuse. */
export function createMemoryPast() {
  const state = {
    days: new Map<string, readonly DailyPrice[]>(),
    updates: new Map<string, readonly PriceUpdate[]>(),
    asked: 0,
    isDown: false,
  }
  return {
    state,
    set: (id: MonitorId, prices: Readonly<Record<string, string>>): void => {
      const days = Object.entries(prices).map(([day, price]) => ({
        day,
        price,
        high: price,
        low: price,
        lastUpdate: Date.parse(`${day}T16:00:00Z`),
      }))
      state.days.set(monitorRef(id), days)
    },
    changes: async (id: MonitorId, day: string): Promise<PriceUpdate[]> => {
      state.asked++
      if (state.isDown) throw new Error('no answer from the rate API')
      return (state.updates.get(monitorRef(id)) ?? []).filter(({ lastUpdate }) => dayOf(lastUpdate) === day)
    },
    history: async (id: MonitorId, from: string, to: string): Promise<DailyPrice[]> => {
      state.asked++
      if (state.isDown) throw new Error('no answer from the rate API')
      return (state.days.get(monitorRef(id)) ?? []).filter(({ day }) => day >= from && day <= to)
    },
  }
}

/** Where sessions wait, without Redis and its clock; `values` has the field of a session as `session:CHAT FIELD`. */
export function createMemoryStore() {
  const values = new Map<string, string>()
  return {
    values,
    hget: async (key: string, field: string): Promise<string | null> => values.get(`${key} ${field}`) ?? null,
    hset: async (key: string, field: string, text: string) => values.set(`${key} ${field}`, text),
    hdel: async (key: string, field: string) => values.delete(`${key} ${field}`),
    expire: async (_key: string, _seconds: number) => 1,
    async del(key: string) {
      for (const one of [...values.keys()]) if (one.startsWith(`${key} `)) values.delete(one)
    },
  }
}

/** The stream of updates, without Redis: each is handled at once. */
export function createMemoryUpdates(): UpdateStream {
  let ids = 0
  const stored: StoredUpdate[] = []
  return {
    start: async () => {},
    append: async (updates) =>
      void stored.push(...updates.map((update) => ({ id: `${ids++}`, update, deaths: 0 }))),
    note: async () => {},
    createGroup: async () => {},
    read: async () => stored.splice(0),
    takeOver: async () => [],
    remove: async () => {},
    giveBack: async () => {},
    backlog: async () => ({ waiting: 0, oldestMs: 0 }),
    close: () => {},
  }
}
