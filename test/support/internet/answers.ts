import { readFileSync } from 'node:fs'
import { addDays, type Day, startOfDay } from '../../../src/domain/caracas.ts'
import { formatIso } from '../../../src/domain/moment.ts'
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

/** One row a bank, for two days. */
function banksPage({ price, day, isEmpty }: Told): string {
  const row = (bank: string, from: Day): string => `<tr>
    <td class="views-field views-field-field-fecha-del-indicador"><span class="date-display-single" ${stamped(from)}>${from}</span></td>
    <td class="views-field views-field-views-conditional">${bank}</td>
    <td class="views-field views-field-field-tasa-compra">${spanish(price('usd') * 0.995, 4)}</td>
    <td class="views-field views-field-field-tasa-venta">${spanish(price('usd') * 1.005, 4)}</td></tr>`
  const banks = isEmpty ? [] : ['Banesco', 'Mercantil', 'Provincial']
  const rows = [day, addDays(day, -1)].flatMap((from) => banks.map((bank) => row(bank, from)))
  return `<html><body><table class="views-table"><tbody>${rows.join('\n')}</tbody></table></body></html>`
}

/** Links to the quarterly workbooks; the workbooks themselves are made by the tests of the import. */
function archivePage({ isEmpty }: Told): string {
  const names = isEmpty ? [] : ['2_1_2a26_smc.xls', '2_1_2d25_smc_60.xls', '2_1_2d25_smc.xls']
  const links = names.map(
    (name) => `<a href="https://www.bcv.org.ve/sites/default/files/EstadisticasGeneral/${name}">${name}</a>`,
  )
  return `<html><body>${links.join('\n')}</body></html>`
}

const dolarApi = (fuente: string, moneda: string, promedio: number, at: number): object => ({
  moneda,
  fuente,
  nombre: fuente,
  compra: null,
  venta: null,
  promedio,
  fechaActualizacion: new Date(at).toISOString(),
})

const dolarApiPast =
  (fuente: string, of: Recorded) =>
  ({ isEmpty }: Told): object =>
    isEmpty
      ? []
      : recordedYear(of).map(({ date, price }) => ({
          fuente,
          compra: null,
          venta: null,
          promedio: price,
          fecha: date,
        }))

/** The base of a request for official rates. */
const baseOf = ({ url }: Told): Recorded => (url.searchParams.get('base') === 'EUR' ? 'eur' : 'usd')

function frankfurterPast(told: Told): object {
  const from = told.url.searchParams.get('from') ?? ''
  const rows = told.isEmpty ? [] : recordedYear(baseOf(told)).filter(({ date }) => date >= from)
  return rows.map(({ date, price }) => ({
    date,
    base: baseOf(told).toUpperCase(),
    quote: 'VES',
    rate: price,
  }))
}

/** Without a browser's User-Agent the list is empty. */
function binance({ price, body, userAgent, hasBait, isEmpty }: Told): object {
  const side = JSON.parse(body).tradeType === 'SELL' ? 'SELL' : 'BUY'
  if (isEmpty || !userAgent.includes('Mozilla/')) return { code: '000000', success: true, total: 0, data: [] }
  return p2pList({ side, price: price(side === 'SELL' ? 'sell' : 'buy'), hasBait })
}

const seconds = (ms: number): number => Math.floor(ms / 1_000)
const DOLAR_API = 've.dolarapi.com'
const BANK = 'www.bcv.org.ve'

/** Every address of the sources, by the name that a test calls it. */
export const PLACES = {
  bcv: { host: BANK, path: '/', answer: bankPage },
  bcvBanks: { host: BANK, path: '/tasas-informativas-sistema-bancario', answer: banksPage },
  bcvArchive: { host: BANK, path: '/estadisticas/tipo-cambio-de-referencia-smc', answer: archivePage },
  dolarApi: {
    host: DOLAR_API,
    path: '/v1/dolares/oficial',
    answer: ({ price, day }) => dolarApi('oficial', 'USD', price('usd'), startOfDay(day)),
  },
  dolarApiEuro: {
    host: DOLAR_API,
    path: '/v1/euros/oficial',
    answer: ({ price, day }) => dolarApi('oficial', 'EUR', price('eur'), startOfDay(day)),
  },
  dolarApiParalelo: {
    host: DOLAR_API,
    path: '/v1/dolares/paralelo',
    answer: ({ price, at }) => dolarApi('paralelo', 'USD', price('paralelo'), at),
  },
  dolarApiEuroParalelo: {
    host: DOLAR_API,
    path: '/v1/euros/paralelo',
    answer: ({ price, at }) => dolarApi('paralelo', 'EUR', price('euroParalelo'), at),
  },
  dolarApiPast: {
    host: DOLAR_API,
    path: '/v1/historicos/dolares/oficial',
    answer: dolarApiPast('oficial', 'usd'),
  },
  dolarApiEuroPast: {
    host: DOLAR_API,
    path: '/v1/historicos/euros/oficial',
    answer: dolarApiPast('oficial', 'eur'),
  },
  dolarApiParaleloPast: {
    host: DOLAR_API,
    path: '/v1/historicos/dolares/paralelo',
    answer: dolarApiPast('paralelo', 'paralelo'),
  },
  dolarApiEuroParaleloPast: {
    host: DOLAR_API,
    path: '/v1/historicos/euros/paralelo',
    answer: dolarApiPast('paralelo', 'paralelo'),
  },
  frankfurter: {
    host: 'api.frankfurter.dev',
    path: '/v2/rate/usd/ves',
    answer: ({ price, day }) => ({ date: day, base: 'USD', quote: 'VES', rate: price('usd') }),
  },
  frankfurterPast: { host: 'api.frankfurter.dev', path: '/v2/rates', answer: frankfurterPast },
  yadio: {
    host: 'api.yadio.io',
    path: '/exrates/USD',
    answer: ({ price, at }) => ({ USD: { USD: 1, VES: price('paralelo') }, base: 'USD', timestamp: at }),
  },
  yadioEuro: {
    host: 'api.yadio.io',
    path: '/exrates/EUR',
    answer: ({ price, at }) => ({ EUR: { EUR: 1, VES: price('euroParalelo') }, base: 'EUR', timestamp: at }),
  },
  binance: {
    method: 'POST',
    host: 'p2p.binance.com',
    path: '/bapi/c2c/v2/friendly/c2c/adv/search',
    answer: binance,
  },
  alCambio: {
    method: 'POST',
    host: 'api.alcambio.app',
    path: '/graphql',
    answer: ({ price, at }) => ({
      data: {
        getBinanceP2PAverages: {
          sellAverage: price('sell'),
          buyAverage: price('buy'),
          updatedAt: new Date(at).toISOString(),
        },
      },
    }),
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
  erApi: {
    host: 'open.er-api.com',
    path: '/v6/latest/USD',
    answer: ({ price, at }) => ({
      result: 'success',
      time_last_update_unix: seconds(at),
      base_code: 'USD',
      rates: { USD: 1, VES: price('usd') },
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
