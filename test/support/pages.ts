import { createServer, type RequestListener } from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import { close, listen } from './listen.ts'

/** A server on loopback that answers as the test says at the moment. */
export function usePage() {
  let answer: RequestListener = (_request, response) => response.end()
  const server = createServer((request, response) => answer(request, response))

  let port = 0
  beforeAll(async () => {
    port = await listen(server)
  })
  afterAll(() => close(server))

  return {
    url: (path = '/'): string => `http://127.0.0.1:${port}${path}`,
    answer(listener: RequestListener): void {
      answer = listener
    },
  }
}
