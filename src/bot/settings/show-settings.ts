import type { Chat } from '../../chats/chats.ts'
import { languageOf } from '../../messages/language.ts'
import { messagesIn } from '../../messages/messages.ts'
import { type Prices, titledBy } from '../look-up.ts'
import type { Turn } from '../turn.ts'
import { mainButtons } from './keyboards.ts'

/** Where nothing else is chosen. */
export const CARACAS = 'America/Caracas'

/** Shows what a chat has chosen, in the language that is chosen now, with buttons that change it. */
export function createShowSettings(
  prices: Pick<Prices, 'latest'>,
  chats: { read(chat: string): Promise<Chat> },
) {
  return async (turn: Turn): Promise<void> => {
    const { language, numbers, zone = CARACAS, quiet, digest, defaults } = await chats.read(turn.chat)
    const messages = messagesIn(languageOf(language) ?? turn.language, numbers)
    const titled = defaults.map((monitor) => titledBy(prices, monitor))
    const view = { zone, quiet, digest: digest?.at, defaults: titled }
    await turn.answer(messages.settings.show(view), mainButtons(messages))
  }
}

export type ShowSettings = ReturnType<typeof createShowSettings>
