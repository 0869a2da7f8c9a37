import type { Context } from 'grammy'
import type { ChatMember, User } from 'grammy/types'
import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '../../domain/durations.ts'
import { type Clock, isAhead } from '../../runtime/clock.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log.ts'
import { isBadRequest } from '../context.ts'

const KEPT_MS = MINUTE_MS
const KEPT_MAX = 5_000

type Poster = Extract<ChatMember, { status: 'creator' | 'administrator' }>

/**
 * Finds who posted in a channel, as posts there name nobody: the sender where the channel shows one, the only administrator
 * whom the signature names, or without a signature the only one who may post. Undefined where it may be any of several.
 */
export function createFindPoster(clock: Clock, log: Log) {
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

  return async (ctx: Context): Promise<number | undefined> => {
    const { channelPost: post, callbackQuery } = ctx
    if (callbackQuery) return callbackQuery.from.id
    if (!post) return undefined
    if (post.from?.is_bot === false) return post.from.id
    const members = await postersOf(ctx, post.chat.id)
    const { author_signature: signature } = post
    const fitting =
      signature === undefined ? members : members.filter(({ user }) => nameOf(user) === signature)
    const [only, ...others] = fitting
    return others.length === 0 ? only?.user.id : undefined
  }
}

export type FindPoster = ReturnType<typeof createFindPoster>

const isPoster = (member: ChatMember): member is Poster =>
  !member.user.is_bot &&
  (member.status === 'creator' || (member.status === 'administrator' && member.can_post_messages === true))

const nameOf = ({ first_name, last_name }: User): string => [first_name, last_name].filter(Boolean).join(' ')
