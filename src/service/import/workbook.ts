import { MINUTE_MS } from '../../domain/caracas.ts'
import { codeOf, Failure, messageOf } from '../../runtime/log.ts'
import { openThread } from '../../runtime/thread.ts'
import { readWhole } from './rows.ts'

const BYTES_MAX = 16 * 1024 * 1024
const MEGABYTES_MAX = 512
/** An official quarter of 65 sheets takes under a second. */
const TIMEOUT_MS = MINUTE_MS
const WORKER = new URL('./workbook-worker.ts', import.meta.url)
/** The first bytes of a compound file, in which Excel 97 to 2003 keep a workbook. */
const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

const WITHOUT_READER = 'the optional package that reads it is missing: npm ci --include=optional'

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
  const thread = openThread(WORKER, MEGABYTES_MAX)
  const opened = await thread.ask<Opened>(bytes, { timeoutMs }).catch((error: unknown) => ({
    problem: codeOf(error) === 'ERR_MODULE_NOT_FOUND' ? WITHOUT_READER : messageOf(error),
  }))
  await thread.end()
  return 'sheets' in opened ? opened.sheets : refuse(`cannot be read as a workbook: ${opened.problem}`)
}
