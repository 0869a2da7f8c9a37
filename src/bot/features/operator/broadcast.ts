import type { Command } from '../../command.ts'
import type { BotContext } from '../../context.ts'
import { type BroadcastParts, createBroadcastDialog } from './broadcast-dialog.ts'

/** `/broadcast TEXT`: shows it, and once it is confirmed every chat hears it, with its progress below. */
export function createBroadcast(parts: BroadcastParts): Command {
  const { broadcasts } = parts
  const dialog = createBroadcastDialog(parts)

  async function stop(ctx: BotContext, id: string): Promise<string | undefined> {
    const words = ctx.messages.operator
    const progress = await broadcasts.progress(id)
    if (!progress || !(await broadcasts.end(id))) return words.broadcastGone
    await ctx.replyOrEdit(words.broadcastCancelled(progress))
    return undefined
  }

  return {
    names: ['broadcast', 'difundir'],
    changes: true,
    dialogs: [dialog],
    // The argument of a command is short and on one line; a broadcast is neither.
    run: (ctx) => dialog.enter(ctx, { text: (ctx.msg?.text ?? '').replace(/^\S+\s*/, '').trim() }),
    buttons: {
      /** What stands under a draft is the dialog's while that is open. */
      broadcast: async (ctx, _monitor, argument) => {
        const [what, id = ''] = argument.split(' ')
        return what === 'stop' ? stop(ctx, id) : ctx.messages.operator.broadcastGone
      },
    },
  }
}
