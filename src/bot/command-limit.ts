import type { Context } from 'grammy'
import { LRUCache } from 'lru-cache'
import { type Admission, type Groups, isGroup } from '../queue/groups.ts'
import type { Clock } from '../runtime/clock.ts'

/** Messages that Telegram takes at once in a private chat, less one that a push may need; then one a second. */
const BURST = 4
const EVERY_MS = 1_050
const CHATS_MAX = 10_000

/** Spaces replies to one person, so that whoever floods the bot waits for himself alone. Times are ms. */
export function createPrivatePace(now: () => number = () => performance.now()) {
  /** When each chat may be sent a whole burst again (ms). */
  const wholeAt = new LRUCache<string, number>({ max: CHATS_MAX })

  /** Counts a reply to a chat and says for how long to hold it (ms). */
  return (chat: string): number => {
    const at = Math.max(wholeAt.get(chat) ?? 0, now()) + EVERY_MS
    wholeAt.set(chat, at)
    return Math.max(0, at - now() - BURST * EVERY_MS)
  }
}

export type { Admission }

/** Commands at once, then one every `intervalMs`. Replies to a group, notices included, stay below Telegram's 20 a minute. */
const PACES = { private: { burst: 20, intervalMs: 1_000 }, group: { burst: 8, intervalMs: 12_000 } }

/** Whether a command is answered. `saidAt` (ms) is when it was sent, where known: it may have waited for earlier ones. */
type Admit = (chat: string, saidAt?: number) => Admission

/** Who sent a command, and when (ms), where that is known. */
export interface Asker {
  readonly chat: string
  /** In a group: a person, or the chat in whose name somebody writes; '' where the sender is unknown. */
  readonly member: string
  readonly saidAt?: number | undefined
}

/**
 * Limits each chat to 20 commands at once, then 1 a second, and a group to fewer. The first one too many is answered by a
 * notice, the next ones are ignored.
 */
export function createCommandLimit(clock: Clock): Admit {
  /** When each chat's bucket is empty again (ms), and whether it was told. */
  const fullUntil = new LRUCache<string, { at: number; told: boolean }>({ max: CHATS_MAX })

  return (chat, saidAt = Number.POSITIVE_INFINITY) => {
    const { burst, intervalMs } = PACES[isGroup(chat) ? 'group' : 'private']
    const now = Math.min(saidAt, clock())
    const known = fullUntil.get(chat)
    const at = Math.max(known?.at ?? 0, now) + intervalMs
    if (known && at - now > burst * intervalMs) {
      const admission = known.told ? 'silence' : 'notice'
      known.told = true
      return admission
    }
    fullUntil.set(chat, { at, told: false })
    return 'go'
  }
}

/**
 * Limits commands in chats. In a group all processes and all members share what Telegram takes there, counted in Redis;
 * the limit of this process decides only while Redis is silent.
 */
export const createChatCommandLimit =
  (bucket: Admit, groups: Pick<Groups, 'admit'>) =>
  ({ chat, member, saidAt }: Asker): Admission | Promise<Admission> =>
    isGroup(chat) ? groups.admit(chat, member).catch(() => bucket(chat, saidAt)) : bucket(chat, saidAt)

/** Who sent an update of a chat. */
export const askerOf = (ctx: Context): Asker => ({
  chat: String(ctx.chatId),
  member: String(ctx.msg?.sender_chat?.id ?? ctx.from?.id ?? ''),
  saidAt: saidAt(ctx),
})

/** When a message was written (ms), as Telegram dates it: to the second. */
export function saidAt({
  message,
  channelPost,
}: Pick<Context, 'message' | 'channelPost'>): number | undefined {
  const said = message ?? channelPost
  return said && said.date * 1_000
}
