import type { Chats } from '../../../chats/chats.ts'
import { languageOf } from '../../../messages/language.ts'
import { messagesIn } from '../../../messages/messages.ts'
import { titledBy } from '../../../prices/look-up.ts'
import type { Prices } from '../../../prices/prices.ts'
import type { BotContext } from '../../context.ts'
import { mainButtons } from './keyboards.ts'

/** Where nothing else is chosen. */
export const CARACAS = 'America/Caracas'

/** Shows what a chat has chosen, in the language that is chosen now, with buttons that change it. */
export function createShowSettings(prices: Pick<Prices, 'latest'>, chats: Pick<Chats, 'read'>) {
  return async (ctx: BotContext): Promise<void> => {
    const { language, numbers, zone = CARACAS, quiet, digest, defaults } = await chats.read(ctx.chatKey)
    const messages = messagesIn(languageOf(language) ?? ctx.language, numbers)
    const titled = defaults.map((monitor) => titledBy(prices, monitor))
    const view = { zone, quiet, digest: digest?.at, defaults: titled }
    await ctx.replyOrEdit(messages.settings.show(view), mainButtons(messages))
  }
}

export type ShowSettings = ReturnType<typeof createShowSettings>
