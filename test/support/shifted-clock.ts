import { readFileSync } from 'node:fs'

/**
 * Preloaded by `--import` into a process whose clock is not the machine's. CLOCK_AHEAD_MS says by how many ms its `Date` is ahead,
 * and what it hears of Redis' clock too; a test steps the clock further: at each SIGUSR2 the file CLOCK_FILE says by how many ms
 * more. Timers and `performance.now()` go on as before, as when somebody sets the clock of a machine.
 */
const { CLOCK_AHEAD_MS = '0', CLOCK_FILE } = process.env
const now = Date.now
let aheadMs = Number(CLOCK_AHEAD_MS)

Date.now = () => now() + aheadMs
globalThis.Date = new Proxy(Date, {
  construct: (date, args, made) => Reflect.construct(date, args.length === 0 ? [date.now()] : args, made),
})
if (CLOCK_FILE !== undefined)
  process.on('SIGUSR2', () => {
    aheadMs = Number(CLOCK_AHEAD_MS) + Number(readFileSync(CLOCK_FILE, 'utf8'))
  })
if (CLOCK_AHEAD_MS !== '0') await moveRedis(Math.round(Number(CLOCK_AHEAD_MS) / 1_000))

/** The day is the same for Redis, whose server reads the machine's clock: scripts and calls add the seconds. */
async function moveRedis(seconds: number): Promise<void> {
  const { Cluster, Redis } = await import('ioredis')
  const moved = `(function() local t = redis.call('TIME') return { t[1] + ${seconds}, t[2] } end)()`
  for (const { prototype } of [Redis, Cluster]) {
    const { defineCommand, time } = prototype
    prototype.defineCommand = function (name, { lua, ...more }) {
      return defineCommand.call(this, name, { ...more, lua: lua.replaceAll("redis.call('TIME')", moved) })
    }
    prototype.time = async function () {
      const [s, micros] = (await time.call(this)) as unknown as [string, string]
      return [Number(s) + seconds, Number(micros)]
    }
  }
}
