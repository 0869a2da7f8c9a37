import { conversations } from '@grammyjs/conversations'
import { Composer, GrammyError, type NextFunction } from 'grammy'
import type { Log } from '../../runtime/log.ts'
import { parseButtonData } from '../buttons.ts'
import { answerPress, type BotContext, type LoadChat } from '../context.ts'
import { commandIn, type Feature } from '../feature.ts'
import { type Access, EVERYONE, refuse } from '../rights.ts'
import { DialogFeature } from './dialog.ts'
import { createDialogPlugins } from './dialog-context.ts'
import { createDialogStorage, type DialogStore, hasSpeaker } from './dialog-storage.ts'

export interface DialogsOptions {
  readonly features: readonly Feature[]
  readonly access: Access
  readonly loadChat: LoadChat
  readonly store: DialogStore
  /** Whether a text is a conversion by itself. */
  readonly isConversion: (text: string) => boolean
  /** Aborted once we stop: an update that fails then is worked off again. */
  readonly stopping: AbortSignal
  readonly log: Log
}

/**
 * Mounts the dialogs of all features. Nothing is read for an update that cannot concern a dialog. It relies on the
 * update runner, which works off one update of a chat at a time: of two at once one would be lost.
 */
export function createDialogs(options: DialogsOptions): Composer<BotContext> {
  const { access, loadChat, isConversion, stopping } = options
  const features = options.features.filter((feature) => feature instanceof DialogFeature)
  const names = new Set(features.flatMap((feature) => feature.names))
  const actions = new Set<string>(features.flatMap((feature) => feature.actions))
  const storage = createDialogStorage(options.store, options.log)

  function mayConcern(ctx: BotContext): boolean {
    if (!hasSpeaker(ctx)) return false
    if (ctx.callbackQuery) return actions.has(parseButtonData(ctx.callbackQuery.data ?? '')?.action ?? '')
    const command = commandIn(ctx)
    return command === undefined ? isMaybeAnswer(ctx) : names.has(command)
  }

  async function begin(ctx: BotContext, next: NextFunction): Promise<void> {
    ctx.dialog = { isOutdated: false, wasLeft: false, isTaken: false, isUndone: false }
    await next()
    if (ctx.dialog.isTaken && ctx.callbackQuery) await answerPress(ctx)
  }

  /** A command that has dialogs, or `/cancel`, leaves the one that is open. */
  async function leave(ctx: BotContext, next: NextFunction): Promise<void> {
    const { dialog } = ctx
    if (dialog && commandIn(ctx) !== undefined) {
      dialog.wasLeft = dialog.isOutdated || Object.keys(ctx.conversation.active()).length > 0
      await ctx.conversation.exitAll()
    }
    if (dialog?.isOutdated) return meetOutdated(ctx, next)
    await next()
  }

  /** Says that the dialog is outdated to a text, which may be its answer; commands, buttons and conversions go on. */
  async function meetOutdated(ctx: BotContext, next: NextFunction): Promise<void> {
    const text = ctx.message?.text
    if (text === undefined || commandIn(ctx) !== undefined) await storage.forget(ctx)
    else if (!isConversion(text)) return sayOutdated(ctx)
    await next()
  }

  async function sayOutdated(ctx: BotContext): Promise<void> {
    await storage.forget(ctx)
    if (await access.mayUse(ctx, EVERYONE)) await refuse(ctx, ctx.messages.settings.outdated)
  }

  /** After a failure the dialog is forgotten, unless the update comes again or can be said again. */
  async function survive(ctx: BotContext, next: NextFunction): Promise<void> {
    try {
      await next()
    } catch (error) {
      if (isOfOtherProgram(error)) return sayOutdated(ctx)
      if (ctx.dialog) ctx.dialog.isUndone = stopping.aborted || isFlood(error)
      throw error
    }
  }

  const composer = new Composer<BotContext>()
  const mounted = composer.filter(
    mayConcern,
    begin,
    conversations({ storage: storage.storage }),
    leave,
    survive,
  )
  for (const feature of features)
    for (const dialog of feature.dialogs)
      mounted.use(dialog.mount(createDialogPlugins({ feature, access, storage, loadChat })))
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

const isFlood = (error: unknown): boolean => error instanceof GrammyError && error.error_code === 429
