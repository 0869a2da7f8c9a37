import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { messageOf } from '../../../runtime/failure.ts'
import { PageProblem, type Reading } from '../source.ts'
import { readHtml } from './html.ts'
import { readJson } from './json.ts'
import { readRelay } from './relay.ts'

const THREADS_MAX = 4
const PARSE_MS_MAX = 5_000
/** The worst page of 2 MB, with an element every five bytes, takes about 150 MB. */
const THREAD_MEGABYTES_MAX = 256
/** An idle thread takes about 30 MB, so it is ended after this. */
const IDLE_MS = MINUTE_MS
/** Shorter JSON is parsed on the event loop: the worst takes 20 ms. */
const SMALL_JSON_LENGTH_MAX = 64 * 1024

/** How each kind of page is read. */
const READERS = { html: readHtml, json: readJson, relay: readRelay } as const
type PageKind = keyof typeof READERS

/** The text of a page, and the monitors to read in it. */
export type PageToParse = {
  [Kind in PageKind]: {
    readonly kind: Kind
    readonly text: string
    readonly wanted: Parameters<(typeof READERS)[Kind]>[1]
  }
}[PageKind]

/** Reads a page on the thread of the caller. Throws a PageProblem. */
export function readPage({ kind, text, wanted }: PageToParse): Reading {
  const read = READERS[kind] as (text: string, wanted: PageToParse['wanted']) => Reading
  return read(text, wanted)
}

/** The answer of `parse-worker.ts` to a page. Before the first one it sends `ready`. */
export type Parsed = { readonly reading: Reading } | { readonly problem: string }

/** Reads a page. Throws a PageProblem where it cannot be parsed, or not in time. */
export type ParsePage = (page: PageToParse, signal: AbortSignal) => Promise<Reading>

interface PageParserOptions {
  /** For tests; 5 s. */
  readonly timeoutMs?: number
  /** For tests; 4. */
  readonly threadsMax?: number
}

/** Parses pages in worker threads, one page a thread, and ends the thread of a page that takes too long. */
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
    thread.on('error', () => end(thread)) // `parseOn` gets the same error from `once`
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
   * Returns a thread that is ready. Loading takes half a second, which does not count as parsing. If the page is given up
   * meanwhile, the thread is kept for the next page.
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

  /** Resolves when the page may use a thread, in the order of the calls. Throws where the signal aborts first. */
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

  /** Lets the page in that has waited longest. */
  function release(): void {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }

  const parse: ParsePage = async (page, signal) => {
    if (page.kind !== 'html' && page.text.length <= SMALL_JSON_LENGTH_MAX) return readPage(page)
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
