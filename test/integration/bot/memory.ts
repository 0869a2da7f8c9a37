import type { Sighting } from '../../../src/board/board.ts'
import { type Chat, FOLLOWS_PER_CHAT_MAX, type Shown } from '../../../src/chats/chats.ts'
import { dayOf } from '../../../src/rates/caracas.ts'
import type { Currency } from '../../../src/rates/currency.ts'
import {
  isSameMonitor,
  type MonitorId,
  monitorName,
  monitorRef,
  type Quote,
} from '../../../src/rates/monitor.ts'
import type { DailyPrice, PriceUpdate } from '../../../src/rates/past.ts'

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

/** The newest prices, without Redis or a rate API. */
export function createMemoryBoard(quotes: readonly Quote[] = QUOTES) {
  let sightings: readonly Sighting[] = quotes.map((one) => ({ quote: one, asOf: NOON - 1_000 }))
  return {
    set: (next: readonly Sighting[]): void => {
      sightings = next
    },
    all: () => sightings,
    find: (name: string) =>
      sightings.filter(({ quote: { monitor: id } }) => id.key === name || monitorName(id) === name),
    latest: (id: MonitorId) => sightings.find(({ quote: seen }) => isSameMonitor(seen.monitor, id)),
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

interface Kept {
  language?: string
  thread?: number
  told: { monitor: MonitorId; ref: string; told: Shown & { sequence: number } }[]
}

/** What chats want, without Redis; `log` has what was called, in order. */
export function createMemoryChats() {
  const kept = new Map<string, Kept>()
  const log: string[] = []
  const of = (chat: string): Kept => {
    const known = kept.get(chat) ?? { told: [] }
    kept.set(chat, known)
    return known
  }
  return {
    log,
    read: async (chat: string): Promise<Chat> => {
      const known = of(chat)
      return { ...known, defaults: [], alerts: [], follows: known.told.map(({ monitor: id }) => id) }
    },
    follow: async (chat: string, id: MonitorId, told: Shown, thread?: number) => {
      const known = of(chat)
      if (known.told.some((one) => isSameMonitor(one.monitor, id))) return 'already' as const
      if (known.told.length >= FOLLOWS_PER_CHAT_MAX) return 'full' as const
      known.told.push({ monitor: id, ref: monitorRef(id), told: { ...told, sequence: 0 } })
      if (thread !== undefined) known.thread = thread
      return 'followed' as const
    },
    unfollow: async (chat: string, id: MonitorId) => {
      const known = of(chat)
      const before = known.told.length
      known.told = known.told.filter((one) => !isSameMonitor(one.monitor, id))
      return known.told.length < before
    },
    setLanguage: async (chat: string, language: string) => {
      of(chat).language = language
    },
    retire: async (chat: string) => void log.push(`retire ${chat}`),
    revive: async (chat: string) => void log.push(`revive ${chat}`),
    migrate: async (from: string, to: string) => void log.push(`migrate ${from} ${to}`),
  }
}

/** Where questions wait, without Redis and its clock. */
export function createMemoryStore() {
  const kept = new Map<string, string>()
  const getdel = async (key: string): Promise<string | null> => {
    const text = kept.get(key) ?? null
    kept.delete(key)
    return text
  }
  return {
    kept,
    get: async (key: string): Promise<string | null> => kept.get(key) ?? null,
    getdel,
    del: async (key: string): Promise<number> => Number(kept.delete(key)),
    set: async (key: string, text: string) => kept.set(key, text),
  }
}
