import { serveHttp } from './listen.ts'

/** A source page on loopback whose content is set: `{"price": …, "date": …}`, or more prices. */
export async function serveSourcePage(first: object) {
  let content = first
  const { url, stop } = await serveHttp((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(content))
  })
  return {
    url: `${url}/`,
    set: (next: typeof first): void => {
      content = next
    },
    close: stop,
  }
}

/** A SOURCES_FILE whose only page, read each second, is such a page of one price. */
export function sourcesFileOf(url: string, title = 'Dólar'): string {
  const monitors = { usd: { currency: 'dollar', title, price: '/price', last_update: '/date' } }
  const source = { kind: 'json', url }
  return JSON.stringify({
    pages: { banco: { title: 'Banco', every: '1s', stale_after: '10000d', source, monitors } },
  })
}
