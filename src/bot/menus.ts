import type { Api } from 'grammy'
import { LANGUAGES, type Language } from '../messages/language.ts'
import { messagesIn } from '../messages/messages.ts'

/** Hangs the menu of commands up in Telegram: in each language, and for all others in the default one. */
export async function setMenus(api: Api, defaultLanguage: Language): Promise<void> {
  await api.setMyCommands(messagesIn(defaultLanguage).menu)
  for (const language of LANGUAGES)
    await api.setMyCommands(messagesIn(language).menu, { language_code: language })
}
