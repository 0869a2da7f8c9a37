import type { Context } from 'grammy'
import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '../rates/durations.ts'
import type { MonitorId } from '../rates/monitor.ts'
import type { Clock } from '../runtime/clock.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { type Admission, type Asker, askerOf } from './command-limit.ts'
import { answerPress, type BotContext, type LoadChat } from './context.ts'

/** Whether the sender may change what the chat keeps. `unknown` is refused like `no`, with another text. */
export type Right = 'yes' | 'no' | 'unknown'

const KEPT_MS = MINUTE_MS
const KEPT_MAX = 5_000
const STATUSES = ['creator', 'administrator']

/** Looks up whether the sender may change the chat: anyone in a private chat, administrators in a group; cached for a minute. */
export function createAdministrators(clock: Clock, log: Log) {
  const known = new LRUCache<string, { right: Right; until: number }>({ max: KEPT_MAX })

  function keep(member: string, right: Right): Right {
    known.set(member, { right, until: clock() + KEPT_MS })
    return right
  }

  async function ask(ctx: Context, user: number, member: string): Promise<Right> {
    try {
      const { status } = await ctx.getChatMember(user)
      return keep(member, STATUSES.includes(status) ? 'yes' : 'no')
    } catch (error) {
      // It is not cached: the next command asks again.
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

/** Whom a feature is for. */
export interface Audience {
  /** It changes what the chat keeps: in groups it is for administrators only. */
  readonly changes?: boolean
  /** False where the feature does not exist, so that nobody is told who may use it. */
  readonly isThere?: (ctx: BotContext) => boolean
}

export const EVERYONE: Audience = {}
export const ADMINISTRATORS: Audience = { changes: true }

export interface AccessOptions {
  readonly administrators: Administrators
  readonly admit: (asker: Asker) => Admission | Promise<Admission>
  readonly loadChat: LoadChat
  /** Every monitor that a button may name. */
  readonly monitors: () => readonly MonitorId[]
}

/** The check that every command, button and dialog answer passes: first the command limit, then the rights. */
export function createAccess({ administrators, admit, loadChat, monitors }: AccessOptions) {
  /** In a group over its limit only administrators are answered, and only where they change something. */
  async function admissionOf(ctx: BotContext, { changes }: Audience): Promise<Admission> {
    const admission = await admit(askerOf(ctx))
    if (admission === 'go' || ctx.chat?.type === 'private' || !changes) return admission
    return (await administrators(ctx)) === 'yes' ? 'go' : admission
  }

  async function refusalOf(ctx: BotContext, { changes }: Audience): Promise<string | undefined> {
    if (!changes) return undefined
    const right = await administrators(ctx)
    if (right === 'no') return ctx.messages.administratorsOnly
    if (right === 'unknown') return ctx.messages.administratorsUnknown
    return ctx.chatState ? undefined : ctx.messages.error
  }

  return {
    monitors,
    /** Reads the chat and says whether the update may be answered; where not, the sender was told what there is to tell. */
    async mayUse(ctx: BotContext, audience: Audience): Promise<boolean> {
      const admission = await admissionOf(ctx, audience)
      if (admission === 'silence' || !(await loadChat(ctx))) return stayAway(ctx)
      if (admission === 'notice') return refuse(ctx, ctx.messages.tooManyCommands)
      if (audience.isThere?.(ctx) === false) return sayUnknown(ctx)
      const refusal = await refusalOf(ctx, audience)
      return refusal === undefined || refuse(ctx, refusal)
    },
  }
}

export type Access = ReturnType<typeof createAccess>

async function stayAway(ctx: BotContext): Promise<false> {
  if (ctx.callbackQuery) await answerPress(ctx)
  return false
}

/** Tells the sender why not; the answer is always false. */
export async function refuse(ctx: BotContext, refusal: string): Promise<false> {
  await (ctx.callbackQuery ? answerPress(ctx, { refusal }) : ctx.replyToSender(refusal))
  return false
}

/** In a group an unknown command may be another bot's. */
export async function sayUnknown(ctx: BotContext): Promise<false> {
  const { oldButton, unknownCommand } = ctx.messages
  if (ctx.callbackQuery) await answerPress(ctx, { notice: oldButton })
  else if (ctx.isPrivate) await ctx.replyOrEdit(unknownCommand)
  return false
}
