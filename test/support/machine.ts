import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const WORK_MS = 150
const WORK = `
  const startedAt = performance.now()
  const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
  const before = used()
  while (used() - before < ${WORK_MS});
  console.log((performance.now() - startedAt) / (used() - before))`

const run = promisify(execFile)

/**
 * A limit (ms) that holds on a machine which does nothing else, as it is on this one now: a process that gets a third of a
 * processor takes three times as long.
 */
export async function onThisMachine(ms: number): Promise<number> {
  const { stdout } = await run(process.execPath, ['-e', WORK])
  return ms * Math.max(1, Number(stdout))
}

/** The longest that this thread worked in one go while something ran (ms of processor time, so other processes count nothing). */
export async function longestTurnDuring<Done>(
  work: () => Promise<Done>,
): Promise<{ done: Done; turnMs: number }> {
  const usedMs = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let [turnMs, last] = [0, usedMs()]
  const endTurn = (): void => {
    turnMs = Math.max(turnMs, usedMs() - last)
    last = usedMs()
  }
  const turns = setInterval(endTurn, 1)
  const done = await work()
  endTurn()
  clearInterval(turns)
  return { done, turnMs }
}
