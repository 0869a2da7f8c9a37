import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, Failure } from '../runtime/log.ts'

const WAIT_MS = 5_000
const POLL_MS = 50

export interface OwnLock {
  release(): void
}

/** Whether a process with this number runs. */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0) && !isZombie(pid)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Whether a process has ended and its parent has not waited for it. Linux only. */
const isZombie = (pid: number): boolean => statusOf(pid)[0] === 'Z'

/** When a process began, in ticks since the boot; it differs for a later process with the same number. Linux only. */
export const birthOf = (pid: number): string => statusOf(pid)[19] ?? ''

/** The fields of `/proc/PID/stat` after the name of the program. */
function statusOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return [] // it has ended, or this is another system
  }
}

/** Takes a lock file for as long as this process runs. Throws a Failure when another running process holds it. */
export async function takeLock(file: string): Promise<OwnLock> {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    if (create(file)) return { release: () => rmSync(file, { force: true }) }
    const holder = readHolder(file)
    if (!holds(holder)) removeStale(file, holder)
    else if (performance.now() > deadline) {
      throw new Failure(
        `Another tasa (process ${pidOf(holder)}) runs on this DATA_DIR: stop it, or set another DATA_DIR`,
      )
    } else await sleep(POLL_MS)
  }
}

/** The content of a lock file: `PID BIRTH` of its holder. */
type Holder = string

const pidOf = (holder: Holder): number => Number(holder.split(' ')[0])

/** Whether the process that wrote this still runs, and is not this one. */
function holds(holder: Holder): boolean {
  const [, birth = ''] = holder.split(' ')
  const pid = pidOf(holder)
  return pid !== process.pid && isAlive(pid) && (birth === '' || birth === birthOf(pid))
}

/** Creates the lock by a link, which appears whole or not at all, so that nobody reads a half-written file. */
function create(file: string): boolean {
  const mine = `${file}.${process.pid}`
  try {
    writeFileSync(mine, `${process.pid} ${birthOf(process.pid)}`.trim(), { mode: 0o600 })
    linkSync(mine, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Removes a stale lock. Several processes may do so at once: one that removed a new lock instead puts it back. */
function removeStale(file: string, stale: Holder): void {
  const taken = `${file}.${process.pid}.stale`
  try {
    renameSync(file, taken)
    if (readHolder(taken) !== stale) linkSync(taken, file)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error) ?? '')) throw error
  } finally {
    rmSync(taken, { force: true })
  }
}

function readHolder(file: string): Holder {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // it was released meanwhile
  }
}
