import { readFileSync } from 'node:fs'
import { type Day, formatIso, startOfDay } from '../../../src/domain/caracas.ts'
import type { Host } from './hosts.ts'
import { p2pList } from './p2p.ts'
import { type Recorded, recordedYear } from './year.ts'

export type PriceName = 'usd' | 'eur' | 'cny' | 'try' | 'rub' | 'paralelo' | 'euroParalelo' | 'buy' | 'sell'

/** What a source has to say at the moment. */
export interface Told {
  readonly price: (name: PriceName) => number
  /** The effective day of official prices. */
  readonly day: Day
  /** When the price was made, ms. */
  readonly at: number
  readonly url: URL
  readonly body: string
  readonly userAgent: string
  readonly hasBait: boolean
  /** A list without rows. */
  readonly isEmpty: boolean
}

interface Place {
  readonly method?: 'POST'
  readonly host: Host
  readonly path: string
  /** An object is answered as JSON, a text as HTML. */
  readonly answer: (told: Told) => object | string
}

const HOME = readFileSync(new URL('../../fixtures/internet/bcv-home.html', import.meta.url), 'utf8')
const BOXES = new Map<string, PriceName>([
  ['dolar', 'usd'],
  ['euro', 'eur'],
  ['yuan', 'cny'],
  ['lira', 'try'],
  ['rublo', 'rub'],
])

const spanish = (price: number, digits: number): string => price.toFixed(digits).replace('.', ',')
const stamped = (day: Day): string => `content="${day}T00:00:00-04:00"`

/** The recorded home page with other figures. */
function bankPage({ price, day }: Told): string {
  const boxes = [...BOXES].reduce(
    (html, [id, name]) =>
      html.replace(new RegExp(`(<div id="${id}"[\\s\\S]*?<strong>)[^<]*`), `$1 ${spanish(price(name), 8)} `),
    HOME,
  )
  return boxes.replace(/content="[^"]*"/, stamped(day))
}

const DOLAR_API = 've.dolarapi.com'

/** What DolarApi says now of a price, and what it said on each past day. */
const dolarApi = (path: string, moneda: string, of: PriceName): Place => ({
  host: DOLAR_API,
  path: `/v1/${path}`,
  answer({ price, day, at }) {
    const [, fuente] = path.split('/')
    const madeAt = fuente === 'oficial' ? startOfDay(day) : at
    const rest = { fuente, nombre: fuente, compra: null, venta: null }
    return { ...rest, moneda, promedio: price(of), fechaActualizacion: new Date(madeAt).toISOString() }
  },
})
const dolarApiPast = (path: string, of: Recorded): Place => ({
  host: DOLAR_API,
  path: `/v1/historicos/${path}`,
  answer: () =>
    recordedYear(of).map(({ date, price }) => {
      const rest = { fuente: path.split('/')[1], compra: null, venta: null }
      return { ...rest, promedio: price, fecha: date }
    }),
})

const yadio = (base: string, of: PriceName): Place => ({
  host: 'api.yadio.io',
  path: `/exrates/${base}`,
  answer: ({ price, at }) => ({ [base]: { [base]: 1, VES: price(of) }, base, timestamp: at }),
})

/** Without a browser's User-Agent the list is empty. */
function binance({ price, body, userAgent, hasBait, isEmpty }: Told): object {
  const side = JSON.parse(body).tradeType === 'SELL' ? 'SELL' : 'BUY'
  if (isEmpty || !userAgent.includes('Mozilla/')) return { code: '000000', success: true, total: 0, data: [] }
  return p2pList({ side, price: price(side === 'SELL' ? 'sell' : 'buy'), hasBait })
}

const seconds = (ms: number): number => Math.floor(ms / 1_000)
const BANK = 'www.bcv.org.ve'

/** Every address of the sources, by the name that a test calls it. */
export const PLACES = {
  bcv: { host: BANK, path: '/', answer: bankPage },
  dolarApi: dolarApi('dolares/oficial', 'USD', 'usd'),
  dolarApiEuro: dolarApi('euros/oficial', 'EUR', 'eur'),
  dolarApiParalelo: dolarApi('dolares/paralelo', 'USD', 'paralelo'),
  dolarApiEuroParalelo: dolarApi('euros/paralelo', 'EUR', 'euroParalelo'),
  dolarApiPast: dolarApiPast('dolares/oficial', 'usd'),
  dolarApiEuroPast: dolarApiPast('euros/oficial', 'eur'),
  dolarApiParaleloPast: dolarApiPast('dolares/paralelo', 'paralelo'),
  dolarApiEuroParaleloPast: dolarApiPast('euros/paralelo', 'paralelo'),
  yadio: yadio('USD', 'paralelo'),
  yadioEuro: yadio('EUR', 'euroParalelo'),
  binance: {
    method: 'POST',
    host: 'p2p.binance.com',
    path: '/bapi/c2c/v2/friendly/c2c/adv/search',
    answer: binance,
  },
  criptoYa: {
    host: 'criptoya.com',
    path: '/api/binancep2p/USDT/VES/100',
    answer: ({ price, at }) => ({
      ask: price('buy'),
      totalAsk: price('buy'),
      bid: price('sell'),
      totalBid: price('sell'),
      time: seconds(at),
    }),
  },
  dolarVzla: {
    host: 'rates.dolarvzla.com',
    path: '/bcv/current.json',
    answer: ({ price, day }) => ({ current: { usd: price('usd'), eur: price('eur'), date: day } }),
  },
  bcvToday: {
    host: 'bcv.today',
    path: '/api/v1/rate.json',
    answer: ({ price, day }) => ({
      USD: price('usd'),
      EUR: price('eur'),
      CNY: price('cny'),
      TRY: price('try'),
      RUB: price('rub'),
      effective_date: formatIso(startOfDay(day)),
    }),
  },
} as const satisfies Record<string, Place>

export type PlaceName = keyof typeof PLACES

/** The name of the place at an address; undefined where there is none. */
export function placeAt(method: string, { hostname, pathname }: URL): PlaceName | undefined {
  const named = Object.entries(PLACES) as [PlaceName, Place][]
  return named.find(
    ([, place]) => place.host === hostname && place.path === pathname && (place.method ?? 'GET') === method,
  )?.[0]
}
