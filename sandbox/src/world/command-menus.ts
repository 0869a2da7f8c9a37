import type { BotCommand } from 'grammy/types'

/** Where a list of commands is shown; lists for single chats and members are not known. */
export const SCOPES = ['default', 'all_private_chats', 'all_group_chats', 'all_chat_administrators'] as const
export type Scope = (typeof SCOPES)[number]

/** The person who sees the menu, and the chat where it is shown. */
export interface Viewer {
  readonly chat: { readonly type: string }
  readonly language: string
  readonly isAdministrator: boolean
}

/** The command lists of the bot by scope and language (the empty one is the default), and which of them a person sees. */
export function createCommandMenus() {
  const menus = new Map<string, BotCommand[]>()
  const get = (scope: Scope, language: string): BotCommand[] | undefined => menus.get(`${scope}|${language}`)

  /** The first list that is set, from the narrowest scope to the widest, in the order of Telegram. */
  function forViewer({ chat, language, isAdministrator }: Viewer): readonly BotCommand[] {
    const inGroup: Scope[] = isAdministrator
      ? ['all_chat_administrators', 'all_group_chats']
      : ['all_group_chats']
    const scopes: Scope[] = [
      ...(chat.type === 'private' ? (['all_private_chats'] as const) : inGroup),
      'default',
    ]
    return scopes.map((scope) => get(scope, language) ?? get(scope, '')).find((menu) => menu) ?? []
  }

  return {
    forViewer,
    get,
    set: (scope: Scope, language: string, commands: BotCommand[]): void => {
      menus.set(`${scope}|${language}`, commands)
    },
  }
}
