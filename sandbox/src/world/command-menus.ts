import type { BotCommand, BotCommandScope } from 'grammy/types'

const keyOf = (scope: BotCommandScope, language: string): string => {
  const chat = 'chat_id' in scope ? scope.chat_id : ''
  const user = 'user_id' in scope ? scope.user_id : ''
  return [scope.type, chat, user, language].join('|')
}

/** The person who sees the menu, and the chat where it is shown. */
export interface Viewer {
  readonly chat: { readonly id: number; readonly type: string }
  readonly userId: number
  readonly language: string
  readonly isAdministrator: boolean
}

/** The command lists of the bot by scope and language, and which of them a person sees. */
export function createCommandMenus() {
  const menus = new Map<string, readonly BotCommand[]>()

  /** The first list that is set, from the narrowest scope to the widest, in the order of Telegram. */
  function forViewer(viewer: Viewer): readonly BotCommand[] {
    for (const scope of scopesOf(viewer)) {
      const menu = menus.get(keyOf(scope, viewer.language)) ?? menus.get(keyOf(scope, ''))
      if (menu) return menu
    }
    return []
  }

  return {
    forViewer,
    get: (scope: BotCommandScope, language: string): readonly BotCommand[] =>
      menus.get(keyOf(scope, language)) ?? [],
    set: (scope: BotCommandScope, language: string, commands: readonly BotCommand[]): void => {
      menus.set(keyOf(scope, language), commands)
    },
    remove: (scope: BotCommandScope, language: string): boolean => menus.delete(keyOf(scope, language)),
  }
}

function scopesOf({ chat, userId, isAdministrator }: Viewer): readonly BotCommandScope[] {
  if (chat.type === 'private')
    return [{ type: 'chat', chat_id: chat.id }, { type: 'all_private_chats' }, { type: 'default' }]
  const forAdministrators: readonly BotCommandScope[] = [{ type: 'chat_administrators', chat_id: chat.id }]
  return [
    { type: 'chat_member', chat_id: chat.id, user_id: userId },
    ...(isAdministrator ? forAdministrators : []),
    { type: 'chat', chat_id: chat.id },
    ...(isAdministrator ? [{ type: 'all_chat_administrators' } as const] : []),
    { type: 'all_group_chats' },
    { type: 'default' },
  ]
}
