import type { ConversationFlavor } from '@grammyjs/conversations'
import type { Context } from 'grammy'

/** What is known of an update where it may begin, continue or end a dialog. */
export interface DialogUpdate {
  /** Under which its dialog is stored; missing while Redis is away. */
  key?: string
  /** A dialog of an older program is stored there, which nobody can continue. */
  isOutdated: boolean
  /** It is a command that left a dialog. */
  wasLeft: boolean
  /** A dialog took it as an answer. */
  isTaken: boolean
  /** It failed and comes again, or may be said again: what is stored stays as it is. */
  isUndone: boolean
}

interface BotFlavor {
  dialog?: DialogUpdate
}

/** grammY's context with what our middleware adds; `conversation` is there for commands and buttons that have dialogs. */
export type BotContext = ConversationFlavor<Context & BotFlavor>
