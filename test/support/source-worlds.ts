/** One kind of source with a page for it: what the contract suite needs to know of each kind. */
export interface SourceWorld {
  readonly kind: 'json' | 'html' | 'relay' | 'simulated'
  /** The page as SOURCES_FILE has it; its monitors are `usd` (dollar) and `eur` (euro). */
  config(url: string): object
  /** What a page answers for these prices, written as they are. */
  render(prices: { readonly usd: string; readonly eur: string; readonly date?: string }): string
  readonly contentType: string
}

const DATE = '2026-01-22'

/** A page whose prices and date are at these places. */
const configOf =
  (kind: string, usd: string, eur: string, last_update: string): SourceWorld['config'] =>
  (url) => {
    const monitorOf = (currency: string, price: string) => ({ currency, price, last_update })
    const monitors = { usd: monitorOf('dollar', usd), eur: monitorOf('euro', eur) }
    return { every: '1s', source: { kind, url }, monitors }
  }

const json: SourceWorld = {
  kind: 'json',
  contentType: 'application/json',
  config: configOf('json', '/rates/0/price', '/rates/1/price', '/date'),
  render: ({ usd, eur, date = DATE }) =>
    JSON.stringify({ date, title: 'Dólar', rates: [{ price: usd }, { price: eur }] }),
}

const html: SourceWorld = {
  kind: 'html',
  contentType: 'text/html',
  config: configOf('html', '#dolar strong', '#euro strong', '.date@content'),
  render: ({ usd, eur, date = DATE }) =>
    `<p>Dólar</p><div id="dolar"><strong> ${usd} </strong></div><div id="euro"><strong>${eur}</strong></div>
     <span class="date" content="${date}">Jueves</span>`,
}

/** Servers of the family write numbers as machines do. */
const machine = (price: string): string => price.replace(',', '.')

const relay: SourceWorld = {
  kind: 'relay',
  contentType: 'application/json',
  config: (url) => ({
    every: '1s',
    source: { kind: 'relay', url, page: 'page_far' },
    monitors: { usd: { currency: 'dollar' }, eur: { currency: 'euro', price: 'EUR' } },
  }),
  render: ({ usd, eur, date = DATE }) =>
    JSON.stringify({
      datetime: 'now',
      monitors: {
        usd: { price: machine(usd), last_update: date, title: 'Dólar' },
        eur: { price: machine(eur), last_update: date },
      },
    }),
}

const simulated: SourceWorld = {
  kind: 'simulated',
  contentType: '',
  config: () => ({
    every: '1s',
    source: { kind: 'simulated' },
    monitors: { usd: { currency: 'dollar', price: 349.9272 }, eur: { currency: 'euro', price: '406,50' } },
  }),
  render: () => '',
}

export const SOURCE_WORLDS: readonly SourceWorld[] = [json, html, relay, simulated]
