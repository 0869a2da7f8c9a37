import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type PageConfig, parseSources, readSourcesFile } from '../sources/file/sources-file.ts'

const SIMULATED = fileURLToPath(new URL('./simulated.json', import.meta.url))
const VENEZUELA = fileURLToPath(new URL('../sources/shipped/venezuela.json', import.meta.url))

/** The pages used without a SOURCES_FILE: all simulated. */
export const DEMONSTRATION: readonly PageConfig[] = parseSources(readFileSync(SIMULATED, 'utf8'), SIMULATED)

/**
 * Reads the pages that `SOURCES_FILE` names: `simulated` is the demonstration, `venezuela` the file that comes with the
 * program, anything else a path. Throws a Failure that names every problem in the file.
 */
export async function readPages(sourcesFile: string): Promise<readonly PageConfig[]> {
  if (sourcesFile === 'simulated') return DEMONSTRATION
  return readSourcesFile(sourcesFile === 'venezuela' ? VENEZUELA : sourcesFile)
}
