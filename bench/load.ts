import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** What a worker is asked: `ms` of GETs of one path over kept connections. It answers with requests a second. */
export interface Load {
  readonly port: number
  readonly path: string
  /** Taken in turns; without any the caller is anonymous, and has a new address on loopback for each connection. */
  readonly tokens: readonly string[]
  readonly connections: number
  /** After so many requests a connection is closed, and a new one made. */
  readonly requestsPerConnection: number
  /** The number of the first loopback address of anonymous callers: none is taken twice. */
  readonly firstAddress: number
  readonly ms: number
}

/** What a load came to. */
export interface Served {
  readonly perSecond: number
  /** How many connections were made. */
  readonly connections: number
}

const HEAD_END = '\r\n\r\n'

/** Asks as cheaply as it can, so that the server is what is measured. */
async function run({ port, path, tokens, ms, ...load }: Load): Promise<Served> {
  const headers = tokens.length > 0 ? tokens.map((token) => `Authorization: Bearer ${token}\r\n`) : ['']
  const asked = headers.map((header) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${header}\r\n`),
  )
  const startedAt = performance.now()
  let connections = 0
  let turn = 0
  async function askOn(): Promise<number> {
    let count = 0
    while (performance.now() < startedAt + ms) {
      count += await ask({
        port,
        from: addressAt(tokens.length > 0 ? 0 : load.firstAddress + connections++),
        next: () => asked[turn++ % asked.length] as Buffer,
        until: startedAt + ms,
        max: load.requestsPerConnection,
      })
    }
    return count
  }
  const counts = await Promise.all(Array.from({ length: load.connections }, askOn))
  const total = counts.reduce((sum, count) => sum + count, 0)
  return { perSecond: (total * 1_000) / (performance.now() - startedAt), connections }
}

/** 127.0.0.1 and on: all of 127.0.0.0/8 is this machine. */
const addressAt = (number: number): string =>
  `127.${(number >> 14) & 127}.${(number >> 7) & 127}.${(number & 127) + 1}`

interface Asking {
  readonly port: number
  readonly from: string
  readonly next: () => Buffer
  readonly until: number
  readonly max: number
}

/** One connection that asks again as soon as it is answered; answers how often. */
function ask({ port, from, next, until, max }: Asking): Promise<number> {
  return new Promise((done, failed) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from }, () => socket.write(next()))
    let count = 0
    let missing = 0
    socket.setNoDelay(true)
    socket.on('error', failed)
    socket.on('data', (chunk) => {
      missing = missing > 0 ? missing - chunk.length : lengthOf(chunk) - chunk.length
      if (missing > 0) return
      count++
      if (count < max && performance.now() < until) socket.write(next())
      else socket.destroy()
    })
    socket.on('close', () => done(count))
  })
}

/** The whole length of an answer that begins here. Throws on anything but 200. */
function lengthOf(chunk: Buffer): number {
  const head = chunk.toString('latin1', 0, chunk.indexOf(HEAD_END))
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(head.split('\r\n', 1)[0])
  return head.length + HEAD_END.length + Number(/content-length: (\d+)/i.exec(head)?.[1])
}

parentPort?.postMessage(await run(workerData as Load))
