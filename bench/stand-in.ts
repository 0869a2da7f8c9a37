import { startChild } from './child.ts'

const REACHED_MS_MAX = 90_000

export interface StandInSetting {
  /** Least and most ms before it answers a message; at once if not given. */
  readonly latencyMs?: readonly [number, number]
  /** Messages taken in any sliding second; one more is a 429 and a second in which all are refused. Unlimited if not given. */
  readonly capPerSecond?: number
  /** People who ask the bot that polls, all the time; nobody if not given. */
  readonly people?: Asking
}

export interface Asking {
  readonly command: string
  /** However long answers take. */
  readonly updatesPerSecond: number
}

/** What came since the last reset. Moments in ms of `monotonicMs`. */
export interface Tally {
  /** Of every message, refused ones too, but for replies to people. */
  arrivals: number[]
  /** Of those that were accepted. */
  acceptances: number[]
  refused: number
  /** Most connections open at once. */
  connections: number
  /** From an update handed out to the reply to it. */
  repliesMs: number[]
  /** The body of the first message accepted. */
  sample: string
}

/** A Telegram in a process of its own, quicker than what sends to it: over `node:net`, parsing as little as it can. */
export async function startStandIn(setting: StandInSetting = {}) {
  const child = startChild(new URL('./stand-in/serve.ts', import.meta.url))
  const port = await child.ask<number>('serve', setting)
  return {
    url: `http://127.0.0.1:${port}`,
    /** Counts anew; `reached` then resolves with the moment at which so many messages were accepted. */
    async expect(count: number): Promise<{ reached: Promise<number> }> {
      const reached = child.hear<number>('reached')
      await child.ask('reset', count)
      // Whoever loses a message would let the bench wait for ever.
      const late = setTimeout(() => void child.stop(), REACHED_MS_MAX)
      const inTime = reached.finally(() => clearTimeout(late))
      inTime.catch(() => {}) // it may fail before somebody waits for it
      return { reached: inTime }
    },
    /** Counts anew. */
    reset: (): Promise<void> => child.ask('reset', Number.POSITIVE_INFINITY),
    tally: (): Promise<Tally> => child.ask('tally'),
    stop: child.stop,
  }
}

export type StandIn = Awaited<ReturnType<typeof startStandIn>>
