import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** What a worker is asked: `ms` of GETs of one path over kept connections. It answers with requests a second. */
export interface Load {
  readonly port: number
  readonly path: string
  readonly token: string
  readonly connections: number
  readonly ms: number
}

const HEAD_END = '\r\n\r\n'

/** Asks as cheaply as it can, so that the server is what is measured. */
async function run({ port, path, token, connections, ms }: Load): Promise<number> {
  const asked = Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  )
  const startedAt = performance.now()
  const counts = await Promise.all(
    Array.from({ length: connections }, () => ask(port, asked, startedAt + ms)),
  )
  return (counts.reduce((sum, count) => sum + count, 0) * 1_000) / (performance.now() - startedAt)
}

/** One connection that asks again as soon as it is answered; answers how often. */
function ask(port: number, asked: Buffer, until: number): Promise<number> {
  return new Promise((done, failed) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(asked))
    let count = 0
    let missing = 0
    socket.setNoDelay(true)
    socket.on('error', failed)
    socket.on('data', (chunk) => {
      missing = missing > 0 ? missing - chunk.length : lengthOf(chunk) - chunk.length
      if (missing > 0) return
      count++
      if (performance.now() < until) socket.write(asked)
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
