import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { messageOf } from '../../../runtime/log.ts'
import { PageProblem, type Reading } from '../source.ts'
import { readHtml } from './html.ts'
import { readJson } from './json.ts'
import { readRelay } from './relay.ts'

const THREADS_MAX = 4
/** With the start of a thread, which takes half a second, or more on a busy machine. */
const PARSE_MS_MAX = 10_000
/** The worst page of 2 MB, with an element every five bytes, takes about 150 MB. */
const THREAD_MEGABYTES_MAX = 256
/** Shorter JSON is parsed on the event loop: the worst takes 20 ms. */
const SMALL_JSON_LENGTH_MAX = 64 * 1024
const WORKER = new URL('./parse-worker.ts', import.meta.url)

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

/** The answer of `parse-worker.ts` to a page. */
export type Parsed = { readonly reading: Reading } | { readonly problem: string }

/** Reads a page. Throws a PageProblem where it cannot be parsed, or not in time. */
export type ParsePage = (page: PageToParse, signal: AbortSignal) => Promise<Reading>

interface PageParserOptions {
  /** For tests; 10 s. */
  readonly timeoutMs?: number
  /** For tests; 4. */
  readonly threadsMax?: number
}

/** Parses pages in threads, one page a thread, and ends the thread of a page that takes too long. */
export function createPageParser({
  timeoutMs = PARSE_MS_MAX,
  threadsMax = THREADS_MAX,
}: PageParserOptions = {}): ParsePage {
  const idle: Worker[] = []
  const running = new Set<Promise<unknown>>()

  async function parseInThread(page: PageToParse, deadline: AbortSignal): Promise<Reading> {
    const thread = idle.pop() ?? openThread()
    thread.postMessage(page)
    const answer = once(thread, 'message', { signal: deadline })
    const [parsed]: Parsed[] = await answer.catch(async (error: unknown) => {
      await thread.terminate()
      const reason = deadline.aborted ? 'it took too long' : messageOf(error)
      throw new PageProblem(`the page cannot be parsed: ${reason}`)
    })
    idle.push(thread)
    if (parsed && 'reading' in parsed) return parsed.reading
    throw new PageProblem(parsed?.problem)
  }

  return async (page, signal) => {
    if (page.kind !== 'html' && page.text.length <= SMALL_JSON_LENGTH_MAX) return readPage(page)
    while (running.size >= threadsMax && !signal.aborted) {
      const over = new AbortController() // ends the listener: the signal may live as long as the process
      const aborted = once(signal, 'abort', { signal: over.signal })
      await Promise.race([...running, aborted]).finally(() => over.abort())
    }
    signal.throwIfAborted()
    const reading = parseInThread(page, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
    const over: Promise<unknown> = reading.catch(() => {}).finally(() => running.delete(over))
    running.add(over)
    return reading
  }
}

function openThread(): Worker {
  const thread = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: THREAD_MEGABYTES_MAX } })
  thread.unref()
  thread.on('error', () => {}) // who waits for its answer gets it
  return thread
}
