/** Returns the time in ms since 1970. */
export type Clock = () => number

export const systemClock: Clock = Date.now

/** Whether a moment that was set `ms` ahead has yet to come (all in ms). Once the clock was set back by more than that, it has not. */
export const isAhead = (moment: number, now: number, ms: number): boolean =>
  moment > now && moment <= now + ms

/** A stored time that is later than now was written before the clock was set back: it counts as now, or as `instead` (all in ms). */
export const notLaterThan = (now: number, stored: number, instead = now): number =>
  stored > now ? instead : stored

const TIME_IS_UP = Symbol('time is up')

/**
 * Settles as `answer` does, or with what `late` returns or throws after `ms`. Where this process itself stood still for that time,
 * the answer lies unread in its socket: it is read before it counts as late.
 */
export async function answerWithin<Answer, Late>(
  ms: number,
  answer: Promise<Answer>,
  late: () => Late,
): Promise<Answer | Late> {
  let lastChance: NodeJS.Immediate | undefined
  let timer: NodeJS.Timeout | undefined
  const timeIsUp = new Promise<typeof TIME_IS_UP>((resolve) => {
    timer = setTimeout(() => {
      lastChance = setImmediate(resolve, TIME_IS_UP)
    }, ms)
  })
  try {
    const first = await Promise.race([answer, timeIsUp])
    return first === TIME_IS_UP ? late() : first
  } finally {
    clearTimeout(timer)
    clearImmediate(lastChance)
  }
}

/** Shares one answer among the callers that wait for it, and those within `keptMs` of its end. */
export function shareAnswer<Answer>(ask: () => Promise<Answer>, keptMs: number): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined
  const forget = (): void => {
    answer = undefined
  }
  return () => {
    answer ??= ask().finally(() => {
      if (keptMs === 0) forget()
      else setTimeout(forget, keptMs).unref()
    })
    return answer
  }
}

/** Runs works one after another. */
export function createTurns() {
  let before: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = before.then(work)
    before = done.catch(() => undefined) // its caller handles the error
    return done
  }
}
