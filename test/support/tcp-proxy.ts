import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from './listen.ts'

/** What a link does to the bytes that pass. */
export interface LinkFaults {
  /** Each piece arrives so much later (ms); pieces overlap, as on a long cable. */
  readonly latencyMs?: number
  /** Bytes are passed on in pieces of at most so many. */
  readonly sliceBytes?: number
  /** Half-open: connections stand and nothing passes any more, nor ever will on those that stand now. */
  readonly isHalfOpen?: boolean
}

interface Piece {
  readonly bytes: Buffer
  /** ms of `performance.now()` */
  readonly dueAt: number
}

/** Beyond this a side is not read until the other has taken what waits. */
const WAITING_PIECES_MAX = 1_024

/** A TCP proxy on loopback before one server, whose link can be made bad, cut and mended at any moment. */
export async function startTcpProxy(target: string) {
  const { protocol } = new URL(target)
  let { hostname, port: targetPort } = new URL(target)
  const pairs = new Set<Pair>()
  let faults: LinkFaults = {}

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: hostname, port: Number(targetPort), allowHalfOpen: true })
    const pair = createPair(near, far, () => faults)
    pairs.add(pair)
    far.once('error', pair.cut)
    near.once('error', pair.cut)
    void pair.closed.then(() => pairs.delete(pair))
  })
  const port = await listen(server)
  const reset = (): void => {
    for (const pair of pairs) pair.cut()
  }
  async function refuse(): Promise<void> {
    if (!server.listening) return reset()
    const closed = once(server, 'close')
    server.close()
    reset()
    await closed
  }

  return {
    port,
    url: `${protocol}//127.0.0.1:${port}`,
    /** How many connections stand. */
    connections: (): number => pairs.size,
    behave(how: LinkFaults): void {
      faults = how
      if (how.isHalfOpen) for (const pair of pairs) pair.silence()
    },
    /** Ends every connection with a RST. */
    reset,
    /** Passes new connections to another server, as after a fail-over. */
    retarget(other: string): void {
      ;({ hostname, port: targetPort } = new URL(other))
    },
    /** Resets what stands, and refuses what comes. */
    refuse,
    /** Passes everything on again, on new connections where the old ones are lost. */
    async mend(): Promise<void> {
      faults = {}
      if (!server.listening) await listen(server, '127.0.0.1', port)
    },
    stop: refuse,
  }
}

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>

/** Two sockets, each of which gets what the other says. */
function createPair(near: Socket, far: Socket, faults: () => LinkFaults) {
  let isSilent = faults().isHalfOpen === true
  const cut = (): void => {
    for (const socket of [near, far]) if (!socket.destroyed) socket.resetAndDestroy()
  }
  const isLost = (): boolean => isSilent
  pass(near, far, faults, isLost)
  pass(far, near, faults, isLost)
  near.on('error', cut)
  far.on('error', cut)
  return {
    closed: Promise.all([once(near, 'close'), once(far, 'close')]).catch(() => {}),
    cut,
    silence(): void {
      isSilent = true
    },
  }
}

type Pair = ReturnType<typeof createPair>

/** Passes on what one socket says to another, under the faults of the moment at which it is said. */
function pass(from: Socket, to: Socket, faults: () => LinkFaults, isLost: () => boolean): void {
  const take = new Transform({
    readableObjectMode: true,
    readableHighWaterMark: WAITING_PIECES_MAX,
    transform(chunk: Buffer, _encoding, done) {
      const { latencyMs = 0, sliceBytes = chunk.length } = faults()
      const dueAt = performance.now() + latencyMs
      for (let at = 0; at < chunk.length && !isLost(); at += sliceBytes)
        this.push({ bytes: chunk.subarray(at, at + sliceBytes), dueAt } satisfies Piece)
      done()
    },
  })
  const hand = new Writable({
    objectMode: true,
    async write({ bytes, dueAt }: Piece, _encoding, done) {
      const ms = dueAt - performance.now()
      if (ms > 0) await sleep(ms)
      if (isLost() || to.destroyed) return done()
      // A turn after the kernel has the bytes, so that pieces leave apart; a broken socket takes them as well.
      to.write(bytes, () => setImmediate(done))
    },
    final(done) {
      if (!isLost()) to.end()
      done()
    },
  })
  to.setNoDelay(true)
  from.pipe(take).pipe(hand)
}
