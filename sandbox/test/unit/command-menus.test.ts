import { describe, expect, it } from 'vitest'
import { createCommandMenus } from '../../src/world/command-menus.ts'

const list = (command: string) => [{ command, description: 'x' }]
const PRIVATE = { chat: { type: 'private' }, language: 'es', isAdministrator: false }
const GROUP = { chat: { type: 'supergroup' }, language: 'es', isAdministrator: false }

describe('command menus', () => {
  it("show the list of the narrowest scope, in the person's language if there is one", () => {
    const menus = createCommandMenus()
    const seen = () => menus.forViewer(PRIVATE).map(({ command }) => command)
    menus.set('default', '', list('default'))
    expect(seen()).toEqual(['default'])
    menus.set('default', 'es', list('default_es'))
    expect(seen()).toEqual(['default_es'])
    menus.set('all_private_chats', '', list('private'))
    expect(seen()).toEqual(['private'])
  })

  it('show administrators of a group their own list', () => {
    const menus = createCommandMenus()
    menus.set('all_group_chats', '', list('group'))
    menus.set('all_chat_administrators', '', list('admin'))
    expect(menus.forViewer(GROUP)).toEqual(list('group'))
    expect(menus.forViewer({ ...GROUP, isAdministrator: true })).toEqual(list('admin'))
  })
})
