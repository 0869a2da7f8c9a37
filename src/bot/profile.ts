import type { Api } from 'grammy'
import { LANGUAGES, type Language } from '../messages/language.ts'
import { messagesIn } from '../messages/messages.ts'

/**
 * Tells Telegram what to show before anyone has written: both descriptions in each language, and for all others in the
 * default one. What stands there already is not set again, as Telegram lets a bot change them only now and then.
 */
export async function setProfile(api: Api, defaultLanguage: Language): Promise<void> {
  await describeIn(api, defaultLanguage, {})
  for (const language of LANGUAGES) await describeIn(api, language, { language_code: language })
  await api.setChatMenuButton({ menu_button: { type: 'commands' } })
}

async function describeIn(api: Api, language: Language, place: { language_code?: Language }): Promise<void> {
  const { description, shortDescription } = messagesIn(language).profile
  const [long, short] = await Promise.all([api.getMyDescription(place), api.getMyShortDescription(place)])
  if (long.description !== description) await api.setMyDescription(description, place)
  if (short.short_description !== shortDescription) await api.setMyShortDescription(shortDescription, place)
}
