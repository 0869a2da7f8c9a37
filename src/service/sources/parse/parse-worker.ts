import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { messageOf } from '../../../runtime/log.ts'
import { PageProblem } from '../source.ts'
import { type PageToParse, type Parsed, readPage } from './page-parser.ts'

/** Linux lowers the priority of this thread only; other systems would lower that of the whole program. */
const NICENESS = 10

function parse(page: PageToParse): Parsed {
  try {
    return { reading: readPage(page) }
  } catch (error) {
    // Errors lose their class between threads. A page nested too deep for the stack throws a RangeError.
    return {
      problem:
        error instanceof PageProblem ? error.message : `the page cannot be parsed: ${messageOf(error)}`,
    }
  }
}

if (process.platform === 'linux') setPriority(NICENESS)
parentPort?.on('message', (page: PageToParse) => parentPort?.postMessage(parse(page)))
