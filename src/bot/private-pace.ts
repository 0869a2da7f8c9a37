import { createRecent } from '../runtime/recent.ts'

/** What Telegram takes at once in a private chat, less what a push may need there; then a message a second. */
const BURST = 4
const EVERY_MS = 1_050
const CHATS_MAX = 10_000

/** Spaces replies to one person, so that whoever floods the bot waits for himself alone. Times are ms. */
export function createPrivatePace(now: () => number = () => performance.now()) {
  /** When each chat may have a whole burst again. */
  const wholeAt = createRecent<number>(CHATS_MAX)

  /** For how long the next reply to a chat is held; it is counted. */
  return (chat: string): number => {
    const at = Math.max(wholeAt.get(chat) ?? 0, now()) + EVERY_MS
    wholeAt.set(chat, at)
    return Math.max(0, at - now() - BURST * EVERY_MS)
  }
}
