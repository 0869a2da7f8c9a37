import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** What a worker is asked: `ms` of GETs of one path over kept connections. It answers with requests a second. */
export interface Load {
  readonly port: number
  readonly path: string
  /** Taken in turns. */
  readonly tokens: readonly string[]
  readonly connections: number
  readonly ms: number
}

const HEAD_END = '\r\n\r\n'

/** Asks as cheaply as it can, so that the server is what is measured. */
async function run({ port, path, tokens, connections, ms }: Load): Promise<number> {
  const asked = tokens.map((token) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`),
  )
  const startedAt = performance.now()
  let turn = 0
  const next = (): Buffer => asked[turn++ % asked.length] as Buffer

  /** One connection that asks again as soon as it is answered; answers how often. */
  function ask(): Promise<number> {
    return new Promise((done, failed) => {
      const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(next()))
      let count = 0
      let missing = 0
      socket.setNoDelay(true)
      socket.on('error', failed)
      socket.on('data', (chunk) => {
        missing = missing > 0 ? missing - chunk.length : lengthOf(chunk) - chunk.length
        if (missing > 0) return
        count++
        if (performance.now() < startedAt + ms) socket.write(next())
        else socket.destroy()
      })
      socket.on('close', () => done(count))
    })
  }
  const counts = await Promise.all(Array.from({ length: connections }, ask))
  const total = counts.reduce((sum, count) => sum + count, 0)
  return (total * 1_000) / (performance.now() - startedAt)
}

/** The whole length of an answer that begins here. Throws on anything but 200. */
function lengthOf(chunk: Buffer): number {
  const head = chunk.toString('latin1', 0, chunk.indexOf(HEAD_END))
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(head.split('\r\n', 1)[0])
  return head.length + HEAD_END.length + Number(/content-length: (\d+)/i.exec(head)?.[1])
}

parentPort?.postMessage(await run(workerData as Load))
