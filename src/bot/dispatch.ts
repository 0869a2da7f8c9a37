import { type Context, GrammyError } from 'grammy'
import type { MonitorId } from '../rates/monitor.ts'
import { type ButtonData, monitorOf, parseButtonData } from './button-data.ts'
import { type Command, parseCommand, type Typed } from './command.ts'
import type { BotContext, LoadChat } from './context.ts'
import type { Rights } from './rights.ts'

export interface DispatchOptions {
  readonly commands: readonly Command[]
  readonly rights: Rights
  /** Every monitor that a button may name. */
  readonly monitors: () => readonly MonitorId[]
  readonly loadChat: LoadChat
}

/** From an update to the command that answers it. */
export function createDispatch(options: DispatchOptions) {
  const { commands, rights, monitors, loadChat } = options
  const { admissionOf, refusalOf } = rights
  const byName = new Map(commands.flatMap((command) => command.names.map((name) => [name, command])))

  async function onMessage(ctx: BotContext): Promise<void> {
    const said = ctx.message ?? ctx.channelPost
    const typed = said && parseCommand(said, ctx.me.username)
    if (!typed || !(byName.has(typed.name) || ctx.chat?.type === 'private')) return
    const admission = await admissionOf(ctx, byName.get(typed.name))
    if (admission === 'silence' || !(await loadChat(ctx))) return
    await (admission === 'notice' ? ctx.replyToSender(ctx.messages.tooManyCommands) : obey(ctx, typed))
  }

  async function obey(ctx: BotContext, { name, argument }: Typed): Promise<void> {
    const command = byName.get(name)
    if (!command) return ctx.replyOrEdit(ctx.messages.unknownCommand)
    const refusal = await refusalOf(ctx, command)
    if (refusal !== undefined) return ctx.replyToSender(refusal)
    await command.run(ctx, argument)
  }

  const monitorNamed = ({ chatState }: BotContext, pressed: ButtonData): MonitorId | undefined =>
    monitorOf(pressed, [...monitors(), ...(chatState?.follows ?? [])])

  async function onPress(ctx: BotContext): Promise<void> {
    const pressed = parseButtonData(ctx.callbackQuery?.data ?? '')
    const command = pressed && commands.find(({ buttons }) => buttons?.[pressed.action])
    const admission = await admissionOf(ctx, command)
    if (admission === 'silence' || !(await loadChat(ctx))) return answerPress(ctx)
    if (admission === 'notice') return answerPress(ctx, { refusal: ctx.messages.tooManyCommands })
    await answerPress(ctx, await buttonData(ctx, pressed, command))
  }

  async function buttonData(
    ctx: BotContext,
    pressed: ButtonData | undefined,
    command: Command | undefined,
  ): Promise<Pressed> {
    if (!pressed || !command) return { refusal: ctx.messages.oldButton }
    const refusal = await refusalOf(ctx, command)
    return refusal === undefined ? work(ctx, command, pressed) : { refusal }
  }

  async function work(ctx: BotContext, command: Command, pressed: ButtonData): Promise<Pressed> {
    const handle = command.buttons?.[pressed.action]
    const monitor = monitorNamed(ctx, pressed)
    if (!handle || (!monitor && pressed.target !== undefined)) return { refusal: ctx.messages.oldButton }
    const notice = await handle(ctx, monitor, pressed.argument)
    return notice ? { notice } : {}
  }

  return { onMessage, onPress }
}

/** What the presser of a button is told: why not, until it is read, or a word that passes. */
interface Pressed {
  readonly refusal?: string
  readonly notice?: string
}

/** Ends the waiting of a pressed button, with a word for the presser where there is something to say. */
export async function answerPress(ctx: Context, { refusal, notice }: Pressed = {}): Promise<void> {
  const text = refusal ?? notice
  try {
    await ctx.answerCallbackQuery(text === undefined ? {} : { text, show_alert: refusal !== undefined })
  } catch (error) {
    // "query is too old": nobody waits for the answer any more.
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error
  }
}
