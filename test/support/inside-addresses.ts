import { readFileSync } from 'node:fs'

const FILE = new URL('../fixtures/inside-addresses.txt', import.meta.url)

/** Ways to write an address inside, one a line; `PORT` is that of who must not be reached. */
export const SPELLINGS: readonly string[] = readFileSync(FILE, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
