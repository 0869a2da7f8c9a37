import type { Context } from 'grammy'
import type { ChatMember, User } from 'grammy/types'
import { LRUCache } from 'lru-cache'
import type { Chats } from '../../chats/chats.ts'
import { MINUTE_MS } from '../../rates/durations.ts'
import { type Clock, isAhead } from '../../runtime/clock.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log.ts'
import { isBadRequest } from '../context.ts'

const KEPT_MS = MINUTE_MS
const KEPT_MAX = 5_000

type Poster = Extract<ChatMember, { status: 'creator' | 'administrator' }>

/**
 * Finds who posted in a channel, as posts there name nobody: the sender or the signature where the channel shows one, else its
 * only administrator who posts, else the one who made us administrator, else its owner. Undefined where none of them is known.
 */
export function createFindPoster(chats: Pick<Chats, 'read'>, clock: Clock, log: Log) {
  const posters = new LRUCache<number, { posters: readonly Poster[]; until: number }>({ max: KEPT_MAX })

  async function postersOf({ api }: Context, channel: number): Promise<readonly Poster[]> {
    const known = posters.get(channel)
    if (known && isAhead(known.until, clock(), KEPT_MS)) return known.posters
    try {
      const members = (await api.getChatAdministrators(channel)).filter(isPoster)
      posters.set(channel, { posters: members, until: clock() + KEPT_MS })
      return members
    } catch (error) {
      if (!isBadRequest(error)) throw error
      log.info({ chat: channel, err: messageOf(error) }, 'the administrators of a channel cannot be read')
      return []
    }
  }

  /** Who answers for a channel: the one who made us administrator, else its owner. */
  async function responsibleFor(channel: number, members: readonly Poster[]): Promise<number | undefined> {
    const { inviter } = await chats.read(String(channel))
    if (members.length === 0) return inviter
    const known = members.find(({ user }) => user.id === inviter)
    return (known ?? members.find(({ status }) => status === 'creator'))?.user.id
  }

  return async (ctx: Context): Promise<number | undefined> => {
    const { channelPost: post, callbackQuery } = ctx
    if (callbackQuery) return callbackQuery.from.id
    if (!post) return undefined
    if (post.from?.is_bot === false) return post.from.id
    const members = await postersOf(ctx, post.chat.id)
    const signed = members.filter(({ user }) => nameOf(user) === post.author_signature)
    const [only, ...others] = signed.length > 0 ? signed : members
    return only && others.length === 0 ? only.user.id : responsibleFor(post.chat.id, members)
  }
}

export type FindPoster = ReturnType<typeof createFindPoster>

const isPoster = (member: ChatMember): member is Poster =>
  !member.user.is_bot &&
  (member.status === 'creator' || (member.status === 'administrator' && member.can_post_messages === true))

const nameOf = ({ first_name, last_name }: User): string => [first_name, last_name].filter(Boolean).join(' ')
