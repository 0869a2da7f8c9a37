import type { Chat, User, UserFromGetMe } from 'grammy/types'

/** What a bot is called, before and after the `@`. */
export type BotName = Pick<UserFromGetMe, 'first_name' | 'username'>

const BOT_NAME: BotName = { first_name: 'Bot', username: 'sandbox_bot' }

/** A person of the sandbox; ids are fixed, so that what a bot stored about them holds after a restart. */
export type Person = User & { readonly language_code: string }

/** The status of a chat member, as Telegram names it. */
export type Status = 'creator' | 'administrator' | 'member' | 'left' | 'kicked'

/** A topic of a forum; its id is the message_thread_id. */
export interface Topic {
  readonly id: number
  readonly name: string
}

/** A chat as the sandbox begins with it. */
export interface FirstChat {
  readonly chat: Chat
  readonly topics: readonly Topic[]
  readonly statuses: Readonly<Record<number, Status>>
}

const person = (id: number, name: string, username: string, language_code: string): Person => {
  const [first_name = '', last_name = ''] = name.split(' ')
  return { id, is_bot: false, first_name, last_name, username, language_code }
}

/** Owns all groups and the channel. */
export const ANA = person(10_000_001, 'Ana Pérez', 'ana_caracas', 'es')
/** A plain member of all groups, a reader of the channel. */
export const LUIS = person(10_000_002, 'Luis Rojas', 'luis_valencia', 'es')
/** A plain member whose language is English. */
export const EMMA = person(10_000_003, 'Emma Clarke', 'emma_clarke', 'en')
/** Everybody unless told otherwise, in the order of the page. */
export const PEOPLE: readonly Person[] = [ANA, LUIS, EMMA]

/** The sender of messages that administrators write in the name of a group. */
export const GROUP_ANONYMOUS_BOT: User = {
  id: 1_087_968_824,
  is_bot: true,
  first_name: 'Group',
  username: 'GroupAnonymousBot',
}

/** A supergroup. */
export const GROUP_ID = -1_001_000_000_001
/** A supergroup with topics. */
export const FORUM_ID = -1_001_000_000_002
/** A channel: its administrators post, the others read. */
export const CHANNEL_ID = -1_001_000_000_003
/** A basic group, which can be upgraded. */
export const BASIC_GROUP_ID = -4_000_001

/** The groups and the channel: Ana's, with everybody else as a member or reader. */
const groupsOf = (statuses: FirstChat['statuses']): readonly FirstChat[] => [
  { chat: { id: GROUP_ID, type: 'supergroup', title: 'Cambios Caracas' }, topics: [], statuses },
  {
    chat: { id: FORUM_ID, type: 'supergroup', title: 'Economía del barrio', is_forum: true },
    topics: [
      { id: 2, name: 'Dólar' },
      { id: 3, name: 'Euro' },
      { id: 4, name: 'Mercado' },
    ],
    statuses,
  },
  {
    chat: { id: CHANNEL_ID, type: 'channel', title: 'Dólar al día', username: 'dolar_al_dia' },
    topics: [],
    statuses,
  },
  { chat: { id: BASIC_GROUP_ID, type: 'group', title: 'La familia' }, topics: [], statuses },
]

function privateChat({ id, first_name, last_name, username }: Person): Chat {
  return { id, type: 'private', first_name, ...(last_name && { last_name }), ...(username && { username }) }
}

/** The chats at the beginning: one with each person, a group, a forum, a channel, and a basic group. */
export const firstChats = (people: readonly Person[]): readonly FirstChat[] => [
  ...people.map((someone) => ({
    chat: privateChat(someone),
    topics: [],
    statuses: { [someone.id]: 'member' } satisfies Record<number, Status>,
  })),
  ...groupsOf(Object.fromEntries([...people.map(({ id }) => [id, 'member']), [ANA.id, 'creator']])),
]

/** The bot's own user; its id is the number before the colon of the token. */
export const botUser = (token: string, name = BOT_NAME): User & BotName => ({
  id: Number(token.split(':')[0]),
  is_bot: true,
  ...name,
})

/** The answer of getMe. */
export function botProfile(bot: User & BotName): UserFromGetMe {
  return {
    ...bot,
    is_bot: true,
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: true,
    supports_guest_queries: true,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
    allows_users_to_create_topics: false,
    can_manage_bots: false,
    supports_join_request_queries: false,
  }
}
