import {
  type ConversationContextStorage,
  type ConversationData,
  conversations,
  type VersionedState,
} from '@grammyjs/conversations'
import { Composer, type NextFunction } from 'grammy'
import { type Log, messageOf } from '../../runtime/log.ts'
import { parseButtonData } from '../../telegram/button-data.ts'
import type { FindPoster } from '../administrators.ts'
import { answerPress, type BotContext, channelAbout, type DialogPlace, isFlood } from '../context.ts'
import { type Access, commandIn, EVERYONE, type Feature, refuse } from '../feature.ts'
import type { Sessions } from '../session.ts'
import { createDialogPlugins, DialogFeature, type ReadElsewhere } from './dialog.ts'

interface DialogsOptions {
  readonly features: readonly Feature[]
  readonly access: Access
  /** Who posted in a channel. */
  readonly findPoster: FindPoster
  readonly sessions: Sessions
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
  const { access, readElsewhere, stopping, sessions } = options
  const features = options.features.filter((feature) => feature instanceof DialogFeature)
  const names = new Set(features.flatMap((feature) => feature.names))
  const actions = new Set<string>(features.flatMap((feature) => feature.actions))

  function mayConcern(ctx: BotContext): boolean {
    if (!ctx.chat || !(ctx.from || ctx.channelPost)) return false // nobody whom a dialog could belong to
    if (ctx.callbackQuery) return actions.has(parseButtonData(ctx.callbackQuery.data ?? '')?.action ?? '')
    const command = commandIn(ctx)
    return command === undefined ? isMaybeAnswer(ctx) : names.has(command)
  }

  async function begin(ctx: BotContext, next: NextFunction): Promise<void> {
    ctx.dialog = { isOfChat: false, isOutdated: false, wasLeft: false, isTaken: false, isUndone: false }
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
    if (elsewhere === 'leaves') await forget(sessions, ctx.dialog)
    await next()
  }

  async function sayOutdated(ctx: BotContext): Promise<void> {
    await forget(sessions, ctx.dialog)
    if (await access.mayUse(ctx, EVERYONE)) await refuse(ctx, ctx.words.settings.outdated)
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
  const storage = createDialogStorage(options)
  const mounted = composer.filter(mayConcern, begin, conversations({ storage }), leave, handleFailure)
  const linkQuestion = (ctx: BotContext, message: number) => link(sessions, ctx, message)
  for (const { audience, dialogs } of features)
    for (const dialog of dialogs)
      mounted.use(dialog.mount(createDialogPlugins({ audience, access, readElsewhere, linkQuestion })))
  return composer
}

/** In a group we see no other answers than replies to us; a result of our inline mode is no answer. */
function isMaybeAnswer({ chat, message, me }: BotContext): boolean {
  if (message?.text === undefined || message.text.startsWith('/') || message.via_bot?.id === me.id)
    return false
  return chat?.type === 'private' || message.reply_to_message?.from?.id === me.id
}

/** The plugin throws this when the steps of a dialog differ from the stored ones. */
const isOfOtherProgram = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Bad replay')

const KEPT_SECONDS = 15 * 60

type StorageOptions = Pick<DialogsOptions, 'sessions' | 'findPoster' | 'log'>
type State = VersionedState<ConversationData>

/** Stores one dialog for each sender in the session of the chat that it changes, for 15 minutes. */
function createDialogStorage({ sessions, findPoster, log }: StorageOptions) {
  async function read(ctx: BotContext): Promise<State | undefined> {
    const { dialog } = ctx
    try {
      const place = await findPlace(sessions, findPoster, ctx)
      if (!dialog || !place) return undefined
      dialog.place = place
      const { callbackQuery } = ctx
      dialog.isOfChat = callbackQuery !== undefined && place.field !== fieldOf(callbackQuery.from.id)
      const stored = await sessions.read<State>(place.chat, place.field)
      dialog.isOutdated = stored !== undefined && stored.value === undefined
      return stored?.value
    } catch (error) {
      log.warn({ err: messageOf(error) }, 'dialogs cannot be read')
      return undefined
    }
  }

  return {
    type: 'context',
    adapter: {
      read,
      async write({ dialog }, state) {
        const { place, isUndone } = dialog ?? {}
        if (place && !isUndone) await sessions.write(place.chat, place.field, state, KEPT_SECONDS)
      },
      async delete({ dialog }) {
        if (!dialog?.isUndone) await forget(sessions, dialog)
      },
    },
  } satisfies ConversationContextStorage<BotContext, ConversationData>
}

async function forget(sessions: Sessions, dialog: BotContext['dialog']): Promise<void> {
  if (dialog?.place) await sessions.remove(dialog.place.chat, dialog.place.field)
}

const fieldOf = (sender: number): string => `dialog ${sender}`
const questionField = (message: number): string => `question ${message}`

/** Links a question in a group to its dialog, so that a reply in the group's name finds it. */
async function link(sessions: Sessions, { chat, dialog }: BotContext, message: number): Promise<void> {
  const { place } = dialog ?? {}
  if (place && chat?.type !== 'private')
    await sessions.write(place.chat, questionField(message), place.field, KEPT_SECONDS)
}

/** Where the dialog of an update is stored. A press is always a person's, even if the dialog was begun in the name of the group. */
async function findPlace(
  sessions: Sessions,
  findPoster: FindPoster,
  ctx: BotContext,
): Promise<DialogPlace | undefined> {
  const { chat, from, message, channelPost, callbackQuery } = ctx
  if (!chat) return undefined
  const inChat = String(channelAbout(ctx)?.id ?? chat.id)
  const placeOf = (sender: number): DialogPlace => ({ chat: inChat, field: fieldOf(sender) })
  const poster = chat.type === 'channel' ? await findPoster(ctx) : undefined
  const sent = message ?? channelPost
  const sender = poster ?? sent?.sender_chat?.id ?? from?.id
  if (sender === undefined) return undefined
  const question = sent?.reply_to_message?.message_id
  if (sender === chat.id && chat.type !== 'private' && question !== undefined) {
    const asked = await sessions.read<string>(inChat, questionField(question))
    if (asked?.value !== undefined) return { chat: inChat, field: asked.value }
  }
  // Only `/broadcast` begins a dialog by a command, so only its buttons can belong to a dialog of the chat itself.
  const isOfCommand = parseButtonData(callbackQuery?.data ?? '')?.action === 'broadcast'
  const own = placeOf(sender)
  return isOfCommand && !(await sessions.read(own.chat, own.field)) ? placeOf(chat.id) : own
}
