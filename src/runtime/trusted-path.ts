import { realpathSync } from 'node:fs'
import { delimiter, isAbsolute, resolve } from 'node:path'

/** Folders that npm puts in front of PATH: the programs of packages in every parent folder, and its own. */
const OF_NPM = /[\\/](?:node_modules[\\/]\.bin|node-gyp-bin)$/i
/** Of an empty PATH the system would make the working directory. */
const SYSTEM = ['/usr/bin', '/bin']

/** A PATH without npm's folders and relative ones, where anybody may have put a program of the name that we call. */
export function trustedPath(path = ''): string {
  const folders = path
    .split(delimiter)
    .filter(
      (folder) => isAbsolute(folder) && !OF_NPM.test(resolve(folder)) && !OF_NPM.test(realPathOf(folder)),
    )
  return (folders.length > 0 ? folders : SYSTEM).join(delimiter)
}

function realPathOf(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder // it is not there
  }
}
