import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

interface ThreadLimits {
  readonly megabytesMax: number
  /** From when the thread is ready: loading takes half a second, or many on a busy machine. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/**
 * Runs a file in a thread of its own, for input that could use up memory or time. The thread gets `workerData`, and sends one
 * message once it is ready and one with its answer; it is ended in any case. Throws where it fails, or not in time.
 */
export async function runInThread<Answer>(
  file: URL,
  workerData: unknown,
  { megabytesMax, timeoutMs, signal = new AbortController().signal }: ThreadLimits,
): Promise<Answer> {
  const thread = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: megabytesMax } })
  thread.on('error', () => {}) // `once` gets it, unless the signal aborted before
  let deadline = signal
  try {
    await once(thread, 'message', { signal })
    deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const [answer]: Answer[] = await once(thread, 'message', { signal: deadline })
    return answer as Answer
  } catch (error) {
    throw deadline.aborted ? new Error('it took too long') : error
  } finally {
    await thread.terminate()
  }
}
