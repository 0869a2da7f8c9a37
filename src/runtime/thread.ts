import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

interface Asked {
  /** From when the thread is ready: loading takes half a second, or many on a busy machine. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/**
 * Opens a thread that runs a file, for input that could use up memory or time. It sends one message once it is ready, and then one
 * answer to each message it gets.
 */
export function openThread(file: URL, megabytesMax: number) {
  const thread = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: megabytesMax } })
  thread.unref()
  thread.on('error', () => {}) // `once` gets it too
  const isReady = once(thread, 'message')
  isReady.catch(() => {}) // whoever asks gets it
  return {
    /** Asks one question at a time. Throws where the thread fails, or not in time: then it is ended. */
    async ask<Answer>(
      question: unknown,
      { timeoutMs, signal = AbortSignal.any([]) }: Asked,
    ): Promise<Answer> {
      let deadline = signal
      try {
        await Promise.race([isReady, once(signal, 'abort')])
        signal.throwIfAborted()
        deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
        thread.postMessage(question)
        const [answer]: Answer[] = await once(thread, 'message', { signal: deadline })
        return answer as Answer
      } catch (error) {
        await thread.terminate()
        throw deadline.aborted ? new Error('it took too long') : error
      }
    },
    end: async (): Promise<void> => void (await thread.terminate()),
  }
}

export type Thread = ReturnType<typeof openThread>
