import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Callers, networkOf } from './callers.ts'

const CONNECTIONS_MAX = 2_048
const CONNECTIONS_PER_NETWORK_MAX = 64
/** Clients wait for an answer before they ask again; what one sends at once is answered in memory until it reads. */
const REQUESTS_IN_HAND_MAX = 16
/** The longest body in chunks of 32 bytes. A chunk takes 2 µs whatever its size, and 64 kB may hold 10,000 of them. */
const CHUNKS_MAX = 512
/** IPv4 /24 and IPv6 /48: 256 addresses, or what one customer of a provider may have. */
const NETWORK = { ipv4: 3, ipv6: 6 }
const IDLE_MS_MAX = 5_000
/** Node tells clients this time, a second less than we wait: who heeds it never sends into a connection that closes. */
export const KEEP_ALIVE_MS = IDLE_MS_MAX - 1_000

/**
 * Bounds the open connections, those of each network and the requests in hand of each, and ends those without a request.
 * Streams count like all others.
 */
export function boundConnections(server: Pick<Server, 'on'>, { isUncapped }: Callers) {
  const perNetwork = new Map<string, number>()
  /** How many requests each open connection has in hand. */
  const inHand = new Map<Socket, number>()
  /** What ends each connection without a request, the one idle for longest first. */
  const idle = new Map<Socket, NodeJS.Timeout>()
  /** Those ended for too many requests or chunks, or refused before their body: each keeps its place in its network for 5 s, so that the next one does not take it at once. */
  const overran = new WeakSet<Socket>()

  function setIdle(socket: Socket): void {
    idle.set(
      socket,
      setTimeout(() => end(socket), IDLE_MS_MAX),
    )
  }

  function setBusy(socket: Socket): void {
    clearTimeout(idle.get(socket))
    idle.delete(socket)
  }

  function forget(socket: Socket): void {
    setBusy(socket)
    inHand.delete(socket)
  }

  /** Forgets it at once: a socket says that it is closed only after more have been opened. */
  function end(socket: Socket): void {
    forget(socket)
    socket.destroy()
  }

  function endOverrun(socket: Socket): void {
    overran.add(socket)
    end(socket)
  }

  function countNetwork(socket: Socket): boolean {
    const network = networkOf(socket.remoteAddress ?? '', NETWORK)
    const before = perNetwork.get(network) ?? 0
    if (before >= CONNECTIONS_PER_NETWORK_MAX) return false
    perNetwork.set(network, before + 1)
    const leave = (): void => {
      const left = (perNetwork.get(network) ?? 1) - 1
      if (left > 0) perNetwork.set(network, left)
      else perNetwork.delete(network)
    }
    socket.once('close', () => {
      if (overran.has(socket)) setTimeout(leave, IDLE_MS_MAX).unref()
      else leave()
    })
    return true
  }

  server.on('connection', (socket) => {
    if (!isUncapped(socket.remoteAddress) && !countNetwork(socket)) {
      socket.destroy()
      return
    }
    inHand.set(socket, 0)
    setIdle(socket)
    socket.once('close', () => forget(socket))
    const [longestIdle] = idle.keys()
    if (inHand.size > CONNECTIONS_MAX && longestIdle) end(longestIdle)
  })

  /** Whether a request is to be answered: it is in hand until its answer ends. One too many ends its connection. */
  function takeUp(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    const before = inHand.get(socket)
    if (before === undefined) return false // it was ended, but Node goes on with what it has read
    if (before >= REQUESTS_IN_HAND_MAX) {
      stopParsing(socket)
      endOverrun(socket)
      return false
    }
    if (request.headers['transfer-encoding'] !== undefined) boundChunks(request, () => endOverrun(socket))
    setBusy(socket)
    inHand.set(socket, before + 1)
    response.once('close', () => {
      const now = inHand.get(socket)
      if (now === undefined) return
      inHand.set(socket, now - 1)
      if (now === 1) setIdle(socket)
    })
    return true
  }

  /** To be called before a request is refused whose body has not come. */
  function refuseBody(socket: Socket): void {
    overran.add(socket)
    dropChunks(socket)
  }

  return { takeUp, refuseBody }
}

/** `HTTPParser.kOnBody`: called for each chunk of a body. */
const ON_BODY = 3

/** What Node reads a connection with. It is documented nowhere; a request for which 2 is returned is the last one read. */
interface WithParser {
  readonly parser?: { onIncoming?: () => number; [ON_BODY]?: unknown } | null
}

/** Node reads all that a connection sent at once, up to 2,600 requests, though it is ended: 64 such connections took seconds. */
function stopParsing({ parser }: Socket & WithParser): void {
  if (parser) parser.onIncoming = () => 2
}

/** Node hands on every chunk that it has read, 13,000 of one byte, though the connection is ended. Its parser serves another one later. */
function dropChunks({ parser }: Socket & WithParser): void {
  const onBody = parser?.[ON_BODY]
  if (!parser || !onBody) return // it drops them already, and is restored once
  parser[ON_BODY] = undefined
  setImmediate(() => {
    parser[ON_BODY] = onBody
  })
}

/** Calls once for the first chunk of a body that is too many, and Node drops those after it. */
function boundChunks(request: IncomingMessage, overrun: () => void): void {
  const push = request.push.bind(request)
  let chunks = 0
  request.push = (chunk, encoding) => {
    chunks += 1
    if (chunk === null || chunks <= CHUNKS_MAX) return push(chunk, encoding)
    dropChunks(request.socket)
    overrun()
    return true
  }
}
