import type { Alert, NewAlert } from '../../../src/chats/alert.ts'
import { ALERTS_PER_CHAT_MAX } from '../../../src/chats/alerts.ts'
import type { Chat } from '../../../src/chats/chat.ts'
import { CHAT_FIELDS, NO_FINGERPRINT, parseChat } from '../../../src/chats/chat.ts'
import { FOLLOWS_PER_CHAT_MAX } from '../../../src/chats/chats.ts'
import type { PostedPrice, Seen, Shown } from '../../../src/chats/keys.ts'
import type { TextSetting } from '../../../src/chats/settings.ts'
import type { AlertKind } from '../../../src/domain/alert-kinds.ts'
import type { QuietHours } from '../../../src/domain/caracas.ts'
import { dayOf } from '../../../src/domain/caracas.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { DailyPrice, PriceUpdate } from '../../../src/domain/in-force.ts'
import {
  type Currency,
  isSameMonitor,
  type MonitorId,
  monitorRef,
  type Quote,
} from '../../../src/domain/monitor.ts'
import type { Schedule } from '../../../src/domain/schedule.ts'
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

type Kept = { -readonly [Field in keyof Omit<Chat, 'alerts' | 'follows' | 'told'>]?: Chat[Field] } & {
  alerts?: Alert[]
  told: { monitor: MonitorId; ref: string; told: Shown & { sequence: number }; least?: Decimal }[]
}

/** What chats want, without Redis; `log` has what was called, in order. */
export function createMemoryChats() {
  const stored = new Map<string, Kept>()
  const log: string[] = []
  /** Who made each alert, in order, and who may make none more. */
  const makers: string[] = []
  const fullPersons = new Set<string>()
  const of = (chat: string): Kept => {
    const known = stored.get(chat) ?? { told: [] }
    stored.set(chat, known)
    return known
  }
  const setter = (field: string) => async (chat: string, value: unknown) =>
    void Object.assign(of(chat), { [field]: value })
  const read = async (chat: string): Promise<Chat> => {
    const { told, defaults = [], alerts = [], ...known } = of(chat)
    return { ...known, told: [...told], defaults, alerts, follows: told.map(({ monitor: id }) => id) }
  }

  return {
    log,
    makers,
    fullPersons,
    read,
    readRecord: read,
    follows: {
      add: async (
        chat: string,
        id: MonitorId,
        { least, ...told }: Shown & { readonly least?: Decimal | undefined },
        thread?: number,
      ) => {
        const known = of(chat)
        if (known.told.some((one) => isSameMonitor(one.monitor, id))) return 'already' as const
        if (known.told.length >= FOLLOWS_PER_CHAT_MAX) return 'full' as const
        delete known.isGone
        known.told.push({
          monitor: id,
          ref: monitorRef(id),
          told: { ...told, sequence: 0 },
          ...(least && { least }),
        })
        if (thread !== undefined) known.thread = thread
        return 'followed' as const
      },
      remove: async (chat: string, id: MonitorId) => {
        const known = of(chat)
        const before = known.told.length
        known.told = known.told.filter((one) => !isSameMonitor(one.monitor, id))
        return known.told.length < before
      },
      setLeastChange: async (chat: string, id: MonitorId, percent: Decimal | undefined) => {
        const followed = of(chat).told.find((one) => isSameMonitor(one.monitor, id))
        if (followed) Object.assign(followed, { least: percent })
        if (followed && percent === undefined) delete followed.least
        return followed !== undefined
      },
    },
    settings: {
      setLanguage: setter('language'),
      set: async (chat: string, setting: TextSetting, value: string | undefined) => {
        const fields = value === undefined ? {} : { [CHAT_FIELDS[setting][0]]: value }
        Object.assign(of(chat), { [setting]: parseChat(fields)[setting] })
      },
      noteChannel: async (chat: string) => void Object.assign(of(chat), { isChannel: true }),
      setMuted: setter('mutedUntil'),
      setDigest: async (chat: string, schedule: Schedule | undefined, now: number) =>
        void Object.assign(of(chat), { digest: schedule && { schedule, last: now, prices: new Map() } }),
      setZone: setter('zone'),
      setQuietHours: async (chat: string, quiet: QuietHours | undefined) =>
        void Object.assign(of(chat), { quiet, ...(!quiet && { mutedUntil: undefined }) }),
      setProducts: setter('products'),
      setDefaults: setter('defaults'),
    },
    alerts: {
      list: async (chat: string) => of(chat).alerts ?? [],
      add: async (
        chat: string,
        { once = false, paused = false, ...alert }: NewAlert,
        value: Decimal,
        _seen: readonly Seen[] = [],
        person = chat,
      ) => {
        makers.push(person)
        if (fullPersons.has(person)) return 'person_full' as const
        const alerts = of(chat).alerts ?? []
        if (alerts.length >= ALERTS_PER_CHAT_MAX) return 'full' as const
        const id = Math.max(0, ...alerts.map((one) => one.id)) + 1
        const stored: Alert = { ...alert, id, once, paused, done: false, from: value }
        of(chat).alerts = [...alerts, stored]
        return id
      },
      edit: async (
        chat: string,
        id: number,
        change: Pick<Alert, 'value'> & { kind?: AlertKind | undefined },
      ) => {
        Object.assign(of(chat).alerts?.find((one) => one.id === id) ?? {}, change)
      },
      remove: async (chat: string, id: number) => {
        const known = of(chat)
        const before = known.alerts?.length ?? 0
        known.alerts = (known.alerts ?? []).filter((one) => one.id !== id)
        return known.alerts.length < before
      },
      pause: async (chat: string, id: number, paused: boolean) => {
        Object.assign(of(chat).alerts?.find((one) => one.id === id) ?? {}, { paused })
      },
    },
    presence: {
      forget: async (chat: string) => {
        log.push(`forget ${chat}`)
        stored.delete(chat)
      },
      retire: async (chat: string) => void log.push(`retire ${chat}`),
      isRetired: async (): Promise<boolean> => false,
      stop: async (chat: string) => {
        log.push(`stop ${chat}`)
        of(chat).isGone = true
      },
      reached: async () => {},
      rejoin: async (chat: string, shown: readonly Seen[]) =>
        void log.push(['rejoin', chat, ...shown.map(({ quote }) => quote.price)].join(' ')),
      revive: async (chat: string, shown: readonly Seen[] = []) => {
        log.push(['revive', chat, ...shown.map(({ quote }) => quote.price)].join(' '))
        delete of(chat).isGone
      },
      migrate: async (from: string, to: string) => void log.push(`migrate ${from} ${to}`),
      dropParked: async () => false,
    },
    live: {
      set: async (chat: string, message: number, ref: string | undefined) => {
        log.push(`live ${chat} ${message} ${ref ?? '*'}`)
        of(chat).live = { message, fingerprint: NO_FINGERPRINT, at: 0, ...(ref && { ref }) }
      },
      stop: async (chat: string) => {
        log.push(`live ${chat} ends`)
        delete of(chat).live
      },
      chats: async () => [...stored].flatMap(([chat, { live }]) => (live ? [chat] : [])),
    },
    refusals: { clearThread: async (chat: string) => void delete of(chat).thread },
    cards: {
      begin: async (chat: string, { price, lastUpdate }: PostedPrice) =>
        void Object.assign(of(chat), { posted: { price, lastUpdate } }),
      note: async (chat: string, { price, lastUpdate }: PostedPrice) =>
        void Object.assign(of(chat), { posted: { price, lastUpdate } }),
      stop: async (chat: string) => void delete of(chat).posted,
      chats: async () => [...stored].flatMap(([chat, { posted }]) => (posted ? [chat] : [])),
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
