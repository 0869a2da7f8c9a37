import { SECOND_MS } from '../../domain/durations.ts'
import type { Log } from '../../runtime/log.ts'
import type { Composed } from './outcomes.ts'

const EVERY_MS = 5 * SECOND_MS

/**
 * Logs how many messages showed the prices of each update: the sum of 5 s in one line, as an update may reach millions of chats.
 * Those of simulated prices, which move every few seconds, are logged at debug.
 */
export function createTraceLog(log: Log) {
  const sums = new Map<string, { messages: number; readonly isSimulated: boolean }>()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    timer = undefined
    for (const [trace, { messages, isSimulated }] of sums)
      log[isSimulated ? 'debug' : 'info']({ trace, messages }, 'prices delivered')
    sums.clear()
  }

  return {
    count(prices: Composed['prices']): void {
      for (const [trace, isSimulated] of tracesOf(prices)) {
        const sum = sums.get(trace)
        if (sum) sum.messages += 1
        else sums.set(trace, { messages: 1, isSimulated })
      }
      timer ??= setTimeout(flush, EVERY_MS)
    },
    /** Logs what was counted since the last line. */
    close(): void {
      clearTimeout(timer)
      flush()
    },
  }
}

export type TraceLog = ReturnType<typeof createTraceLog>

/** Each once: the prices of one update that are told together are one message. */
const tracesOf = (prices: Composed['prices']): Map<string, boolean> =>
  new Map(prices.flatMap(({ trace, quote }) => (trace === undefined ? [] : [[trace, quote.simulated]])))
