import { describe, expect, it } from 'vitest'
import { ANA, CHANNEL_ID, GROUP_ID, LUIS } from '../../src/world/cast.ts'
import { startSandbox } from '../support/harness.ts'

const ana = { user: ANA.id, chat: GROUP_ID }
const inChannel = { user: ANA.id, chat: CHANNEL_ID }

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

describe('a channel', () => {
  it('accepts a bot that an administrator adds, and refuses a removed one', async () => {
    const { api, act } = await startSandbox()
    await act('remove', inChannel)
    const refused = api.sendMessage(CHANNEL_ID, 'x')
    await expect(refused).rejects.toThrow('403: Forbidden: bot was kicked from the channel chat')
    expect((await act('add', { ...inChannel, user: LUIS.id })).error).toMatch(/administrador/)
    await act('add', inChannel)
    await api.sendMessage(CHANNEL_ID, 'x')
    const told = (await api.getUpdates()).map((update) => update.my_chat_member?.new_chat_member)
    expect(told).toMatchObject([{ status: 'kicked' }, { status: 'administrator', can_post_messages: true }])
  })

  it('refuses posts and the member list to a bot that is no administrator', async () => {
    const { api, act } = await startSandbox()
    await act('add', { ...inChannel, administrator: false })
    const refused = api.sendMessage(CHANNEL_ID, 'x')
    await expect(refused).rejects.toThrow('400: Bad Request: need administrator rights')
    for (const look of [api.getChatMember(CHANNEL_ID, ANA.id), api.getChatAdministrators(CHANNEL_ID)])
      await expect(look).rejects.toThrow('400: Bad Request: member list is inaccessible')
  })
})
