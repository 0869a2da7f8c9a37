import type { Board } from '../board/board.ts'
import type { Chats } from '../chats/chats.ts'
import type { DueQueue } from '../queue/due-queue.ts'
import type { Clock } from '../runtime/clock.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import { printOf } from './live.ts'

const EVERY_MS = 1_000
/** Prices that nobody follows come by asking. */
const ASK_EVERY_MS = 15_000
/** A change that a killed process did not pass on is found then. */
const SWEEP_EVERY_MS = 60_000

export interface LiveTickerOptions {
  readonly board: Pick<Board, 'all' | 'refresh'>
  readonly chats: Pick<Chats, 'liveChats'>
  readonly queue: Pick<DueQueue, 'makeDue'>
  readonly clock: Clock
  readonly log: Log
}

/** Makes chats with a live message due when a price has changed, or its source fell silent. All processes do: being due twice changes nothing. */
export function createLiveTicker({ board, chats, queue, clock, log }: LiveTickerOptions): Part {
  let timer: NodeJS.Timeout | undefined
  let isBusy = false
  let print = ''
  let askAt = 0
  let sweepAt = 0

  const printNow = (): string => printOf(board.all(), clock())

  async function tick(): Promise<void> {
    const now = performance.now()
    const isNews = printNow() !== print
    if (!isNews && now < Math.min(askAt, sweepAt)) return
    const live = await chats.liveChats()
    if (live.length > 0 && now >= askAt) void board.refresh()
    askAt = now >= askAt ? now + ASK_EVERY_MS : askAt
    if (!isNews && now < sweepAt) return
    sweepAt = now + SWEEP_EVERY_MS
    print = printNow()
    for (const chat of live) await queue.makeDue(chat)
  }

  function begin(): void {
    if (isBusy) return
    isBusy = true
    tick()
      .catch((error: unknown) => log.warn({ err: messageOf(error) }, 'live messages wait'))
      .finally(() => {
        isBusy = false
      })
  }

  return {
    name: 'live ticker',
    async start() {
      timer = setInterval(begin, EVERY_MS)
    },
    async stop() {
      clearInterval(timer)
    },
  }
}
