import { describe, expect, it } from 'vitest'
import { ANA, GROUP_ID, LUIS } from '../../src/world/cast.ts'
import { refusalOf, startSandbox } from '../support/harness.ts'

const ana = { user: ANA.id, chat: GROUP_ID }

describe('the rights in a group', () => {
  it('change when an administrator says so', async () => {
    const { api, act } = await startSandbox()
    expect(
      (await act('rank', { ...ana, user: LUIS.id, member: ANA.id, administrator: false })).error,
    ).toMatch(/administrador/)
    await act('rank', { ...ana, member: LUIS.id, administrator: true })
    expect(await api.getChatMember(GROUP_ID, LUIS.id)).toMatchObject({
      status: 'administrator',
      is_anonymous: false,
      can_pin_messages: true,
    })
    await act('rank', { ...ana, member: LUIS.id, administrator: false })
    expect((await api.getChatMember(GROUP_ID, LUIS.id)).status).toBe('member')
  })

  it('show a message in the name of the group, without its author', async () => {
    const { api, act } = await startSandbox()
    const isAnonymous = async () => (await api.getChatAdministrators(GROUP_ID)).map((one) => one.is_anonymous)
    await act('send', { ...ana, text: '/x', anonymous: true })
    expect(await isAnonymous()).toEqual([true])
    const speaker = (await api.getUpdates())[0]?.message?.from?.id ?? 0
    expect((await api.getChatMember(GROUP_ID, speaker)).status).toBe('left')
    await act('send', { ...ana, text: '/x' })
    expect(await isAnonymous()).toEqual([false])
  })

  it('let a bot pin that is an administrator: the newest pin is the one shown, until it is taken down', async () => {
    const { api, act } = await startSandbox()
    const first = await api.sendMessage(GROUP_ID, 'uno')
    const second = await api.sendMessage(GROUP_ID, 'dos')
    expect(await refusalOf(api.pinChatMessage(GROUP_ID, first.message_id))).toEqual([
      400,
      'Bad Request: not enough rights to manage pinned messages in the chat',
    ])
    await act('add', { ...ana, administrator: true })
    await api.pinChatMessage(GROUP_ID, first.message_id)
    await api.pinChatMessage(GROUP_ID, second.message_id)
    const shown = async () => (await api.getChat(GROUP_ID)).pinned_message?.text
    expect(await shown()).toBe('dos')
    await api.unpinChatMessage(GROUP_ID)
    expect(await shown()).toBe('uno')
    await api.unpinChatMessage(GROUP_ID)
    expect(await shown()).toBeUndefined()
    expect(await refusalOf(api.unpinChatMessage(GROUP_ID))).toEqual([
      400,
      'Bad Request: message to unpin not found',
    ])
  })
})
