import { once } from 'node:events'
import { createServer, type Server as HttpServer, type RequestListener, type ServerOptions } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { onTestFinished } from 'vitest'

/** Listens on a free port of loopback, or on another host or port; the port. */
export async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Serves on loopback until it is stopped. */
export async function serveHttp(listener: RequestListener, options: ServerOptions = {}) {
  const server = createServer(options, listener)
  return { url: `http://127.0.0.1:${await listen(server)}`, stop: () => close(server) }
}

/** Serves on loopback until the test is over; the address. */
export async function serveInTest(listener: RequestListener): Promise<string> {
  const { url, stop } = await serveHttp(listener)
  onTestFinished(stop)
  return url
}

/** Ends a server and what stands on it. */
export async function close(
  server: Pick<HttpServer, 'closeAllConnections' | 'close' | 'once'>,
): Promise<void> {
  const closed = new Promise((done) => server.once('close', done))
  server.closeAllConnections()
  server.close()
  await closed
}
