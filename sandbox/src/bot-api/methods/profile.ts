import type { BotCommandScope, MenuButton } from 'grammy/types'
import { z } from 'zod'
import type { Call, Method, Methods } from '../../call.ts'
import { badRequest } from '../../errors.ts'
import type { State } from '../../state.ts'
import { botProfile } from '../../world/cast.ts'

const BUTTON = z.discriminatedUnion('type', [
  z.object({ type: z.literal('default') }),
  z.object({ type: z.literal('commands') }),
  z.object({ type: z.literal('web_app'), text: z.string().min(1), web_app: z.object({ url: z.url() }) }),
])

/** The menu button beside the message box: one for all private chats, or one for a single chat. */
export function menuButtonMethods({ world, menuButtons }: State): Methods {
  function placeOf(call: Call): number | undefined {
    const id = call.number('chat_id')
    if (id !== undefined && world.rooms.get(id)?.chat.type !== 'private') throw badRequest('chat not found')
    return id
  }

  function setChatMenuButton(call: Call): true {
    const button: MenuButton = call.json('menu_button', BUTTON) ?? { type: 'default' }
    menuButtons.set(placeOf(call), button)
    return true
  }

  return {
    setChatMenuButton,
    getChatMenuButton: (call) => menuButtons.get(placeOf(call)) ?? { type: 'default' },
  }
}

const COMMANDS_MAX = 100
const COMMAND = /^[a-z0-9_]+$/
const COMMAND_LENGTH_MAX = 32
const LANGUAGE = /^(?:[a-z]{2})?$/
const COMMAND_DESCRIPTION_LENGTH_MAX = 256
const NAME_LENGTH_MAX = 64
const DESCRIPTION_LENGTH_MAX = 512
const SHORT_DESCRIPTION_LENGTH_MAX = 120

const COMMANDS = z.array(z.looseObject({ command: z.string(), description: z.string() }))
const SCOPE_TYPES = [
  'default',
  'all_private_chats',
  'all_group_chats',
  'all_chat_administrators',
  'chat',
  'chat_administrators',
  'chat_member',
]
const SCOPE = z.looseObject({
  type: z.string().refine((type) => SCOPE_TYPES.includes(type), 'Unsupported type specified'),
  chat_id: z.coerce.number().optional(),
  user_id: z.coerce.number().optional(),
})

/** Methods about the bot itself: its user, command menus and descriptions. */
export function profileMethods({ world, menus, profile }: State): Methods {
  function scopeOf(call: Call): BotCommandScope {
    const scope = (call.json('scope', SCOPE) ?? { type: 'default' }) as BotCommandScope
    if ('chat_id' in scope && !world.rooms.has(Number(scope.chat_id))) throw badRequest('chat not found')
    return scope
  }

  /** Tells open pages to load the profile again. */
  function publishChange(): true {
    world.feed.publish(0, { type: 'chat' })
    return true
  }

  function setMyCommands(call: Call): true {
    const commands = call.json('commands', COMMANDS) ?? []
    if (commands.length > COMMANDS_MAX) throw badRequest('BOT_COMMANDS_TOO_MUCH')
    menus.set(scopeOf(call), languageOf(call), commands.map(checkCommand))
    return publishChange()
  }

  function deleteMyCommands(call: Call): true {
    menus.remove(scopeOf(call), languageOf(call))
    return publishChange()
  }

  /** `setMyX` and `getMyX` of one text that the bot has in several languages. */
  function textMethods(
    suffix: string,
    field: string,
    texts: Map<string, string>,
    lengthMax: number,
  ): Methods {
    const set: Method = (call) => {
      const text = call.text(field) ?? ''
      if (text.length > lengthMax) throw badRequest(`bot ${field.replaceAll('_', ' ')} is too long`)
      if (text === '') texts.delete(languageOf(call))
      else texts.set(languageOf(call), text)
      return publishChange()
    }
    const get: Method = (call) => ({ [field]: texts.get(languageOf(call)) ?? texts.get('') ?? '' })
    return { [`setMy${suffix}`]: set, [`getMy${suffix}`]: get }
  }

  return {
    getMe: () => botProfile(world.bot),
    setMyCommands,
    deleteMyCommands,
    getMyCommands: (call) => menus.get(scopeOf(call), languageOf(call)),
    ...textMethods('Name', 'name', profile.name, NAME_LENGTH_MAX),
    ...textMethods('Description', 'description', profile.description, DESCRIPTION_LENGTH_MAX),
    ...textMethods(
      'ShortDescription',
      'short_description',
      profile.shortDescription,
      SHORT_DESCRIPTION_LENGTH_MAX,
    ),
  }
}

function languageOf(call: Call): string {
  const language = call.text('language_code') ?? ''
  if (!LANGUAGE.test(language)) throw badRequest('invalid language code specified')
  return language
}

type Command = z.output<typeof COMMANDS>[number]

function checkCommand({ command, description }: Command): { command: string; description: string } {
  const name = command.trim().replace(/^\//, '')
  requireLength('command', name, COMMAND_LENGTH_MAX)
  const about = description.trim()
  requireLength('command description', about, COMMAND_DESCRIPTION_LENGTH_MAX)
  if (!COMMAND.test(name)) throw badRequest('BOT_COMMAND_INVALID')
  return { command: name, description: about }
}

function requireLength(what: string, text: string, max: number): void {
  if (text === '') throw badRequest(`${what} must be non-empty`)
  if ([...text].length > max) throw badRequest(`${what} length must not exceed ${max}`)
}
