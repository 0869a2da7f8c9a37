/** Returns the time in ms since 1970. */
export type Clock = () => number

export const systemClock: Clock = Date.now

/** Whether a moment that was set `ms` ahead has yet to come (all in ms). Once the clock was set back by more than that, it has not. */
export const isAhead = (moment: number, now: number, ms: number): boolean =>
  moment > now && moment <= now + ms

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
