import { setImmediate as nextTurn } from 'node:timers/promises'

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

/**
 * Joins the calls of one turn of the event loop into one for each group, which answers for its items in their order, or fails for
 * all of them. All items are of one group if none is given.
 */
export function joinCalls<Item, Result>(
  call: (items: readonly Item[]) => Promise<readonly Result[]>,
  groupOf: (item: Item) => string | number = () => '',
) {
  const joined = new Map<string | number, { items: Item[]; answers: Promise<readonly Result[]> }>()

  async function callAtEndOfTurn(group: string | number, items: readonly Item[]): Promise<readonly Result[]> {
    await nextTurn()
    joined.delete(group)
    return call(items)
  }

  function begin(group: string | number) {
    const items: Item[] = []
    const begun = { items, answers: callAtEndOfTurn(group, items) }
    joined.set(group, begun)
    return begun
  }

  return async (item: Item): Promise<Result> => {
    const group = groupOf(item)
    const { items, answers } = joined.get(group) ?? begin(group)
    const index = items.push(item) - 1
    return (await answers)[index] as Result
  }
}
