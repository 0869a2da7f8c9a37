import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { messageOf } from '../../runtime/failure.ts'
import { readHtml } from './html.ts'
import { readJson } from './json.ts'
import type { PageToParse, Parsed } from './page-parser.ts'
import { PageProblem } from './source.ts'

/** On Linux this is of the thread alone: replies and leases go before pages. Elsewhere it would be the whole program. */
const NICENESS = 10
if (process.platform === 'linux') setPriority(NICENESS)

function parse({ kind, text, wanted }: PageToParse): Parsed {
  try {
    return { reading: kind === 'html' ? readHtml(text, wanted) : readJson(text, wanted) }
  } catch (error) {
    // Only text goes from thread to thread; a page nested too deep for the stack is the page's fault too.
    return {
      problem:
        error instanceof PageProblem ? error.message : `the page cannot be parsed: ${messageOf(error)}`,
    }
  }
}

parentPort?.on('message', (page: PageToParse) => parentPort?.postMessage(parse(page)))
parentPort?.postMessage('ready')
