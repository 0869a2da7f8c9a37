import type { Context } from 'grammy'
import { LRUCache } from 'lru-cache'
import { type Admission, type Groups, isGroup } from '../queue/groups.ts'
import type { Clock } from '../runtime/clock.ts'

/** What Telegram takes at once in a private chat, less what a push may need there; then a message a second. */
const BURST = 4
const EVERY_MS = 1_050
const CHATS_MAX = 10_000

/** Spaces replies to one person, so that whoever floods the bot waits for himself alone. Times are ms. */
export function createPrivatePace(now: () => number = () => performance.now()) {
  /** When each chat may have a whole burst again. */
  const wholeAt = new LRUCache<string, number>({ max: CHATS_MAX })

  /** For how long the next reply to a chat is held; it is counted. */
  return (chat: string): number => {
    const at = Math.max(wholeAt.get(chat) ?? 0, now()) + EVERY_MS
    wholeAt.set(chat, at)
    return Math.max(0, at - now() - BURST * EVERY_MS)
  }
}

export type { Admission }

/** Commands at once, then one each so often (ms). Those of a group, notices included, stay below its 20 a minute. */
const PACES = { private: { burst: 20, intervalMs: 1_000 }, group: { burst: 8, intervalMs: 12_000 } }

/** Whether a chat is served; `saidAt` (ms) is when it asked, where that is known: answers to those before it take time. */
type Admit = (chat: string, saidAt?: number) => Admission

/** Who asks for something, and when (ms), where that is known. */
export interface Asker {
  readonly chat: string
  /** Of a group: a person, or the chat in whose name somebody writes; '' where nobody is known. */
  readonly member: string
  readonly saidAt?: number | undefined
}

/**
 * 20 commands at once, then 1 a second, for each chat, and fewer for a group; the first one too many earns a notice, the
 * next ones silence.
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
 * The same for what is asked in chats: in a group the share decides that all processes have left of what Telegram takes
 * there, and what its member has left of that; the bucket only while Redis is silent. A private chat waits for nobody.
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
