import { type Context, GrammyError } from 'grammy'
import type { MonitorId } from '../rates/monitor.ts'
import { type ButtonData, monitorOf, parseButtonData } from './button-data.ts'
import { type Command, parseCommand, type Typed } from './command.ts'
import type { BotContext, Turn } from './context.ts'
import type { Rights } from './rights.ts'

export interface DispatchOptions {
  readonly commands: readonly Command[]
  readonly rights: Rights
  /** Every monitor that a button may name. */
  readonly monitors: () => readonly MonitorId[]
  /** Undefined for an update of no chat. */
  readonly turnOf: (ctx: BotContext) => Promise<Turn | undefined>
}

/** From an update to the command that answers it. */
export function createDispatch(options: DispatchOptions) {
  const { commands, rights, monitors, turnOf } = options
  const { admissionOf, refusalOf } = rights
  const byName = new Map(commands.flatMap((command) => command.names.map((name) => [name, command])))

  async function onMessage(ctx: BotContext): Promise<void> {
    const said = ctx.message ?? ctx.channelPost
    const typed = said && parseCommand(said, ctx.me.username)
    if (!typed || !(byName.has(typed.name) || ctx.chat?.type === 'private')) return
    const admission = await admissionOf(ctx, byName.get(typed.name))
    const turn = admission === 'silence' ? undefined : await turnOf(ctx)
    if (!turn) return
    await (admission === 'notice' ? turn.refuse(turn.messages.tooManyCommands) : obey(turn, typed))
  }

  async function obey(turn: Turn, { name, argument }: Typed): Promise<void> {
    const command = byName.get(name)
    if (!command) return turn.answer(turn.messages.unknownCommand)
    const refusal = await refusalOf(turn, command)
    if (refusal !== undefined) return turn.refuse(refusal)
    await command.run(turn, argument)
  }

  const monitorNamed = ({ chatState }: Turn, pressed: ButtonData): MonitorId | undefined =>
    monitorOf(pressed, [...monitors(), ...(chatState?.follows ?? [])])

  async function onPress(ctx: BotContext): Promise<void> {
    const pressed = parseButtonData(ctx.callbackQuery?.data ?? '')
    const command = pressed && commands.find(({ buttons }) => buttons?.[pressed.action])
    const admission = await admissionOf(ctx, command)
    const turn = admission === 'silence' ? undefined : await turnOf(ctx)
    if (!turn) return answerPress(ctx)
    if (admission === 'notice') return answerPress(ctx, { refusal: turn.messages.tooManyCommands })
    await answerPress(ctx, await buttonData(turn, pressed, command))
  }

  async function buttonData(
    turn: Turn,
    pressed: ButtonData | undefined,
    command: Command | undefined,
  ): Promise<Pressed> {
    if (!pressed || !command) return { refusal: turn.messages.oldButton }
    const refusal = await refusalOf(turn, command)
    return refusal === undefined ? work(turn, command, pressed) : { refusal }
  }

  async function work(turn: Turn, command: Command, pressed: ButtonData): Promise<Pressed> {
    const handle = command.buttons?.[pressed.action]
    const monitor = monitorNamed(turn, pressed)
    if (!handle || (!monitor && pressed.target !== undefined)) return { refusal: turn.messages.oldButton }
    const notice = await handle(turn, monitor, pressed.argument)
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
