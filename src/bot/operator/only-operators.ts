import type { Command, Handle } from '../command.ts'
import type { Turn } from '../turn.ts'

/** For everybody else the command is not there: unknown in a private chat, and nothing in a group. */
export function onlyOperators(command: Command, chatIds: readonly string[]): Command {
  const isOperator = ({ chat }: Turn): boolean => chatIds.includes(chat)
  const guard =
    (handle: Handle): Handle =>
    async (turn, monitor, argument) => {
      if (!isOperator(turn)) return turn.messages.oldButton
      return (await handle(turn, monitor, argument)) ?? undefined
    }
  return {
    ...command,
    isThere: isOperator,
    async run(turn, argument) {
      if (isOperator(turn)) return command.run(turn, argument)
      if (turn.isPrivate) await turn.answer(turn.messages.unknownCommand)
    },
    ...(command.buttons && {
      buttons: Object.fromEntries(
        Object.entries(command.buttons).map(([action, handle]) => [action, guard(handle)]),
      ),
    }),
  }
}
