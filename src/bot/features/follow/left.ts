import type { Decimal } from '../../../rates/decimal.ts'
import { type MonitorId, monitorRef } from '../../../rates/monitor.ts'
import type { Log } from '../../../runtime/log.ts'
import type { BotContext } from '../../context.ts'
import { createExpiringTexts, type TextStore } from '../../expiring-texts.ts'
import { leastArgument } from './least-change.ts'

const KEPT_SECONDS = 60 * 60

type Chat = Pick<BotContext, 'chatKey'>

/** Keeps for an hour which follow a chat ended last, and its least change: `left:CHAT`. So a button pressed twice forgets nothing. */
export function createLeftFollows(store: TextStore, log: Log) {
  const texts = createExpiringTexts(store, KEPT_SECONDS, log)
  const keyOf = ({ chatKey }: Chat): string => `left:${chatKey}`

  return {
    /** Keeps a least change, undefined for every change. */
    keep: (chat: Chat, monitor: MonitorId, least: Decimal | undefined): void =>
      texts.keep(keyOf(chat), `${monitorRef(monitor)} ${leastArgument(least)}`),
    /** Returns the least change that was kept of a monitor, as the argument of a button; undefined where none is. */
    async find(chat: Chat, monitor: MonitorId): Promise<string | undefined> {
      const [ref, least] = (await texts.find(keyOf(chat)))?.split(' ') ?? []
      return ref === monitorRef(monitor) ? least : undefined
    },
    forget: (chat: Chat): Promise<void> => texts.forget(keyOf(chat)),
  }
}

export type LeftFollows = ReturnType<typeof createLeftFollows>
