import { describe, expect, it } from 'vitest'
import { ANA, CHANNEL_ID, LUIS } from '../../src/world/cast.ts'
import { refusalOf, startSandbox } from '../support/harness.ts'

const ana = { user: ANA.id, chat: CHANNEL_ID }
const luis = { user: LUIS.id, chat: CHANNEL_ID }

describe('a channel', () => {
  it('is the sender of its posts', async () => {
    const { api } = await startSandbox()
    const post = await api.sendMessage(CHANNEL_ID, 'Bs. 800')
    expect(post).toMatchObject({
      sender_chat: { id: CHANNEL_ID, type: 'channel' },
      chat: { id: CHANNEL_ID, title: 'Dólar al día', username: 'dolar_al_dia' },
    })
    expect(post).not.toHaveProperty('from')
    expect(await api.editMessageText(CHANNEL_ID, post.message_id, 'Bs. 801')).toMatchObject({
      text: 'Bs. 801',
    })
  })

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
    expect(await refusalOf(api.sendMessage(CHANNEL_ID, 'x'))).toEqual([
      403,
      'Forbidden: bot was kicked from the channel chat',
    ])
    expect((await act('add', luis)).error).toMatch(/administrador/)
    await act('add', ana)
    expect(await refusalOf(api.sendMessage(CHANNEL_ID, 'x'))).toBe('accepted')
    const told = (await api.getUpdates()).map((update) => update.my_chat_member?.new_chat_member)
    expect(told).toMatchObject([{ status: 'kicked' }, { status: 'administrator', can_post_messages: true }])
  })

  it('refuses posts and the member list to a bot that is no administrator', async () => {
    const { api, act } = await startSandbox()
    await act('add', { ...ana, administrator: false })
    expect(await refusalOf(api.sendMessage(CHANNEL_ID, 'x'))).toEqual([
      400,
      'Bad Request: need administrator rights in the channel chat',
    ])
    const hidden = [400, 'Bad Request: member list is inaccessible']
    expect(await refusalOf(api.getChatMember(CHANNEL_ID, ANA.id))).toEqual(hidden)
    expect(await refusalOf(api.getChatAdministrators(CHANNEL_ID))).toEqual(hidden)
  })

  it('refuses reply keyboards, as readers have no message box', async () => {
    const { api } = await startSandbox()
    const keyboard = { reply_markup: { force_reply: true as const } }
    expect(await refusalOf(api.sendMessage(CHANNEL_ID, 'x', keyboard))).toEqual([
      400,
      'Bad Request: inline keyboard expected',
    ])
  })
})
