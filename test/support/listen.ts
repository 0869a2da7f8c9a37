import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

/** Listens on a free port of loopback, or of another host; the port. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
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
