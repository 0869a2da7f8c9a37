import type { BotContext } from '../../context.ts'
import { DialogFeature } from '../../dialogs/dialog.ts'
import type { Access, Audience } from '../../rights.ts'
import { type BroadcastParts, createBroadcastDialog } from './broadcast-dialog.ts'

/** `/broadcast TEXT`: shows it, and once it is confirmed every chat hears it, with its progress below. */
export function createBroadcast(access: Access, audience: Audience, parts: BroadcastParts): DialogFeature {
  const { broadcasts } = parts
  const dialog = createBroadcastDialog(parts)

  async function stop(ctx: BotContext, id: string): Promise<string | undefined> {
    const words = ctx.messages.operator
    const progress = await broadcasts.progress(id)
    if (!progress || !(await broadcasts.end(id))) return words.broadcastGone
    await ctx.replyOrEdit(words.broadcastCancelled(progress))
    return undefined
  }

  const feature = new DialogFeature(access, audience, [dialog])
  // The argument of a command is short and on one line; a broadcast is neither.
  feature.command(['broadcast', 'difundir'], (ctx) =>
    dialog.enter(ctx, { text: (ctx.msg.text ?? '').replace(/^\S+\s*/, '').trim() }),
  )
  // The buttons under a draft answer the dialog while that is open.
  feature.button('broadcast', async (ctx, _monitor, argument) => {
    const [what, id = ''] = argument.split(' ')
    return what === 'stop' ? stop(ctx, id) : ctx.messages.operator.broadcastGone
  })
  return feature
}
