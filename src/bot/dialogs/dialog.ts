import { type Conversation, createConversation } from '@grammyjs/conversations'
import type { Context, InlineKeyboard, Middleware, MiddlewareFn } from 'grammy'
import type { Messages } from '../../messages/messages.ts'
import type { BotContext } from '../context.ts'

/** What a dialog has beside grammY's context. */
export interface DialogFlavor {
  /** In the language and the number format of the chat. */
  readonly messages: Messages
  readonly isPrivate: boolean
  /** Reads or changes something: once, and not again when the dialog is replayed. What it answers is stored as JSON. */
  once<T>(task: (ctx: BotContext) => T | Promise<T>): Promise<T>
  /** Answers a press by changing its message, and anything else by a message. */
  replyOrEdit(html: string, keyboard?: InlineKeyboard): Promise<void>
  /** Asks for a text, in a group by a message to reply to; the number of the message that asks. */
  askForText(html: string): Promise<number>
  /** False where the sender may not answer now; then that was said, if it is to be said. */
  mayAnswer(): Promise<boolean>
}

/** The context inside a dialog. */
export type DialogContext = Context & DialogFlavor

export type DialogConversation = Conversation<BotContext, DialogContext>

/** What every context inside a dialog is given. */
export type DialogPlugins = (conversation: DialogConversation) => Middleware<DialogContext>[]

/** A dialog as the bot mounts it. */
export interface MountableDialog {
  readonly id: string
  mount(plugins: DialogPlugins): MiddlewareFn<BotContext>
}

/** A dialog as a command or a button begins it. */
export interface Dialog<Start> extends MountableDialog {
  /** Begins it in place of any other. `start` is what is known already; it is stored as JSON. */
  enter(ctx: BotContext, start: Start): Promise<void>
}

/**
 * A dialog is one function that asks and waits. The plugin replays it from its start at every answer, so what it reads,
 * changes or sends goes through the methods of its context; all else must come out the same again.
 */
export function defineDialog<Start>(
  id: string,
  run: (conversation: DialogConversation, ctx: DialogContext, start: Start) => Promise<void>,
): Dialog<Start> {
  return {
    id,
    mount: (plugins) => createConversation<BotContext, DialogContext>(run, { id, plugins }),
    async enter(ctx, start) {
      await ctx.conversation.exitAll()
      await ctx.conversation.enter(id, start)
    },
  }
}
