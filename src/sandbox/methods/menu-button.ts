import type { MenuButton } from 'grammy/types'
import { z } from 'zod'
import { badRequest } from '../bot-api-error.ts'
import type { Call } from '../call.ts'
import type { State } from '../state.ts'
import type { Methods } from './method.ts'

const BUTTON = z.discriminatedUnion('type', [
  z.object({ type: z.literal('default') }),
  z.object({ type: z.literal('commands') }),
  z.object({ type: z.literal('web_app'), text: z.string().min(1), web_app: z.object({ url: z.url() }) }),
])

/** What stands beside the message box: one for all private chats, or one of its own for a chat. */
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
