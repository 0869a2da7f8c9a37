import type { UserFromGetMe } from 'grammy/types'
import { z } from 'zod'
import type { Call, Methods } from '../../call.ts'
import { badRequest } from '../../errors.ts'
import type { State } from '../../state.ts'

const COMMANDS_MAX = 100
const COMMAND_LENGTH_MAX = 32
const COMMAND_DESCRIPTION_LENGTH_MAX = 256
const LENGTHS_MAX = { description: 512, short_description: 120 }
type Field = keyof typeof LENGTHS_MAX

const SCOPES = ['default', 'all_private_chats', 'all_group_chats', 'all_chat_administrators'] as const
const SCOPE = z.object({ type: z.enum(SCOPES, 'Unsupported type specified') })
const BUTTON = z.object({ type: z.enum(['default', 'commands']) })

const words = (what: string, max: number) =>
  z
    .string()
    .trim()
    .refine((text) => text !== '', `${what} must be non-empty`)
    .refine((text) => [...text].length <= max, `${what} length must not exceed ${max}`)
const isCommand = (name: string): boolean => /^[a-z0-9_]+$/.test(name)
const COMMAND = z.object({
  command: words('command', COMMAND_LENGTH_MAX).refine(isCommand, 'BOT_COMMAND_INVALID'),
  description: words('command description', COMMAND_DESCRIPTION_LENGTH_MAX),
})
const COMMANDS = z.array(COMMAND).refine(({ length }) => length <= COMMANDS_MAX, 'BOT_COMMANDS_TOO_MUCH')

/** What only @BotFather changes of a bot. */
const SETTINGS = {
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
} as const

/** Methods about the bot itself: its user, command menus and descriptions. */
export function profileMethods({ world, menus, descriptions }: State): Methods {
  let menuButton: z.output<typeof BUTTON> = { type: 'default' }

  const menuOf = (call: Call): string => `${call.json('scope', SCOPE)?.type ?? 'default'}|${languageOf(call)}`

  /** Tells open pages to load the profile again. */
  function publishChange(): true {
    world.publish(0, { type: 'chat' })
    return true
  }

  function setMyCommands(call: Call): true {
    menus.set(menuOf(call), call.json('commands', COMMANDS) ?? [])
    return publishChange()
  }

  function setChatMenuButton(call: Call): true {
    menuButton = call.json('menu_button', BUTTON) ?? { type: 'default' }
    return true
  }

  /** Sets or removes a text which the bot has in several languages. */
  function setText(call: Call, field: Field): true {
    const text = call.text(field) ?? ''
    if (text.length > LENGTHS_MAX[field]) throw badRequest(`bot ${field.replaceAll('_', ' ')} is too long`)
    if (text === '') descriptions[field].delete(languageOf(call))
    else descriptions[field].set(languageOf(call), text)
    return publishChange()
  }

  const textOf = (call: Call, field: Field): string =>
    descriptions[field].get(languageOf(call)) ?? descriptions[field].get('') ?? ''

  return {
    getMe: (): UserFromGetMe => ({ ...world.bot, ...SETTINGS }),
    setMyCommands,
    getMyCommands: (call) => menus.get(menuOf(call)) ?? [],
    setMyDescription: (call) => setText(call, 'description'),
    getMyDescription: (call) => ({ description: textOf(call, 'description') }),
    setMyShortDescription: (call) => setText(call, 'short_description'),
    getMyShortDescription: (call) => ({ short_description: textOf(call, 'short_description') }),
    setChatMenuButton,
    getChatMenuButton: () => menuButton,
  }
}

const languageOf = (call: Call): string => call.text('language_code') ?? ''
