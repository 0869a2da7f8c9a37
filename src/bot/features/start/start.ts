import type { Chats } from '../../../chats/chats.ts'
import { newestOfAll } from '../../../prices/look-up.ts'
import type { Prices } from '../../../prices/prices.ts'
import { monitorButtons } from '../../buttons.ts'
import type { BotContext } from '../../context.ts'
import { DialogFeature } from '../../dialogs/dialog.ts'
import { type Access, ADMINISTRATORS, EVERYONE, Feature } from '../../feature.ts'
import { endLive } from '../live/live.ts'
import { stoppedButtons } from '../settings/keyboards.ts'

/** `/help`: what the bot can do, with the first monitor as the example. */
export function createHelp(access: Access, prices: Pick<Prices, 'all'>) {
  const answer = ({ messages, replyOrEdit }: BotContext): Promise<void> =>
    replyOrEdit(messages.help(prices.all()[0]?.quote))

  const feature = new Feature(access, EVERYONE)
  feature.command('help', answer)
  return { feature, answer }
}

/** `/start`: a welcome with all prices, and a button for each. */
export function createStart(
  access: Access,
  prices: Prices,
  chats: Pick<Chats, 'settings' | 'presence'>,
): Feature {
  const feature = new Feature(access, EVERYONE)
  feature.command('start', async (ctx) => {
    const { chatKey, chatState, messages, now } = ctx
    if (chatState && !chatState.language && ctx.isPrivate)
      await chats.settings.setLanguage(chatKey, ctx.language)
    const observedQuotes = await newestOfAll(prices)
    if (ctx.isPrivate) await chats.presence.revive(chatKey, observedQuotes)
    const quotes = observedQuotes.map(({ quote }) => quote)
    await ctx.replyOrEdit(messages.welcome({ observedQuotes, now }), monitorButtons('rate', quotes))
  })
  return feature
}

/** `/stop`: stops all notifications of the chat; a button, or `/start` in a private chat, resumes them. */
export function createStop(
  access: Access,
  prices: Pick<Prices, 'all'>,
  chats: Pick<Chats, 'presence' | 'live'>,
) {
  async function answer(ctx: BotContext): Promise<void> {
    await endLive(chats, ctx)
    await chats.presence.stop(ctx.chatKey)
    await ctx.replyOrEdit(ctx.messages.settings.stopped(ctx.isPrivate), stoppedButtons(ctx.messages))
  }

  const feature = new Feature(access, ADMINISTRATORS)
  feature.command('stop', answer)
  feature.button('resume', async (ctx) => {
    await chats.presence.revive(ctx.chatKey, prices.all())
    await ctx.replyOrEdit(ctx.messages.settings.resumed)
  })
  return { feature, answer }
}

/** `/cancel`: leaves the dialog that waits for an answer. */
export function createCancel(access: Access): DialogFeature {
  const feature = new DialogFeature(access, EVERYONE, [])
  feature.command('cancel', async ({ dialog, messages, replyOrEdit }) => {
    const { cancelled, nothingAsked } = messages.settings
    await replyOrEdit(dialog?.wasLeft ? cancelled : nothingAsked)
  })
  return feature
}
