import {
  type CommandContext,
  type CommandMiddleware,
  Composer,
  type Context,
  InlineKeyboard,
  type MiddlewareFn,
} from 'grammy'
import { LRUCache } from 'lru-cache'
import type { Chats } from '../chats/chats.ts'
import { MINUTE_MS, SECOND_MS } from '../domain/caracas.ts'
import type { MonitorId } from '../domain/monitor.ts'
import type { PastReader } from '../prices/past.ts'
import type { Prices } from '../prices/prices.ts'
import { type Admission, type Asking, GO, type Groups, isGroup } from '../queue/groups.ts'
import type { Resources } from '../redis/connection.ts'
import { type Clock, isAhead } from '../runtime/clock.ts'
import {
  type Action,
  type ButtonData,
  codeOf,
  type FieldsOf,
  monitorOf,
  parseButtonData,
} from '../telegram/button-data.ts'
import { secondsIn } from '../words/times.ts'
import { type CommandName, commandNames, type Language } from '../words/words.ts'
import type { Administrators } from './administrators.ts'
import { answerPress, type BotContext, channelAbout, questionAbove } from './context.ts'
import type { Sessions } from './session.ts'

const ARGUMENT_LENGTH_MAX = 200
const COMMAND = /^\/\w+(?:@\w+)?/

/**
 * Handles a pressed button. `monitor` is one that we know or that the chat follows, undefined if the button names none. A
 * returned text is shown to the presser: one line for a moment, several until they are closed.
 */
export type ButtonHandler<A extends Action> = (
  ctx: BotContext,
  monitor: MonitorId | undefined,
  fields: FieldsOf<A>,
) => Promise<void> | Promise<string | undefined>

/** What features are made from; each takes what it uses. */
export interface FeatureParts extends Pick<Resources, 'log' | 'clock'> {
  readonly access: Access
  readonly prices: Prices
  readonly past: PastReader
  readonly chats: Pick<
    Chats,
    'read' | 'readRecord' | 'follows' | 'alerts' | 'settings' | 'live' | 'cards' | 'presence'
  >
  readonly sessions: Sessions
  readonly defaultLanguage: Language
}

/**
 * A Composer that checks who may use its commands and buttons before it answers them. It knows their names, so that
 * menus and dialogs need no second list.
 */
export class Feature extends Composer<BotContext> {
  readonly names: string[] = []
  readonly audience: Audience
  readonly #access: Access
  readonly #handlers = new Map<Action, ButtonHandler<Action>>()

  constructor(access: Access, audience: Audience) {
    super()
    this.audience = audience
    this.#access = access
  }

  get actions(): readonly Action[] {
    return [...this.#handlers.keys()]
  }

  /** Answers a command under its name in every language, in capitals too. The argument, trimmed and cut to a length that can be parsed, is `ctx.match`. */
  override command(
    command: CommandName,
    ...middleware: CommandMiddleware<BotContext>[]
  ): Composer<CommandContext<BotContext>> {
    const names = commandNames(command)
    this.names.push(...names)
    const isOurs = (ctx: BotContext): ctx is CommandContext<BotContext> =>
      names.includes(commandIn(ctx) ?? '')
    return this.filter(isOurs, this.#checkCommand, ...middleware)
  }

  /** Answers every button of an action. */
  button<A extends Action>(action: A, handle: ButtonHandler<A>): void {
    this.#handlers.set(action, (ctx, monitor, fields) => handle(ctx, monitor, fields as FieldsOf<A>))
    this.on('callback_query:data', async (ctx, next) => {
      const pressed = parseButtonData(ctx.callbackQuery.data)
      if (pressed?.action !== action) return next()
      if (!(await this.#access.mayUse(ctx, this.audience))) return
      const answer = this.#answerOf(ctx, pressed)
      if (!answer) return answerPress(ctx, { refusal: ctx.words.oldButton })
      ctx.isBelow = pressed.isBelow === true
      const notice = await answer()
      await answerPress(ctx, notice ? { notice } : {})
    })
  }

  /** Shows what a button would to who followed a link and may use the feature; false where it has no such button. */
  async show(ctx: BotContext, button: ButtonData): Promise<boolean> {
    const answer = this.#answerOf(ctx, button)
    if (!answer) return false
    const notice = await answer()
    if (notice && notice !== ctx.words.nothingNew) await ctx.replyOrEdit(notice)
    return true
  }

  /** What answers a button; undefined where the feature has no such button, or its monitor is not known. */
  #answerOf(ctx: BotContext, button: ButtonData) {
    const handle = this.#handlers.get(button.action)
    const monitor = monitorOf(button, [...this.#access.monitors(), ...(ctx.chatState?.follows ?? [])])
    const isKnown = monitor !== undefined || button.target === undefined
    return handle && isKnown ? () => handle(ctx, monitor, button.fields) : undefined
  }

  readonly #checkCommand: MiddlewareFn<CommandContext<BotContext>> = async (ctx, next) => {
    ctx.match = ctx.msg.text.replace(COMMAND, '').trim().slice(0, ARGUMENT_LENGTH_MAX)
    if (await this.#access.mayUse(ctx, this.audience)) await next()
  }
}

/** Whom a feature is for. */
export interface Audience {
  /** It changes what we keep of the chat: in groups only administrators may use it. */
  readonly changes?: boolean
  /** False in chats where the feature does not exist; its commands are unknown there. */
  readonly isThere?: (ctx: BotContext) => boolean
  /** What is asked for cannot be taken back, so Telegram is asked anew whether the sender is an administrator. */
  readonly isFinal?: (ctx: BotContext) => boolean
}

export const EVERYONE: Audience = {}
export const ADMINISTRATORS: Audience = { changes: true }

interface AccessOptions {
  readonly administrators: Administrators
  readonly admit: (asker: Asker) => Admission | Promise<Admission>
  /** Every monitor that a button may name. */
  readonly monitors: () => readonly MonitorId[]
}

/** The check that every command, button and dialog answer passes: a press is judged, then come the command limit and the rights. */
export function createAccess({ administrators, admit, monitors }: AccessOptions) {
  /** Beyond the limits of groups only administrators are answered, where they change something; they may so often do that too. */
  async function admissionOf(ctx: BotContext, { changes }: Audience): Promise<Admission> {
    const asker = askerOf(ctx)
    const admission = await admit(asker)
    if (admission.kind === 'go' || ctx.chat?.type === 'private' || !changes) return admission
    return (await administrators(ctx)) === 'yes' ? admit({ ...asker, isChange: true }) : admission
  }

  async function mayChange(ctx: BotContext, { changes, isFinal }: Audience): Promise<boolean> {
    if (!changes && !channelAbout(ctx)) return true
    const right = await administrators(ctx, isFinal?.(ctx))
    const { administratorsOnly, administratorsUnknown, error } = ctx.words
    if (right === 'no') return refuse(ctx, administratorsOnly, privateChatButton(ctx))
    if (right === 'unknown') return refuse(ctx, administratorsUnknown)
    return ctx.chatState !== undefined || refuse(ctx, error)
  }

  /**
   * Whether a press in a group or channel may be answered there; it is judged before it counts in the chat's limit. A look-up
   * changes a message that others read, or posts one: only administrators have it there, and in a group whoever asked for the
   * message. Features that change something check the rights themselves, and refuse by a text; only what its presser may change
   * in private as well leads there. No press changes the live message.
   */
  async function mayPress(ctx: BotContext, { changes = false }: Audience): Promise<boolean> {
    const shown = ctx.callbackQuery?.message
    if (!shown || shown.chat.type === 'private') return true
    if (shown.message_id === ctx.chatState?.live?.message) return refuse(ctx, ctx.words.oldButton)
    const action = parseButtonData(ctx.callbackQuery?.data ?? '')?.action
    if (changes ? !OWN_CHANGES.includes(action) : NOTICES.includes(action) || isAsker(ctx)) return true
    const right = await administrators(ctx)
    return right === 'yes' || (changes && right === 'unknown') || leadToPrivate(ctx)
  }

  /** The command limit, then the rights. */
  async function mayAsk(ctx: BotContext, audience: Audience): Promise<boolean> {
    const admission = await admissionOf(ctx, audience)
    const isPress = ctx.callbackQuery !== undefined
    if ((admission.kind === 'silence' && !isPress) || isFromBeforeLeaving(ctx)) return ignore(ctx)
    // What is changed in a channel is not for its readers.
    if (ctx.chat?.type === 'channel' && (audience.changes || admission.kind === 'notice'))
      ctx.isConfidential = true
    if (admission.kind !== 'go') return refuse(ctx, ctx.words.tooManyCommands(secondsIn(admission.waitMs)))
    if (audience.isThere?.(ctx) === false) return sayUnknown(ctx)
    return mayChange(ctx, audience)
  }

  return {
    monitors,
    /** Whether the update may be answered. If not, the sender has been told why, where there is anything to tell. */
    async mayUse(ctx: BotContext, audience: Audience): Promise<boolean> {
      if (!ctx.chat) return ignore(ctx)
      return (!ctx.callbackQuery || (await mayPress(ctx, audience))) && mayAsk(ctx, audience)
    },
  }
}

export type Access = ReturnType<typeof createAccess>

/**
 * Whether a message was sent before its chat was found to be unreachable: an answer would be refused, and a command would
 * bring the chat back. Telegram dates messages to the second, and presses not at all: those of the minute after count as made before.
 * A chat that lets us in again says so before it writes or presses.
 */
function isFromBeforeLeaving(ctx: BotContext): boolean {
  const { message, channelPost, callbackQuery, chatState, chatKey, chatId, now } = ctx
  const sent = message ?? channelPost
  const leftAt = chatKey === String(chatId) ? chatState?.leftAt : undefined // not that of a channel that a person writes about
  if (leftAt === undefined) return false
  if (callbackQuery) return now - leftAt < MINUTE_MS
  return sent !== undefined && sent.date * SECOND_MS <= leftAt
}

async function ignore(ctx: BotContext): Promise<false> {
  if (ctx.callbackQuery) await answerPress(ctx)
  return false
}

/** Leads to the private chat with us, where everybody may change everything. */
const privateChatButton = ({ me, words }: BotContext): InlineKeyboard =>
  new InlineKeyboard().url(words.button.inPrivate, startLink({ me }, 'private'))

/** Tells the sender why not; always returns false. A notice of a button has no keyboard. */
export async function refuse(ctx: BotContext, refusal: string, keyboard?: InlineKeyboard): Promise<false> {
  await (ctx.callbackQuery ? answerPress(ctx, { refusal }) : ctx.replyToSender(refusal, keyboard))
  return false
}

/** Tells that a command or button is unknown; always returns false. In a group the command may be another bot's. */
export async function sayUnknown(ctx: BotContext): Promise<false> {
  const { oldButton, unknownCommand } = ctx.words
  if (ctx.callbackQuery) await answerPress(ctx, { notice: oldButton })
  else if (ctx.isPrivate) await ctx.replyOrEdit(unknownCommand)
  return false
}

/** Commands at once, then one every `intervalMs`. Replies to a group, notices included, stay below Telegram's 20 a minute. */
const PACES = { private: { burst: 20, intervalMs: 1_000 }, group: { burst: 8, intervalMs: 12_000 } }
const CHATS_MAX = 10_000
/** By how much the clocks of Telegram and this machine may differ; a count that lies further ahead is from before ours was set back. */
const CLOCKS_APART_MS = MINUTE_MS

/** Whether a command is answered. `sentAt` (ms) is when it was sent, where known: it may have waited for earlier ones. */
type Admit = (chat: string, sentAt?: number) => Admission

/** Who sent a command, and when (ms), where that is known. */
export interface Asker {
  readonly chat: string
  /** In a group: a person, or the chat in whose name somebody writes, which is the group itself where the sender is unknown. */
  readonly member: string
  readonly sentAt?: number | undefined
  readonly by: Asking
  /** Asked again for an administrator who was refused and wants to change something. */
  readonly isChange?: boolean
}

/**
 * Limits each chat to 20 commands at once, then 1 a second, and a group to fewer. The first one too many is answered by a
 * notice that says how long to wait, the next ones are not, but a pressed button is always told.
 */
export function createCommandLimit(clock: Clock): Admit {
  /** When each chat may send a whole burst again (ms), and whether it was told of the limit. */
  const fullUntil = new LRUCache<string, { at: number; told: boolean }>({ max: CHATS_MAX })

  return (chat, sentAt = Number.POSITIVE_INFINITY) => {
    const { burst, intervalMs } = PACES[isGroup(chat) ? 'group' : 'private']
    const now = Math.min(sentAt, clock())
    const before = fullUntil.get(chat)
    const known = before && isAhead(before.at, now, burst * intervalMs + CLOCKS_APART_MS) ? before : undefined
    const at = (known?.at ?? now) + intervalMs
    const waitMs = at - now - burst * intervalMs
    if (known && waitMs > 0) {
      const kind = known.told ? 'silence' : 'notice'
      known.told = true
      return { kind, waitMs }
    }
    fullUntil.set(chat, { at, told: false })
    return GO
  }
}

/**
 * Limits commands in chats. All processes and all members of a group share one limit, counted in Redis; while Redis does
 * not answer, the limit of this process decides. Before it comes the limit of the person for all groups
 * together: the limits of 200 groups would let one person use up the whole send rate.
 */
export function createChatCommandLimit(ownLimit: Admit, groups: Pick<Groups, 'admit'>) {
  /** In groups the person gets no notice: it would be one a second. */
  function admitPerson(who: string, sentAt: number | undefined): Admission {
    const admission = ownLimit(who, sentAt)
    return admission.kind === 'notice' ? { ...admission, kind: 'silence' } : admission
  }

  return ({ chat, member, sentAt, by, isChange }: Asker): Admission | Promise<Admission> => {
    if (!isGroup(chat)) return ownLimit(chat, sentAt)
    if (isChange) return admitPerson(`changes of ${member}`, sentAt)
    const ofPerson = admitPerson(`commands of ${member}`, sentAt)
    if (ofPerson.kind !== 'go') return ofPerson
    return groups.admit(chat, member, by).catch(() => ownLimit(chat, sentAt))
  }
}

/**
 * Who sent an update of a chat; Telegram dates messages to the second. A press is that of its person: below a channel's message
 * all readers would count as the channel, and one of them would use up the limit of its owner.
 */
function askerOf({ chatId, from, message, channelPost, callbackQuery }: Context): Asker {
  const sent = message ?? channelPost
  return {
    chat: String(chatId),
    member: String(sent?.sender_chat?.id ?? from?.id ?? chatId),
    sentAt: sent && sent.date * 1_000,
    by: callbackQuery ? 'press' : 'message',
  }
}

/** The command that a message begins with, without slash and bot; undefined where it has none, or another bot's. */
export function commandIn({ message, channelPost, me }: BotContext): string | undefined {
  const { text, entities } = message ?? channelPost ?? {}
  const entity = entities?.find(({ type, offset }) => type === 'bot_command' && offset === 0)
  if (!entity || text === undefined) return undefined
  const [name = '', bot] = text.slice(1, entity.length).toLowerCase().split('@')
  return bot === undefined || bot === me.username.toLowerCase() ? name : undefined
}

/** Buttons that are answered by a notice to the presser alone. */
const NOTICES: readonly (Action | undefined)[] = ['sources']

/** Changes that everybody may make for themselves in the private chat. Any other is of the group or channel alone. */
const OWN_CHANGES: readonly (Action | undefined)[] = ['follow', 'alert']

/** Whether a pressed message answers its presser. */
const isAsker = (ctx: Context): boolean => questionAbove(ctx)?.from?.id === ctx.callbackQuery?.from.id

/** Opens the private chat, which shows what the button would have; of a change, which no link makes, where it is made. Always returns false. */
async function leadToPrivate(ctx: BotContext): Promise<false> {
  const data = ctx.callbackQuery?.data ?? ''
  const { action, target } = parseButtonData(data) ?? {}
  // The card of a price has the button to follow it, and the welcome that for an alert.
  const shown = action === 'follow' && target !== undefined ? `${codeOf('rate')}:${target}` : data
  await answerPress(ctx, { url: startLink(ctx, payloadOf(shown)) })
  return false
}

/** Telegram's limit. */
const PAYLOAD_LENGTH_MAX = 64

/** Opens the private chat with us; only a payload with the data of a button says more than where the link stood. */
export const startLink = ({ me }: Pick<Context, 'me'>, payload: string): string =>
  `https://t.me/${me.username}?start=${payload}`

/** A button, for a link; the data of a button of earlier versions may be too long, and is left out. */
export function payloadOf(data: string): string {
  const payload = Buffer.from(data).toString('base64url')
  return payload.length <= PAYLOAD_LENGTH_MAX ? payload : 'private'
}

/** The button that a link names; undefined where it names none. */
export const buttonOf = (payload: string): ButtonData | undefined =>
  parseButtonData(Buffer.from(payload, 'base64url').toString())
