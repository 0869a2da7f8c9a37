import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { MINUTE_MS } from '../../domain/durations.ts'
import { Failure, messageOf } from '../../runtime/failure.ts'
import { readWhole } from './rows.ts'

const BYTES_MAX = 16 * 1024 * 1024
const MEGABYTES_MAX = 512
/** An official quarter of 65 sheets takes under a second. */
const TIMEOUT_MS = MINUTE_MS
/** The first bytes of a compound file, in which Excel 97 to 2003 keep a workbook. */
const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

export type Cell = string | number | null

/** A sheet with its cells by row and column, of which the first ones only were read. */
export interface Sheet {
  readonly name: string
  readonly rows: readonly (readonly Cell[])[]
}

/** The message of `workbook-worker.ts`. */
export type Opened = { readonly sheets: readonly Sheet[] } | { readonly problem: string }

/**
 * Reads a legacy workbook (`.xls`) in a thread of its own, so that a hostile one can use up neither memory nor time.
 * Throws a Failure. `timeoutMs` is for tests.
 */
export async function readWorkbook(file: string, timeoutMs = TIMEOUT_MS): Promise<readonly Sheet[]> {
  const bytes = await readWhole(file, BYTES_MAX)
  const refuse = (reason: string): never => {
    throw new Failure(`${file} ${reason}; nothing was imported`)
  }
  if (!SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length)))
    refuse('is no workbook of Excel 97 to 2003 (.xls)')
  const opened = await openInThread(bytes, timeoutMs)
  return 'sheets' in opened ? opened.sheets : refuse(`cannot be read as a workbook: ${opened.problem}`)
}

async function openInThread(bytes: Uint8Array, timeoutMs: number): Promise<Opened> {
  const thread = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES_MAX },
  })
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    const [opened]: Opened[] = await once(thread, 'message', { signal: deadline })
    return opened ?? { problem: 'it says nothing' }
  } catch (error) {
    return { problem: deadline.aborted ? 'it takes too long' : messageOf(error) }
  } finally {
    await thread.terminate()
  }
}
