import type { Api } from 'grammy'
import type { BotCommandScope } from 'grammy/types'
import { LANGUAGES, type Language } from '../messages/language.ts'
import { messagesIn } from '../messages/messages.ts'
import type { MenuEntry } from '../messages/words.ts'
import type { Command } from './command.ts'

/** Who sees a menu: everyone where nothing else is said, members of groups, and administrators there. */
const SCOPES: readonly BotCommandScope['type'][] = ['default', 'all_group_chats', 'all_chat_administrators']

export interface MenuOptions {
  readonly commands: readonly Command[]
  readonly defaultLanguage: Language
}

/**
 * Hangs the menus of commands up in Telegram: in each language, and for all others in the default one. What changes
 * something is not offered to members of groups, who may not.
 */
export async function setMenus(api: Api, { commands, defaultLanguage }: MenuOptions): Promise<void> {
  const changes = new Set(commands.filter((command) => command.changes).flatMap(({ names }) => names))
  const entriesFor = (language: Language, scope: BotCommandScope['type']): MenuEntry[] =>
    messagesIn(language).menu.filter(({ command }) => scope !== 'all_group_chats' || !changes.has(command))
  for (const type of SCOPES) {
    const scope = { type } as BotCommandScope
    await api.setMyCommands(entriesFor(defaultLanguage, type), { scope })
    for (const language of LANGUAGES)
      await api.setMyCommands(entriesFor(language, type), { scope, language_code: language })
  }
}
