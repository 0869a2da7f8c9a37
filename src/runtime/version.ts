import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Variables } from './config.ts'

const ROOT = new URL('../../', import.meta.url)
const COMMIT_LENGTH = 8

/** Of package.json. */
export const VERSION: string = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')).version

/** The commit that runs: `TASA_COMMIT` of an image, else that of the checkout at `root`, else `unknown`. */
export const readCommit = ({ TASA_COMMIT }: Variables, root = ROOT): string =>
  (TASA_COMMIT?.trim() || commitIn(fileURLToPath(new URL('.git', root))) || 'unknown').slice(0, COMMIT_LENGTH)

/** Read from the files of git, which need not be installed where the program runs. Paths are joined, as a URL would drop `#7` from a branch `fix#7`. */
function commitIn(git: string): string | undefined {
  const read = (file: string): string => readFileSync(join(git, file), 'utf8').trim()
  try {
    const head = read('HEAD')
    const branch = /^ref: (\S+)$/.exec(head)?.[1]
    if (!branch) return head
    try {
      return read(branch)
    } catch {
      return read('packed-refs')
        .split('\n')
        .find((line) => line.endsWith(` ${branch}`))
        ?.split(' ')[0]
    }
  } catch {
    return undefined
  }
}

/** `tasa 1.0.0 (1a2b3c4d) · Node 24.21.0` */
export const versionText = (commit: string): string =>
  `tasa ${VERSION} (${commit}) · Node ${process.versions.node}`
