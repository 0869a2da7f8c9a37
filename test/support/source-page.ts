import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
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
    close: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
