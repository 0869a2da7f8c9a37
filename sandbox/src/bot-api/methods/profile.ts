import { z } from 'zod'
import type { Call, Methods } from '../../call.ts'
import { badRequest } from '../../errors.ts'
import type { State } from '../../state.ts'
import { botProfile } from '../../world/cast.ts'
import { SCOPES, type Scope } from '../../world/command-menus.ts'

const COMMANDS_MAX = 100
const COMMAND = /^[a-z0-9_]+$/
const COMMAND_LENGTH_MAX = 32
const LANGUAGE = /^(?:[a-z]{2})?$/
const COMMAND_DESCRIPTION_LENGTH_MAX = 256
const LENGTHS_MAX = { description: 512, short_description: 120 }

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

  /** Sets or removes a text which the bot has in several languages. */
  function setText(call: Call, field: keyof typeof LENGTHS_MAX): true {
    const text = call.text(field) ?? ''
    if (text.length > LENGTHS_MAX[field]) throw badRequest(`bot ${field.replaceAll('_', ' ')} is too long`)
    if (text === '') descriptions[field].delete(languageOf(call))
    else descriptions[field].set(languageOf(call), text)
    return publishChange()
  }

  const textOf = (call: Call, field: keyof typeof LENGTHS_MAX): string =>
    descriptions[field].get(languageOf(call)) ?? descriptions[field].get('') ?? ''

  return {
    getMe: () => botProfile(world.bot),
    setMyCommands,
    getMyCommands: (call) => menus.get(scopeOf(call), languageOf(call)) ?? [],
    setMyDescription: (call) => setText(call, 'description'),
    getMyDescription: (call) => ({ description: textOf(call, 'description') }),
    setMyShortDescription: (call) => setText(call, 'short_description'),
    getMyShortDescription: (call) => ({ short_description: textOf(call, 'short_description') }),
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
