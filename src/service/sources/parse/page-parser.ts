import { once } from 'node:events'
import { MINUTE_MS } from '../../../domain/caracas.ts'
import { messageOf } from '../../../runtime/log.ts'
import { openThread, type Thread } from '../../../runtime/thread.ts'
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
  /** For tests; 5 s. */
  readonly timeoutMs?: number
  /** For tests; 4. */
  readonly threadsMax?: number
}

/** Parses pages in threads, one page a thread, and ends the thread of a page that takes too long. */
export function createPageParser({
  timeoutMs = PARSE_MS_MAX,
  threadsMax = THREADS_MAX,
}: PageParserOptions = {}): ParsePage {
  const idle = new Map<Thread, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()

  function take(): Thread {
    const [thread = openThread(WORKER, THREAD_MEGABYTES_MAX)] = idle.keys()
    clearTimeout(idle.get(thread))
    idle.delete(thread)
    return thread
  }

  function rest(thread: Thread): void {
    const end = (): void => {
      idle.delete(thread)
      void thread.end()
    }
    idle.set(thread, setTimeout(end, IDLE_MS).unref())
  }

  async function parseInThread(page: PageToParse, signal: AbortSignal): Promise<Reading> {
    const thread = take()
    const parsed = await thread.ask<Parsed>(page, { timeoutMs, signal }).catch((error: unknown) => {
      throw new PageProblem(`the page cannot be parsed: ${messageOf(error)}`)
    })
    rest(thread)
    if ('problem' in parsed) throw new PageProblem(parsed.problem)
    return parsed.reading
  }

  return async (page, signal) => {
    if (page.kind !== 'html' && page.text.length <= SMALL_JSON_LENGTH_MAX) return readPage(page)
    const aborted = once(signal, 'abort')
    while (running.size >= threadsMax && !signal.aborted) await Promise.race([...running, aborted])
    if (signal.aborted) throw new PageProblem('the page cannot be parsed: other pages take too long')
    const reading = parseInThread(page, signal)
    const over: Promise<void> = reading.then(
      () => void running.delete(over),
      () => void running.delete(over),
    )
    running.add(over)
    return reading
  }
}
