import type { Api } from 'grammy'
import type { BotCommand, BotCommandScope, UserFromGetMe } from 'grammy/types'
import { LANGUAGES, type Language, mainMenuOf, wordsIn } from '../words/words.ts'

/** The scopes of menus: the default, members of groups, and administrators of groups. */
const SCOPES: readonly BotCommandScope['type'][] = ['default', 'all_group_chats', 'all_chat_administrators']

interface MenuOptions {
  /** The names of commands that change what we keep of a chat. */
  readonly changing: ReadonlySet<string>
  readonly defaultLanguage: Language
}

/**
 * Sets the command menus in Telegram, in each language and for all others in the default one. Members of groups are not
 * offered commands that are for administrators. A menu that is already right is not set again: Telegram refuses a bot for
 * minutes that sets them at each start.
 */
export async function setMenus(api: Api, { changing, defaultLanguage }: MenuOptions): Promise<void> {
  for (const type of SCOPES)
    for (const language of [undefined, ...LANGUAGES]) {
      const entries = mainMenuOf(wordsIn(language ?? defaultLanguage), type !== 'default').filter(
        ({ command }) => type !== 'all_group_chats' || !changing.has(command),
      )
      const place = { scope: { type } as BotCommandScope, ...inLanguage(language) }
      const shown = await api.getMyCommands(place)
      if (textOf(shown) !== textOf(entries)) await api.setMyCommands(entries, place)
    }
}

const inLanguage = (language: Language | undefined) => (language ? { language_code: language } : {})

const textOf = (menu: readonly BotCommand[]): string =>
  menu.map(({ command, description }) => `/${command} ${description}`).join('\n')

/**
 * Sets both descriptions of the bot, in each language and for all others in the default one, and its menu button. What is
 * already right is not set again, as Telegram limits how often a bot may.
 */
export async function setProfile(api: Api, defaultLanguage: Language): Promise<void> {
  for (const language of [undefined, ...LANGUAGES]) {
    const { description, shortDescription } = wordsIn(language ?? defaultLanguage).profile
    const place = inLanguage(language)
    const [long, short] = await Promise.all([api.getMyDescription(place), api.getMyShortDescription(place)])
    if (long.description !== description) await api.setMyDescription(description, place)
    if (short.short_description !== shortDescription) await api.setMyShortDescription(shortDescription, place)
  }
  const { type } = await api.getChatMenuButton()
  if (type !== 'commands') await api.setChatMenuButton({ menu_button: { type: 'commands' } })
}

type Me = Pick<
  UserFromGetMe,
  'first_name' | 'username' | 'supports_inline_queries' | 'can_join_groups' | 'can_read_all_group_messages'
>

/** Lines for the operator: the bot's name and link, and the settings that only @BotFather can change. */
export function introduction(me: Me): string[] {
  const choose = `choose @${me.username}`
  const tasks = [
    !me.supports_inline_queries &&
      `  /setinline     ${choose} and give a hint such as 100 usd: prices in any chat`,
    !me.can_join_groups && `  /setjoingroups ${choose}, Enable: it may be added to groups`,
    me.can_read_all_group_messages &&
      `  /setprivacy    ${choose}, Enable: it needs no more than commands and replies in groups`,
  ].filter((task) => task !== false)
  // A name may contain control characters, which a terminal would execute.
  const name = me.first_name.replace(/\p{C}/gu, '')
  return [
    `Telegram       https://t.me/${me.username} (${name})`,
    ...(tasks.length > 0 ? ['To do once in @BotFather, then start again:', ...tasks] : []),
    ...(me.supports_inline_queries ? [] : GROUPS),
  ]
}

const GROUPS = [
  'Groups: add it as a member; /setprivacy stays on, as commands and replies reach it all the same.',
  'Channels: add it as an administrator who may post words.',
]
