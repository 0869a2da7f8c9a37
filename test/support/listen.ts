import { once } from 'node:events'
import { createServer, type Server as HttpServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { onTestFinished } from 'vitest'

/** Listens on a free port of loopback, or of another host; the port. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Serves on loopback until the test is over; the address. */
export async function serveInTest(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  onTestFinished(() => close(server))
  return `http://127.0.0.1:${await listen(server)}`
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
