import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/** A server on loopback that answers as the test says at the moment. */
export function usePage() {
  let answer: RequestListener = (_request, response) => response.end()
  const server = createServer((request, response) => answer(request, response))

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  return {
    url: (path = '/'): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    answer(listener: RequestListener): void {
      answer = listener
    },
  }
}
