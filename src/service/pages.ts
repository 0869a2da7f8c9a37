import { fileURLToPath } from 'node:url'
import { DEMONSTRATION } from './demo/demonstration.ts'
import type { PageConfig } from './sources/schema/page-config.ts'
import { readSourcesFile } from './sources/sources-file.ts'

const VENEZUELA = fileURLToPath(new URL('./sources/shipped/venezuela.json', import.meta.url))

/**
 * Reads the pages that `SOURCES_FILE` names: `simulated` is the demonstration, `venezuela` the file that comes with the
 * program, anything else a path. Throws a Failure that names every problem in the file.
 */
export async function readPages(sourcesFile: string): Promise<readonly PageConfig[]> {
  if (sourcesFile === 'simulated') return DEMONSTRATION
  return readSourcesFile(sourcesFile === 'venezuela' ? VENEZUELA : sourcesFile)
}

/** The certificates that the pages name, to complete chains of https. */
export const intermediatesOf = (pages: readonly PageConfig[]): string[] =>
  pages.flatMap(({ intermediates = [] }) => intermediates)
