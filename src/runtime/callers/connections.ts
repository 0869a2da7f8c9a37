import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type Callers, networkOf } from './callers.ts'

const CONNECTIONS_MAX = 2_048
const CONNECTIONS_PER_NETWORK_MAX = 64
/** IPv4 /24 and IPv6 /56: 256 addresses, or 256 of the /64 that a host has. */
const NETWORK = { ipv4: 3, ipv6: 7 }
const IDLE_MS_MAX = 5_000
/** Node tells clients this time, and waits a second longer: who heeds it never sends into a connection that closes. */
export const KEEP_ALIVE_MS = IDLE_MS_MAX - 1_000

/** Bounds the open connections, those of each network too, and ends those that send nothing. Streams count like all others. */
export function boundConnections(
  server: Pick<Server, 'maxConnections' | 'on'>,
  { isUncapped }: Callers,
): void {
  const open = new Map<string, number>()
  server.maxConnections = CONNECTIONS_MAX
  server.on('connection', (socket) => {
    endSilent(socket)
    if (isUncapped(socket.remoteAddress)) return
    const network = networkOf(socket.remoteAddress ?? '', NETWORK)
    const before = open.get(network) ?? 0
    if (before >= CONNECTIONS_PER_NETWORK_MAX) {
      socket.destroy()
      return
    }
    open.set(network, before + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

/** Ends a connection that has sent no byte in time; Node itself ends those that send slowly, and those kept after an answer. */
function endSilent(socket: Socket): void {
  const timer = setTimeout(() => {
    if (socket.bytesRead === 0) socket.destroy()
  }, IDLE_MS_MAX)
  socket.once('close', () => clearTimeout(timer))
}
