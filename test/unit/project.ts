import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the project. */
export const ROOT = join(import.meta.dirname, '../..')

/** The text of one of its files. */
export const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
