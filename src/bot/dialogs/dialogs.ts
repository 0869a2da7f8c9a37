import {
  type ConversationContextStorage,
  type ConversationData,
  conversations,
  PLUGIN_DATA_VERSION,
  type VersionedState,
} from '@grammyjs/conversations'
import { Composer, type NextFunction } from 'grammy'
import type { Chat } from 'grammy/types'
import { messageOf } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log.ts'
import { parseButtonData } from '../../telegram/button-data.ts'
import { channelAbout } from '../about-channel.ts'
import type { FindPoster } from '../channels/find-poster.ts'
import { answerPress, type BotContext, isFlood, type LoadChat } from '../context.ts'
import { type Access, commandIn, EVERYONE, type Feature, refuse } from '../feature.ts'
import { createDialogPlugins, DialogFeature } from './dialog.ts'
import type { ReadElsewhere } from './typed-answer.ts'

export interface DialogsOptions {
  readonly features: readonly Feature[]
  readonly access: Access
  readonly loadChat: LoadChat
  /** Who posted in a channel. */
  readonly findPoster: FindPoster
  readonly store: DialogStore
  readonly readElsewhere: ReadElsewhere
  /** Aborted once we stop: an update that fails then is handled again after the start. */
  readonly stopping: AbortSignal
  readonly log: Log
}

/**
 * Mounts the dialogs of all features. Nothing is read for an update that cannot concern a dialog. It relies on the
 * update runner, which handles one update of a chat at a time: of two at once one would be lost.
 */
export function createDialogs(options: DialogsOptions): Composer<BotContext> {
  const { access, loadChat, findPoster, readElsewhere, stopping, store, log } = options
  const features = options.features.filter((feature) => feature instanceof DialogFeature)
  const names = new Set(features.flatMap((feature) => feature.names))
  const actions = new Set<string>(features.flatMap((feature) => feature.actions))

  function mayConcern(ctx: BotContext): boolean {
    if (!hasSender(ctx)) return false
    if (ctx.callbackQuery) return actions.has(parseButtonData(ctx.callbackQuery.data ?? '')?.action ?? '')
    const command = commandIn(ctx)
    return command === undefined ? isMaybeAnswer(ctx) : names.has(command)
  }

  async function begin(ctx: BotContext, next: NextFunction): Promise<void> {
    ctx.dialog = { isOutdated: false, wasLeft: false, isTaken: false, isUndone: false }
    await next()
    if (ctx.dialog.isTaken && ctx.callbackQuery) await answerPress(ctx)
  }

  /** A command that has dialogs, or `/cancel`, leaves the one that is open; so does a button that cancels, by itself. */
  async function leave(ctx: BotContext, next: NextFunction): Promise<void> {
    const { dialog } = ctx
    const isCommand = commandIn(ctx) !== undefined
    const isCancelled = parseButtonData(ctx.callbackQuery?.data ?? '')?.action === 'cancel'
    if (dialog && (isCommand || isCancelled))
      dialog.wasLeft = dialog.isOutdated || Object.keys(ctx.conversation.active()).length > 0
    if (dialog && isCommand) await ctx.conversation.exitAll()
    if (dialog?.isOutdated) return handleOutdated(ctx, next)
    await next()
  }

  /** Says that the dialog is outdated to a text, which may be its answer; commands, buttons and requests go on. */
  async function handleOutdated(ctx: BotContext, next: NextFunction): Promise<void> {
    const text = ctx.message?.text
    const elsewhere = text === undefined || commandIn(ctx) !== undefined ? 'leaves' : readElsewhere(text)
    if (!elsewhere) return sayOutdated(ctx)
    if (elsewhere === 'leaves') await forget(store, ctx)
    await next()
  }

  async function sayOutdated(ctx: BotContext): Promise<void> {
    await forget(store, ctx)
    if (await access.mayUse(ctx, EVERYONE)) await refuse(ctx, ctx.messages.settings.outdated)
  }

  /** After a failure the dialog is forgotten, unless the update comes again or can be sent again. */
  async function handleFailure(ctx: BotContext, next: NextFunction): Promise<void> {
    try {
      await next()
    } catch (error) {
      if (isOfOtherProgram(error)) return sayOutdated(ctx)
      if (ctx.dialog) ctx.dialog.isUndone = stopping.aborted || isFlood(error)
      throw error
    }
  }

  const composer = new Composer<BotContext>()
  const storage = createDialogStorage({ store, findPoster, log })
  const mounted = composer.filter(mayConcern, begin, conversations({ storage }), leave, handleFailure)
  const linkQuestion = (ctx: BotContext, message: number) => link(store, ctx, message)
  for (const { audience, dialogs } of features)
    for (const dialog of dialogs)
      mounted.use(
        dialog.mount(createDialogPlugins({ audience, access, loadChat, readElsewhere, linkQuestion })),
      )
  return composer
}

/** Whether an update has a chat and a sender, as a dialog needs. */
const hasSender = ({ chat, from, channelPost }: BotContext): boolean =>
  chat !== undefined && (from !== undefined || channelPost !== undefined)

/** In a group we see no other answers than replies to us; a result of our inline mode is no answer. */
function isMaybeAnswer({ chat, message, me }: BotContext): boolean {
  if (message?.text === undefined || message.text.startsWith('/') || message.via_bot?.id === me.id)
    return false
  return chat?.type === 'private' || message.reply_to_message?.from?.id === me.id
}

/** The plugin throws this when the steps of a dialog differ from the stored ones. */
const isOfOtherProgram = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Bad replay')

/** The commands of Redis by which dialogs are stored as expiring text. */
export interface DialogStore {
  get(key: string): Promise<string | null>
  del(key: string): Promise<unknown>
  set(key: string, text: string, unit: 'EX', seconds: number): Promise<unknown>
}

/** Raise it whenever the questions of a dialog or their order change, as a stored dialog is replayed from its start. */
const DIALOGS_VERSION = 4
const KEPT_SECONDS = 15 * 60

/**
 * Stores one dialog for each person in each chat, for 15 minutes: `question:CHAT:USER:SENDER_CHAT`. USER is empty for
 * those who write as the chat itself. One about a channel is held in a private chat: its SENDER_CHAT is the channel.
 */
function createDialogStorage({
  store,
  findPoster,
  log,
}: Pick<DialogsOptions, 'store' | 'findPoster' | 'log'>): ConversationContextStorage<
  BotContext,
  ConversationData
> {
  const warn = (error: unknown): undefined => {
    log.warn({ err: messageOf(error) }, 'dialogs cannot be read')
  }

  async function findKey(ctx: BotContext): Promise<string | undefined> {
    const { chat, from } = ctx
    const about = channelAbout(ctx)
    if (about && from) return keyOf(from, from.id, about.id)
    const poster = chat?.type === 'channel' ? await findPoster(ctx) : undefined
    if (chat && poster !== undefined) return keyOf({ id: poster }, poster, chat.id)
    return findKeyInChat(store, ctx)
  }

  async function read(ctx: BotContext): Promise<VersionedState<ConversationData> | undefined> {
    const key = await findKey(ctx).catch(warn)
    const text = key && (await store.get(key).catch(warn))
    if (ctx.dialog && key) ctx.dialog.key = key
    const state = text ? parseState(text) : undefined
    if (ctx.dialog && text && !state) ctx.dialog.isOutdated = true
    return state
  }

  return {
    type: 'context',
    version: DIALOGS_VERSION,
    adapter: {
      read,
      async write({ dialog }, state) {
        if (!dialog?.isUndone && dialog?.key !== undefined)
          await store.set(dialog.key, JSON.stringify(state), 'EX', KEPT_SECONDS)
      },
      async delete({ dialog }) {
        if (!dialog?.isUndone && dialog?.key !== undefined) await store.del(dialog.key)
      },
    },
  }
}

/** Forgets a dialog of an older program. */
async function forget(store: DialogStore, { dialog }: BotContext): Promise<void> {
  if (dialog?.key !== undefined) await store.del(dialog.key)
}

/** Links a question in a group to its dialog, so that a reply in the group's name finds it. */
async function link(store: DialogStore, { chat, dialog }: BotContext, message: number): Promise<void> {
  if (chat && chat.type !== 'private' && dialog?.key !== undefined)
    await store.set(keyOfMessage(chat, message), dialog.key, 'EX', KEPT_SECONDS)
}

const keyOf = (chat: Pick<Chat, 'id'>, user: number | '', senderChat: number | ''): string =>
  `question:${chat.id}:${user}:${senderChat}`

const keyOfMessage = (chat: Chat, message: number): string => `question:${chat.id}:message:${message}`

/** The key of an update's dialog. A press is always a person's, even if the dialog was begun in the name of the group. */
async function findKeyInChat(store: DialogStore, ctx: BotContext): Promise<string | undefined> {
  const { chat, from, message, channelPost, callbackQuery } = ctx
  if (!chat) return undefined
  const sent = message ?? channelPost
  const ofChat = keyOf(chat, '', chat.id)
  if (sent?.sender_chat?.id === chat.id) {
    const question = sent.reply_to_message?.message_id
    return question === undefined ? ofChat : ((await store.get(keyOfMessage(chat, question))) ?? ofChat)
  }
  const own = from && keyOf(chat, from.id, sent?.sender_chat?.id ?? '')
  // Only `/broadcast` begins a dialog by a command, so only its buttons can belong to a dialog of the chat itself.
  const isOfCommand = parseButtonData(callbackQuery?.data ?? '')?.action === 'broadcast'
  if (!own || !isOfCommand || chat.type === 'private') return own
  return (await store.get(own)) === null ? ofChat : own
}

/** Undefined for what an older program stored, and for what cannot be read. */
function parseState(text: string): VersionedState<ConversationData> | undefined {
  try {
    const state: unknown = JSON.parse(text)
    return isOurs(state) ? state : undefined
  } catch {
    // It is not JSON.
    return undefined
  }
}

function isOurs(state: unknown): state is VersionedState<ConversationData> {
  if (typeof state !== 'object' || state === null || !('version' in state) || !('state' in state))
    return false
  const { version } = state
  return Array.isArray(version) && version[0] === PLUGIN_DATA_VERSION && version[1] === DIALOGS_VERSION
}
