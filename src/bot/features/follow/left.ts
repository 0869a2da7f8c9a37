import type { Decimal } from '../../../rates/decimal.ts'
import { type MonitorId, monitorRef } from '../../../rates/monitor.ts'
import type { Log } from '../../../runtime/log.ts'
import type { BotContext } from '../../context.ts'
import { createExpiringTexts, type TextStore } from '../../expiring-texts.ts'
import { leastArgument } from './least-change.ts'

const KEPT_SECONDS = 60 * 60

type Chat = Pick<BotContext, 'chatKey'>

/** Keeps for an hour which least change a follow had that was ended: `left:CHAT:MONITOR`. So a button pressed twice forgets nothing. */
export function createLeftFollows(store: TextStore, log: Log) {
  const texts = createExpiringTexts(store, KEPT_SECONDS, log)
  const keyOf = ({ chatKey }: Chat, monitor: MonitorId): string => `left:${chatKey}:${monitorRef(monitor)}`

  return {
    /** Keeps a least change, undefined for every change. */
    keep: (chat: Chat, monitor: MonitorId, least: Decimal | undefined): void =>
      texts.keep(keyOf(chat, monitor), leastArgument(least)),
    /** Returns what was kept, as the argument of a button; undefined where nothing is. */
    find: (chat: Chat, monitor: MonitorId): Promise<string | undefined> => texts.find(keyOf(chat, monitor)),
  }
}

export type LeftFollows = ReturnType<typeof createLeftFollows>
