import { describe, expect, it } from 'vitest'
import { ANA, CHANNEL_ID, LUIS } from '../../src/world/cast.ts'
import { startSandbox } from '../support/harness.ts'

const ana = { user: ANA.id, chat: CHANNEL_ID }
const luis = { user: LUIS.id, chat: CHANNEL_ID }

describe('a channel', () => {
  it('sends the bot the posts of its administrators; others only read', async () => {
    const { api, act } = await startSandbox()
    await act('send', { ...ana, text: 'buenas' })
    expect((await act('send', { ...luis, text: 'hola' })).error).toMatch(/solo publican sus administradores/)
    expect(await api.getUpdates()).toMatchObject([
      { channel_post: { text: 'buenas', sender_chat: { id: CHANNEL_ID } } },
    ])
  })

  it('accepts a bot that an administrator adds, and refuses a removed one', async () => {
    const { api, act } = await startSandbox()
    await act('remove', ana)
    await expect(api.sendMessage(CHANNEL_ID, 'x')).rejects.toThrow(
      '403: Forbidden: bot was kicked from the channel chat',
    )
    expect((await act('add', luis)).error).toMatch(/administrador/)
    await act('add', ana)
    await api.sendMessage(CHANNEL_ID, 'x')
    const told = (await api.getUpdates()).map((update) => update.my_chat_member?.new_chat_member)
    expect(told).toMatchObject([{ status: 'kicked' }, { status: 'administrator', can_post_messages: true }])
  })

  it('refuses posts and the member list to a bot that is no administrator', async () => {
    const { api, act } = await startSandbox()
    await act('add', { ...ana, administrator: false })
    await expect(api.sendMessage(CHANNEL_ID, 'x')).rejects.toThrow(
      '400: Bad Request: need administrator rights',
    )
    for (const look of [api.getChatMember(CHANNEL_ID, ANA.id), api.getChatAdministrators(CHANNEL_ID)])
      await expect(look).rejects.toThrow('400: Bad Request: member list is inaccessible')
  })
})
