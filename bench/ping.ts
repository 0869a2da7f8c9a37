import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { percentile } from './figure.ts'

const EVERY_MS = 1

/** Pings a Redis from a thread of its own while something goes on, each in its turn; `stop` answers p99 in ms. */
export async function startPings(url: string): Promise<{ stop(): Promise<number> }> {
  const worker = new Worker(new URL(import.meta.url), { workerData: url })
  await once(worker, 'message')
  return {
    async stop() {
      worker.postMessage('stop')
      const [samples] = await once(worker, 'message')
      return percentile(samples, 0.99)
    },
  }
}

/** Over a bare socket, so that it is Redis that is measured and no client of it. */
async function pingUntilTold(url: string): Promise<number[]> {
  const socket = connect(new URL(url).searchParams.get('path') ?? '')
  const ask = async (line: string): Promise<void> => {
    socket.write(`${line}\r\n`)
    await once(socket, 'data')
  }
  await ask('PING')
  parentPort?.postMessage('ready')
  const told = new AbortController()
  parentPort?.once('message', () => told.abort())
  const samples: number[] = []
  while (!told.signal.aborted) {
    const startedAt = performance.now()
    await ask('PING')
    samples.push(performance.now() - startedAt)
    await sleep(EVERY_MS)
  }
  socket.destroy()
  return samples
}

if (!isMainThread) parentPort?.postMessage(await pingUntilTold(workerData))
