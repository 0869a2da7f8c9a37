import { z } from 'zod'
import type { Call, Method, Methods } from '../../call.ts'
import { badRequest } from '../../errors.ts'
import type { State } from '../../state.ts'
import { botProfile } from '../../world/cast.ts'
import { SCOPES, type Scope } from '../../world/command-menus.ts'

const COMMANDS_MAX = 100
const COMMAND = /^[a-z0-9_]+$/
const COMMAND_LENGTH_MAX = 32
const LANGUAGE = /^(?:[a-z]{2})?$/
const COMMAND_DESCRIPTION_LENGTH_MAX = 256
const DESCRIPTION_LENGTH_MAX = 512
const SHORT_DESCRIPTION_LENGTH_MAX = 120

const COMMANDS = z.array(z.looseObject({ command: z.string(), description: z.string() }))
const SCOPE = z.object({ type: z.enum(SCOPES, 'Unsupported type specified') })
const BUTTON = z.object({ type: z.enum(['default', 'commands']) })

/** Methods about the bot itself: its user, command menus and descriptions. */
export function profileMethods({ world, menus, descriptions }: State): Methods {
  let menuButton: z.output<typeof BUTTON> = { type: 'default' }
  const scopeOf = (call: Call): Scope => call.json('scope', SCOPE)?.type ?? 'default'

  /** Tells open pages to load the profile again. */
  function publishChange(): true {
    world.publish(0, { type: 'chat' })
    return true
  }

  function setMyCommands(call: Call): true {
    const commands = call.json('commands', COMMANDS) ?? []
    if (commands.length > COMMANDS_MAX) throw badRequest('BOT_COMMANDS_TOO_MUCH')
    menus.set(scopeOf(call), languageOf(call), commands.map(checkCommand))
    return publishChange()
  }

  function setChatMenuButton(call: Call): true {
    menuButton = call.json('menu_button', BUTTON) ?? { type: 'default' }
    return true
  }

  /** Methods that set and get a text which the bot has in several languages. */
  function textMethods(field: string, texts: Map<string, string>, lengthMax: number): [Method, Method] {
    const set: Method = (call) => {
      const text = call.text(field) ?? ''
      if (text.length > lengthMax) throw badRequest(`bot ${field.replaceAll('_', ' ')} is too long`)
      if (text === '') texts.delete(languageOf(call))
      else texts.set(languageOf(call), text)
      return publishChange()
    }
    return [set, (call) => ({ [field]: texts.get(languageOf(call)) ?? texts.get('') ?? '' })]
  }

  const { long, short } = descriptions
  const [setMyDescription, getMyDescription] = textMethods('description', long, DESCRIPTION_LENGTH_MAX)
  const [setMyShortDescription, getMyShortDescription] = textMethods(
    'short_description',
    short,
    SHORT_DESCRIPTION_LENGTH_MAX,
  )
  return {
    getMe: () => botProfile(world.bot),
    setMyCommands,
    getMyCommands: (call) => menus.get(scopeOf(call), languageOf(call)) ?? [],
    setMyDescription,
    getMyDescription,
    setMyShortDescription,
    getMyShortDescription,
    setChatMenuButton,
    getChatMenuButton: () => menuButton,
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
