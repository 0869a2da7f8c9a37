import { describe, expect, it } from 'vitest'
import { ANA, GROUP_ID, LUIS } from '../../src/world/cast.ts'
import { startSandbox } from '../support/harness.ts'

const ana = { user: ANA.id, chat: GROUP_ID }

describe('the rights in a group', () => {
  it('change when an administrator says so', async () => {
    const { api, act } = await startSandbox()
    const byLuis = await act('rank', { ...ana, user: LUIS.id, member: ANA.id, administrator: false })
    expect(byLuis.error).toMatch(/administrador/)
    await act('rank', { ...ana, member: LUIS.id, administrator: true })
    expect(await api.getChatMember(GROUP_ID, LUIS.id)).toMatchObject({
      status: 'administrator',
      is_anonymous: false,
      can_pin_messages: true,
    })
    await act('rank', { ...ana, member: LUIS.id, administrator: false })
    expect((await api.getChatMember(GROUP_ID, LUIS.id)).status).toBe('member')
  })

  it('let an administrator alone write in the name of the group, without an author', async () => {
    const { api, act } = await startSandbox()
    const isAnonymous = async () => (await api.getChatAdministrators(GROUP_ID)).map((one) => one.is_anonymous)
    const byMember = await act('send', { ...ana, user: LUIS.id, text: '/x', anonymous: true })
    expect(byMember.error).toMatch(/administrador/)
    await act('send', { ...ana, text: '/x', anonymous: true })
    expect(await isAnonymous()).toEqual([true])
    const { from, sender_chat } = (await api.getUpdates())[0]?.message ?? {}
    expect([from?.id, sender_chat?.id]).toEqual([1_087_968_824, GROUP_ID])
    expect((await api.getChatMember(GROUP_ID, from?.id ?? 0)).status).toBe('left')
    await act('send', { ...ana, text: '/x' })
    expect(await isAnonymous()).toEqual([false])
  })

  it('let a bot pin that is an administrator: the newest pin is the one shown, until it is taken down', async () => {
    const { api, act, see } = await startSandbox()
    const first = await api.sendMessage(GROUP_ID, 'uno')
    const second = await api.sendMessage(GROUP_ID, 'dos')
    const pinned = api.pinChatMessage(GROUP_ID, first.message_id)
    await expect(pinned).rejects.toThrow('400: Bad Request: not enough rights to manage pinned messages')
    await act('add', { ...ana, administrator: true })
    await api.pinChatMessage(GROUP_ID, first.message_id)
    await api.pinChatMessage(GROUP_ID, second.message_id)
    const shown = async () =>
      (await see(`chats?user=${ANA.id}`)).chats.find(({ id }) => id === GROUP_ID)?.pinned?.text
    expect(await shown()).toBe('dos')
    await api.unpinChatMessage(GROUP_ID)
    expect(await shown()).toBe('uno')
    await api.unpinChatMessage(GROUP_ID)
    expect(await shown()).toBeUndefined()
    await expect(api.unpinChatMessage(GROUP_ID)).rejects.toThrow(
      '400: Bad Request: message to unpin not found',
    )
  })
})
