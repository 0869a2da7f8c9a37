import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { codeOf, type Log, messageOf } from '../runtime/log.ts'

/** Whether a private Redis has ever run on the directory, or was restored there; false too where we may not look. */
export const hasPrivateRedis = (directory: string): boolean =>
  ['appendonlydir', 'redis.json'].some((name) => existsSync(join(directory, name)))

const DIRECTORY_MODE = 0o700
const FILE_MODE = 0o600
/** The mode bit of a directory that all users share, such as /tmp. */
const STICKY = 0o1000
/** Names of our files and those of our Redis in a DATA_DIR, which may have other files too. */
const OURS = /^(?:appendonlydir|sandbox|redis\.(?:json|lock|log)|.*\.(?:aof|rdb))$/

/** Creates the directory if needed, and makes it and our files in it readable by their owner alone. */
export function makePrivate(directory: string, log: Log): void {
  mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE })
  try {
    if ((lstatSync(directory).mode & STICKY) === 0) chmodSync(directory, DIRECTORY_MODE)
    for (const name of readdirSync(directory)) if (OURS.test(name)) takeFromOthers(join(directory, name))
  } catch (error) {
    // The directory belongs to another user.
    log.warn({ err: messageOf(error) }, 'others on this machine may be able to read DATA_DIR')
  }
}

function takeFromOthers(path: string): void {
  const stats = statsOf(path)
  if (stats?.isDirectory()) {
    chmodSync(path, DIRECTORY_MODE)
    for (const name of readdirSync(path)) takeFromOthers(join(path, name))
  } else if (stats?.isFile()) chmodSync(path, FILE_MODE)
}

/** Undefined for a file that an orphaned Redis has just removed. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
