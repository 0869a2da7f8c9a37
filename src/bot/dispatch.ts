import { type Context, GrammyError, type NextFunction } from 'grammy'
import type { MonitorId } from '../rates/monitor.ts'
import type { Administrators } from './administrators.ts'
import { type Admission, type Asker, askerOf } from './bucket.ts'
import { monitorOf, type Press, parsePress } from './callback-data.ts'
import { type Command, parseCommand, type Typed } from './command.ts'
import type { Questions } from './conversations/questions.ts'
import type { Turn } from './turn.ts'

export interface DispatchOptions {
  readonly commands: readonly Command[]
  readonly administrators: Administrators
  readonly admit: (asker: Asker) => Admission | Promise<Admission>
  /** Every monitor that a button may name. */
  readonly monitors: () => readonly MonitorId[]
  /** What people were asked, and may answer by typing. */
  readonly questions: Pick<Questions, 'take' | 'put' | 'drop'>
  /** Undefined for an update of no chat. */
  readonly turnOf: (ctx: Context) => Promise<Turn | undefined>
  /** Whether a text is a conversion by itself. */
  readonly isConversion: (text: string) => boolean
}

/** What is said instead of doing what was asked, to the one who asked. */
type Refusal = string | undefined

/** From an update to the command that answers it. */
export function createDispatch(options: DispatchOptions) {
  const { commands, administrators, admit, monitors, questions, turnOf, isConversion } = options
  const byName = new Map(commands.flatMap((command) => command.names.map((name) => [name, command])))

  /** In a group that has had its share an administrator may still change what it keeps, and nobody else may ask. */
  async function admissionOf(ctx: Context, command: Command | undefined): Promise<Admission> {
    const admission = await admit(askerOf(ctx))
    if (admission === 'go' || ctx.chat?.type === 'private' || !command?.changes) return admission
    return (await administrators(ctx)) === 'yes' ? 'go' : admission
  }

  async function refusalOf(turn: Turn, command: Command): Promise<Refusal> {
    const { ctx, kept, messages } = turn
    if (!command.changes || command.isThere?.(turn) === false) return undefined
    const right = await administrators(ctx)
    if (right === 'no') return messages.administratorsOnly
    if (right === 'unknown') return messages.administratorsUnknown
    return kept ? undefined : messages.error
  }

  async function onMessage(ctx: Context): Promise<void> {
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
    await turnFrom(turn, command)
    await command.run(turn, argument)
  }

  /** A text that answers a question of ours; any other goes on. Commands work while a question waits. */
  async function onAnswer(ctx: Context, next: NextFunction): Promise<void> {
    const asked = await answeredBy(ctx)
    const command = asked && commands.find(({ typed }) => typed?.[asked.action])
    if (!asked || !command) return next()
    const admission = await admissionOf(ctx, command)
    const turn = admission === 'silence' ? undefined : await turnOf(ctx)
    if (!turn) return
    await (admission === 'notice' ? turn.refuse(turn.messages.tooManyCommands) : take(turn, command, asked))
  }

  /** The question that a text answers. A conversion is no time and no city: a question of settings waits on meanwhile. */
  async function answeredBy(ctx: Context): Promise<Press | undefined> {
    const text = ctx.message?.text
    const question = text === undefined || text.startsWith('/') ? undefined : await questions.take(ctx)
    const asked = question && parsePress(question.press)
    const isMeanwhile =
      ctx.chat?.type === 'private' && asked?.action === 'settings' && isConversion(text ?? '')
    if (!question || !isMeanwhile) return asked
    await questions.put(ctx, question)
    return undefined
  }

  async function take(turn: Turn, command: Command, asked: Press): Promise<void> {
    const refusal = await refusalOf(turn, command)
    if (refusal !== undefined) return turn.refuse(refusal)
    const monitor = monitorNamed(turn, asked)
    if (!monitor && asked.target !== undefined) return turn.answer(turn.messages.oldButton)
    await command.typed?.[asked.action]?.(turn, monitor, asked.argument, turn.ctx.message?.text ?? '')
  }

  /** Who goes elsewhere in a conversation, or begins it anew, will not answer what was asked last. */
  async function turnFrom({ ctx }: Turn, { typed }: Command): Promise<void> {
    if (typed) await questions.drop(ctx)
  }

  const monitorNamed = ({ kept }: Turn, pressed: Press): MonitorId | undefined =>
    monitorOf(pressed, [...monitors(), ...(kept?.follows ?? [])])

  async function onPress(ctx: Context): Promise<void> {
    const pressed = parsePress(ctx.callbackQuery?.data ?? '')
    const command = pressed && commands.find(({ buttons }) => buttons?.[pressed.action])
    const admission = await admissionOf(ctx, command)
    const turn = admission === 'silence' ? undefined : await turnOf(ctx)
    if (!turn) return answerPress(ctx)
    if (admission === 'notice') return answerPress(ctx, { refusal: turn.messages.tooManyCommands })
    await answerPress(ctx, await press(turn, pressed, command))
  }

  async function press(
    turn: Turn,
    pressed: Press | undefined,
    command: Command | undefined,
  ): Promise<Pressed> {
    if (!pressed || !command) return { refusal: turn.messages.oldButton }
    const refusal = await refusalOf(turn, command)
    return refusal === undefined ? work(turn, command, pressed) : { refusal }
  }

  async function work(turn: Turn, command: Command, pressed: Press): Promise<Pressed> {
    const handle = command.buttons?.[pressed.action]
    const monitor = monitorNamed(turn, pressed)
    if (!handle || (!monitor && pressed.target !== undefined)) return { refusal: turn.messages.oldButton }
    await turnFrom(turn, command)
    const notice = await handle(turn, monitor, pressed.argument)
    return notice ? { notice } : {}
  }

  return { onMessage, onAnswer, onPress }
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
