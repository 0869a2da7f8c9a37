import { type CommandContext, type CommandMiddleware, Composer, type MiddlewareFn } from 'grammy'
import { type CommandName, commandNames } from '../messages/words/words.ts'
import type { MonitorId } from '../rates/monitor.ts'
import { type Action, isButtonOf, monitorOf, parseButtonData } from './buttons.ts'
import { answerPress, type BotContext } from './context.ts'
import type { Access, Audience } from './rights.ts'

const ARGUMENT_LENGTH_MAX = 200

/**
 * Answers a pressed button. `monitor` is one that we know or that the chat follows, undefined where the button names
 * none; a text that it returns is shown to the presser for a moment.
 */
export type ButtonHandler = (
  ctx: BotContext,
  monitor: MonitorId | undefined,
  argument: string,
) => Promise<void> | Promise<string | undefined>

/**
 * A Composer that checks who may use its commands and buttons before it answers them, and knows their names, so that
 * menus and dialogs need no second list.
 */
export class Feature extends Composer<BotContext> {
  readonly names: string[] = []
  readonly actions: Action[] = []
  readonly audience: Audience
  readonly #access: Access

  constructor(access: Access, audience: Audience) {
    super()
    this.audience = audience
    this.#access = access
  }

  /** Answers a command under its name in every language. The argument, trimmed and cut to a length that can be parsed, is `ctx.match`. */
  override command(
    command: CommandName,
    ...middleware: CommandMiddleware<BotContext>[]
  ): Composer<CommandContext<BotContext>> {
    const names = commandNames(command)
    this.names.push(...names)
    return super.command(names, this.#checkCommand, ...middleware)
  }

  /** Answers every button of an action. */
  button(action: Action, handle: ButtonHandler): void {
    this.actions.push(action)
    this.callbackQuery(isButtonOf(action), async (ctx, next) => {
      const pressed = parseButtonData(ctx.callbackQuery.data)
      if (!pressed) return next()
      if (!(await this.#access.mayUse(ctx, this.audience))) return
      const known = [...this.#access.monitors(), ...(ctx.chatState?.follows ?? [])]
      const monitor = pressed.target === undefined ? undefined : monitorOf(pressed, known)
      if (!monitor && pressed.target !== undefined)
        return answerPress(ctx, { refusal: ctx.messages.oldButton })
      const notice = await handle(ctx, monitor, pressed.argument)
      await answerPress(ctx, notice ? { notice } : {})
    })
  }

  readonly #checkCommand: MiddlewareFn<CommandContext<BotContext>> = async (ctx, next) => {
    ctx.match = ctx.match.trim().slice(0, ARGUMENT_LENGTH_MAX)
    if (await this.#access.mayUse(ctx, this.audience)) await next()
  }
}

/** grammY tells `/Rate` from `/rate`; whoever types does not. */
export const lowerCaseCommand: MiddlewareFn<BotContext> = (ctx, next) => {
  const said = ctx.message ?? ctx.channelPost
  const command = said?.entities?.find(({ type, offset }) => type === 'bot_command' && offset === 0)
  if (said?.text !== undefined && command)
    said.text = said.text.slice(0, command.length).toLowerCase() + said.text.slice(command.length)
  return next()
}

/** The command that a message begins with, without slash and bot; undefined where it is none, or another bot's. */
export function commandIn({ message, channelPost, me }: BotContext): string | undefined {
  const { text, entities } = message ?? channelPost ?? {}
  const entity = entities?.find(({ type, offset }) => type === 'bot_command' && offset === 0)
  if (!entity || text === undefined) return undefined
  const [name = '', bot] = text.slice(1, entity.length).toLowerCase().split('@')
  return bot === undefined || bot === me.username.toLowerCase() ? name : undefined
}
