import type { Context } from 'grammy'
import type { ChatMember, User } from 'grammy/types'
import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '../domain/caracas.ts'
import { type Clock, isAhead } from '../runtime/clock.ts'
import { type Log, messageOf } from '../runtime/log.ts'
import { type BotContext, channelAbout, ignoreRefusal, isBadRequest } from './context.ts'

/** Whether the sender may change what we keep of the chat. `unknown` is refused like `no`, with another text. */
export type Right = 'yes' | 'no' | 'unknown'

const KEPT_MS = MINUTE_MS
const KEPT_MAX = 5_000
const STATUSES = ['creator', 'administrator']

/**
 * Looks up whether the sender may change the chat, or the channel that a private message is about: anyone in a private chat,
 * administrators elsewhere; cached for a minute, unless it is asked anew.
 */
export function createAdministrators(clock: Clock, log: Log) {
  const rights = new LRUCache<string, { right: Right; until: number }>({ max: KEPT_MAX })

  async function rightIn(ctx: Context, chat: number, user: number, isAnew: boolean): Promise<Right> {
    const member = `${chat}:${user}`
    const cached = isAnew ? undefined : rights.get(member)
    if (cached && isAhead(cached.until, clock(), KEPT_MS)) return cached.right
    try {
      const { status } = await ctx.api.getChatMember(chat, user)
      const right = STATUSES.includes(status) ? 'yes' : 'no'
      rights.set(member, { right, until: clock() + KEPT_MS })
      return right
    } catch (error) {
      // It is not cached: the next command asks again.
      log.warn({ chat: ctx.chatId, err: messageOf(error) }, 'an administrator cannot be looked up')
      return 'unknown'
    }
  }

  return async (ctx: Context, isAnew = false): Promise<Right> => {
    const { chat, from, message } = ctx
    if (ctx.channelPost) return 'yes' // nobody else posts in a channel
    if (!chat || !from) return 'no'
    const channel = channelAbout(ctx)
    if (chat.type === 'private') return channel ? rightIn(ctx, channel.id, from.id, isAnew) : 'yes'
    if (message?.sender_chat) return message.sender_chat.id === chat.id ? 'yes' : 'no'
    return rightIn(ctx, chat.id, from.id, isAnew)
  }
}

export type Administrators = ReturnType<typeof createAdministrators>

/**
 * Returns the number of the person who changes a chat. Who writes in the name of a group or channel stays unnamed: then it is the
 * owner, as the administrators of many are often one person. Undefined where Telegram does not name the owner.
 */
export async function findPerson(
  ctx: Pick<BotContext, 'api' | 'callbackQuery' | 'chatKey' | 'from' | 'isPrivate' | 'senderChat'>,
): Promise<string | undefined> {
  const { callbackQuery, chatKey, from, isPrivate, senderChat } = ctx
  if (isPrivate) return chatKey
  if (from && !from.is_bot && (callbackQuery || !senderChat)) return String(from.id)
  const members = await ctx.api.getChatAdministrators(chatKey).catch(ignoreRefusal)
  const owner = members?.find(({ status }) => status === 'creator')
  return owner && String(owner.user.id)
}

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
