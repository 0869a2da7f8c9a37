import type { Message } from 'grammy/types'
import type { MonitorId } from '../rates/monitor.ts'
import type { Action } from './button-data.ts'
import type { BotContext } from './context.ts'
import type { MountableDialog } from './dialogs/dialog.ts'

/** A command of the chat: parse, ask, answer. */
export interface Command {
  /** As typed after the slash, in each language, lower case. */
  readonly names: readonly string[]
  /** Changes what the chat keeps: in groups for administrators only, and so are its buttons. */
  readonly changes?: boolean
  /** False where it is not there, so that nobody is told who may use it; there everywhere if not given. */
  readonly isThere?: (ctx: BotContext) => boolean
  /** `argument` is what follows the name, trimmed. */
  run(ctx: BotContext, argument: string): Promise<void>
  /** What its buttons do. */
  readonly buttons?: Partial<Readonly<Record<Action, Handle>>>
  /** Its dialogs. A command that has them, if only none, leaves the dialog that is open, and so does each of its buttons. */
  readonly dialogs?: readonly MountableDialog[]
}

/**
 * A pressed button; `monitor` is one that we know or that the chat follows, undefined where the button names none. What
 * it answers is shown to the presser for a moment.
 */
export type Handle = (
  ctx: BotContext,
  monitor: MonitorId | undefined,
  argument: string,
) => Promise<void> | Promise<string | undefined>

export interface Typed {
  /** Lower case, without slash and bot. */
  readonly name: string
  readonly argument: string
}

const ARGUMENT_LENGTH_MAX = 200

/** The command that a message begins with; undefined where it is none, or another bot's. */
export function parseCommand(
  { text, entities }: Pick<Message, 'text' | 'entities'>,
  ourName: string,
): Typed | undefined {
  const entity = entities?.find(({ type, offset }) => type === 'bot_command' && offset === 0)
  if (!entity || text === undefined) return undefined
  const [name = '', bot] = text.slice(1, entity.length).toLowerCase().split('@')
  if (bot !== undefined && bot !== ourName.toLowerCase()) return undefined
  const argument = text.slice(entity.length).trim().slice(0, ARGUMENT_LENGTH_MAX)
  return { name, argument }
}
