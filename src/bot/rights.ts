import type { Context } from 'grammy'
import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '../rates/durations.ts'
import type { Clock } from '../runtime/clock.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import type { Command } from './command.ts'
import { type Admission, type Asker, askerOf } from './command-limit.ts'
import type { BotContext } from './context.ts'

/** May this person change what the chat keeps? `unknown` counts as no, and is said differently. */
export type Right = 'yes' | 'no' | 'unknown'

const KEPT_MS = MINUTE_MS
const KEPT_MAX = 5_000
const ADMINISTRATORS = ['creator', 'administrator']

/** In a private chat everyone may; in a group its administrators, as Telegram said within the last minute. */
export function createAdministrators(clock: Clock, log: Log) {
  const known = new LRUCache<string, { right: Right; until: number }>({ max: KEPT_MAX })

  function keep(member: string, right: Right): Right {
    known.set(member, { right, until: clock() + KEPT_MS })
    return right
  }

  async function ask(ctx: Context, user: number, member: string): Promise<Right> {
    try {
      const { status } = await ctx.getChatMember(user)
      return keep(member, ADMINISTRATORS.includes(status) ? 'yes' : 'no')
    } catch (error) {
      // Without an answer the right is refused, and asked for again next time.
      log.warn({ chat: ctx.chatId, err: messageOf(error) }, 'an administrator cannot be looked up')
      return 'unknown'
    }
  }

  return async (ctx: Context): Promise<Right> => {
    const { chat, from, message } = ctx
    if (ctx.channelPost) return 'yes' // nobody else posts in a channel
    if (!chat || !from) return 'no'
    if (chat.type === 'private') return 'yes'
    if (message?.sender_chat) return message.sender_chat.id === chat.id ? 'yes' : 'no'
    const member = `${chat.id}:${from.id}`
    const seen = known.get(member)
    return seen && seen.until > clock() ? seen.right : ask(ctx, from.id, member)
  }
}

export type Administrators = ReturnType<typeof createAdministrators>

export interface RightsOptions {
  readonly administrators: Administrators
  readonly admit: (asker: Asker) => Admission | Promise<Admission>
}

/** Who is heard, and who may change what a chat keeps: every command, button and answer passes both. */
export function createRights({ administrators, admit }: RightsOptions) {
  return {
    /** In a group that has had its share an administrator may still change what it keeps, and nobody else may ask. */
    async admissionOf(ctx: BotContext, command: Command | undefined): Promise<Admission> {
      const admission = await admit(askerOf(ctx))
      if (admission === 'go' || ctx.chat?.type === 'private' || !command?.changes) return admission
      return (await administrators(ctx)) === 'yes' ? 'go' : admission
    },
    /** What is said to the one who asked instead of doing it; undefined where it is done. */
    async refusalOf(ctx: BotContext, command: Command): Promise<string | undefined> {
      const { chatState, messages } = ctx
      if (!command.changes || command.isThere?.(ctx) === false) return undefined
      const right = await administrators(ctx)
      if (right === 'no') return messages.administratorsOnly
      if (right === 'unknown') return messages.administratorsUnknown
      return chatState ? undefined : messages.error
    },
  }
}

export type Rights = ReturnType<typeof createRights>
