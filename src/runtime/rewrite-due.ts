import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** With the time until somebody looks, and that of a rewrite, nothing deleted stays in the file for a day. */
const KEPT_MS_MAX = 23 * 3_600_000
const BASE = /\.base\.(?:rdb|aof)$/

/** Whether the append-only file of a private Redis was begun so long ago (`now` in ms) that it is to be rewritten. */
export function isRewriteDue(directory: string, now: number): boolean {
  const files = join(directory, 'appendonlydir')
  const begun = readdirSync(files)
    .filter((name) => BASE.test(name))
    .map((name) => statSync(join(files, name)).mtimeMs)
  return begun.length > 0 && now - Math.max(...begun) > KEPT_MS_MAX
}
