import { SECOND_MS } from '../../rates/durations.ts'
import type { Log } from '../../runtime/log.ts'
import type { NumberedQuote } from './load.ts'
import type { Composed } from './outcomes.ts'

const EVERY_MS = 5 * SECOND_MS

/**
 * Logs how many messages showed the prices of each update: the sum of 5 s in one line, as an update may reach millions of chats.
 * Those of simulated prices, which move every few seconds, are logged at debug.
 */
export function createTraceLog(log: Log) {
  /** Chats that are sent the same message share its prices, so a message costs one look-up. */
  const counts = new Map<Composed['prices'], number>()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    timer = undefined
    const sums = new Map<string, { messages: number; isSimulated: boolean }>()
    for (const [prices, messages] of counts)
      for (const [trace, isSimulated] of tracesOf(prices))
        sums.set(trace, { messages: messages + (sums.get(trace)?.messages ?? 0), isSimulated })
    counts.clear()
    for (const [trace, { messages, isSimulated }] of sums)
      log[isSimulated ? 'debug' : 'info']({ trace, messages }, 'prices delivered')
  }

  return {
    count(prices: Composed['prices']): void {
      counts.set(prices, (counts.get(prices) ?? 0) + 1)
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

const tracesOf = (prices: readonly NumberedQuote[]): Map<string, boolean> =>
  new Map(prices.flatMap(({ trace, quote }) => (trace === undefined ? [] : [[trace, quote.simulated]])))
