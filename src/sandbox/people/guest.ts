import type { Post } from '../post.ts'
import type { State } from '../state.ts'
import type { Room } from '../world.ts'
import { isMentioned } from './privacy.ts'

/** The inline message that answers a guest query. */
export const guestMessageId = (queryId: string): string => `guest-${queryId}`

/** A mention in a chat that the bot is no member of: it may answer once, and its message says who called. */
export function invite(state: State, room: Room, post: Post): void {
  const { guests, updates, world } = state
  const caller = post.from
  if (!caller || post.edit_date !== undefined || !isMentioned(post, world.bot.username ?? '')) return
  const { id, answer } = guests.ask()
  updates.push({ guest_message: { ...post, guest_query_id: id } })
  void answer.then((result) => {
    if (!result) return
    const { content, reply_markup } = result
    const about = { guest_bot_caller_user: caller, ...(reply_markup && { reply_markup }) }
    world.add(room, world.bot, { ...content, ...about }, { inlineMessageId: guestMessageId(id) })
  })
}
