import { createServer } from 'node:http'
import { close, listen } from './listen.ts'

/** A source page on loopback whose content is set: `{"price": …, "date": …}`, or more prices. */
export async function serveSourcePage(first: object) {
  let content = first
  let reads = 0
  let isHanging = false
  const waiting: (() => void)[] = []
  const server = createServer((_request, response) => {
    reads += 1
    const send = (): void => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(content))
    }
    if (isHanging) waiting.push(send)
    else send()
  })
  const answer = (): void => {
    isHanging = false
    for (const send of waiting.splice(0)) send()
  }
  return {
    url: `http://127.0.0.1:${await listen(server)}/`,
    reads: (): number => reads,
    /** Keeps requests waiting; returns what answers them all. */
    hang(): () => void {
      isHanging = true
      return answer
    },
    /** Answers those that wait, and all that come. */
    answer,
    set: (next: typeof first): void => {
      content = next
    },
    close: () => close(server),
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
