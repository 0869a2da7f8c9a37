import type { Chat, User, UserFromGetMe } from 'grammy/types'
import { createRoom, type Room, type Status, type Topic } from './room.ts'

/** What a bot is called, before and after the `@`. */
export type BotName = Pick<UserFromGetMe, 'first_name' | 'username'>

/** A person of the sandbox; ids are fixed, so that what a bot stored about them holds after a restart. */
export type Person = User & { readonly language_code: string }

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

const TOPICS = ['Dólar', 'Euro', 'Mercado'].map((name, index) => ({ id: index + 2, name }))

/** The chats at the beginning: one with each person, and Ana's groups and channel with everybody else as a member or reader. */
export function firstRooms(people: readonly Person[], bot: User): readonly Room[] {
  const members = people.map(({ id }): [number, Status] => [id, id === ANA.id ? 'creator' : 'member'])
  const shared = (chat: Chat, topics?: readonly Topic[]): Room =>
    createRoom(chat, [...members, [bot.id, chat.type === 'channel' ? 'administrator' : 'member']], topics)
  const own = ({ is_bot: _, language_code: __, ...name }: Person): Room =>
    createRoom({ ...name, type: 'private' }, [[name.id, 'member']])
  return [
    ...people.map(own),
    shared({ id: GROUP_ID, type: 'supergroup', title: 'Cambios Caracas' }),
    shared({ id: FORUM_ID, type: 'supergroup', title: 'Economía del barrio', is_forum: true }, TOPICS),
    shared({ id: CHANNEL_ID, type: 'channel', title: 'Dólar al día', username: 'dolar_al_dia' }),
    shared({ id: BASIC_GROUP_ID, type: 'group', title: 'La familia' }),
  ]
}
