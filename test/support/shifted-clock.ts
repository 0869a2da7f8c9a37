import { readFileSync } from 'node:fs'

/**
 * Preloaded by `--import` into a process whose clock a test steps: at each SIGUSR2 the file CLOCK_FILE says by how many ms its
 * `Date` is ahead. Timers and `performance.now()` go on as before, as when somebody sets the clock of a machine.
 */
const RealDate = Date
let aheadMs = 0

class ShiftedDate extends RealDate {
  constructor(...args: unknown[]) {
    super(...((args.length === 0 ? [ShiftedDate.now()] : args) as [number]))
  }

  static override now(): number {
    return RealDate.now() + aheadMs
  }
}

globalThis.Date = ShiftedDate as DateConstructor
process.on('SIGUSR2', () => {
  aheadMs = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8'))
})
