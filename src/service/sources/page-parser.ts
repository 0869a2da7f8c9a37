import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { messageOf } from '../../runtime/failure.ts'
import { readJson } from './json.ts'
import { PageProblem, type Reading, type Wanted } from './source.ts'

const THREADS_MAX = 4
const PARSE_MS_MAX = 5_000
/** What a thread may hold: a page of 2 MB with an element every five bytes makes some 150 MB. */
const THREAD_MEGABYTES_MAX = 256
/** A thread that nobody needs takes some 30 MB. */
const IDLE_MS = 60_000
/** Less JSON than this is parsed at once: the worst takes 20 ms. */
const SMALL_JSON_LENGTH_MAX = 64 * 1024

/** A page as it came, and what to read in it. */
export interface PageToParse {
  readonly kind: 'html' | 'json'
  readonly text: string
  readonly wanted: readonly Wanted[]
}

/** What `parse-worker.ts` answers; its first message is another, and says that it is ready. */
export type Parsed = { readonly reading: Reading } | { readonly problem: string }

/** Throws a PageProblem where the page cannot be parsed, or not in time. */
export type ParsePage = (page: PageToParse, signal: AbortSignal) => Promise<Reading>

export interface PageParserOptions {
  /** For tests; 5 s. */
  readonly timeoutMs?: number
  /** For tests; 4. */
  readonly threadsMax?: number
}

/** Parses pages in threads of its own, one page a thread, and ends the thread whose page takes too long. */
export function createPageParser({
  timeoutMs = PARSE_MS_MAX,
  threadsMax = THREADS_MAX,
}: PageParserOptions = {}) {
  const threads = new Set<Worker>()
  const idle = new Map<Worker, NodeJS.Timeout>()
  const waiting: (() => void)[] = []
  let busy = 0

  function open(): Worker {
    const thread = new Worker(new URL('./parse-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MEGABYTES_MAX },
    })
    thread.unref()
    thread.on('error', () => end(thread)) // whoever waits for its answer hears of it too
    threads.add(thread)
    return thread
  }

  function end(thread: Worker): void {
    clearTimeout(idle.get(thread))
    idle.delete(thread)
    threads.delete(thread)
    void thread.terminate()
  }

  function takeIdle(): Worker | undefined {
    const [thread] = idle.keys()
    if (!thread) return undefined
    clearTimeout(idle.get(thread))
    idle.delete(thread)
    return thread
  }

  function rest(thread: Worker): void {
    idle.set(thread, setTimeout(() => end(thread), IDLE_MS).unref())
  }

  /**
   * A thread that has loaded what it needs: that takes half a second, and is no page's fault. Where the page is given
   * up meanwhile, the next one has it.
   */
  async function takeThread(signal: AbortSignal): Promise<Worker> {
    const known = takeIdle()
    if (known) return known
    const thread = open()
    const isReady = once(thread, 'message')
    isReady.catch(() => {}) // the thread was ended
    try {
      await Promise.race([isReady, once(signal, 'abort').then(() => signal.throwIfAborted())])
      return thread
    } catch (error) {
      if (signal.aborted) isReady.then(() => rest(thread)).catch(() => {})
      throw error
    }
  }

  async function parseOn(thread: Worker, page: PageToParse, signal: AbortSignal): Promise<Reading> {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    thread.postMessage(page)
    try {
      const [parsed]: Parsed[] = await once(thread, 'message', { signal: deadline })
      rest(thread)
      return readingOf(parsed)
    } catch (error) {
      if (error instanceof PageProblem) throw error
      end(thread)
      const why = deadline.aborted ? 'it took too long' : messageOf(error)
      throw new PageProblem(`the page cannot be parsed: ${why}`)
    }
  }

  /** Resolves once a thread may be used, in the order of asking. Throws where the signal says so first. */
  async function admit(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (busy < threadsMax) {
      busy++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(new PageProblem('the page cannot be parsed: other pages take too long'))
      }
      const begin = (): void => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      signal.addEventListener('abort', giveUp, { once: true })
      waiting.push(begin)
    })
  }

  /** Hands the place on to whoever waits longest. */
  function release(): void {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }

  const parse: ParsePage = async (page, signal) => {
    if (page.kind === 'json' && page.text.length <= SMALL_JSON_LENGTH_MAX) {
      return readJson(page.text, page.wanted)
    }
    await admit(signal)
    try {
      return await parseOn(await takeThread(signal), page, signal)
    } finally {
      release()
    }
  }

  return {
    parse,
    close(): void {
      for (const thread of threads) end(thread)
    },
  }
}

function readingOf(parsed: Parsed | undefined): Reading {
  if (parsed && 'reading' in parsed) return parsed.reading
  throw new PageProblem(parsed?.problem ?? 'the page cannot be parsed')
}
