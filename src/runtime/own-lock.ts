import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, Failure } from './failure.ts'

const WAIT_MS = 5_000
const POLL_MS = 50

export interface OwnLock {
  release(): void
}

/** Whether a process of this number runs. */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0) && !isZombie(pid)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** A process that ended, and whose number an idle parent keeps; only Linux tells. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false // no such file on other systems
  }
}

/** Takes the file as this process' own, for as long as it runs. Throws a Failure when another living one keeps it. */
export async function takeLock(file: string): Promise<OwnLock> {
  const deadline = Date.now() + WAIT_MS
  for (;;) {
    if (create(file)) return { release: () => rmSync(file, { force: true }) }
    const holder = readHolder(file)
    if (holder === process.pid || !isAlive(holder)) rmSync(file, { force: true })
    else if (Date.now() > deadline) {
      throw new Failure(
        `Another tasa (process ${holder}) runs on this DATA_DIR: stop it, or set another DATA_DIR`,
      )
    } else await sleep(POLL_MS)
  }
}

/** A link appears whole or not at all, so no one reads a half-written lock. */
function create(file: string): boolean {
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(mine, { force: true })
  }
}

function readHolder(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0 // released between our two looks
  }
}
