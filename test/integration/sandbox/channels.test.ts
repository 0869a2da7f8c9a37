import { describe, expect, it } from 'vitest'
import { ANA, CHANNEL_ID, LUIS } from '../../../src/sandbox/world/cast.ts'
import { refusalOf, startSandbox } from './harness.ts'

const ana = { user: ANA.id, chat: CHANNEL_ID }
const luis = { user: LUIS.id, chat: CHANNEL_ID }

describe('a channel', () => {
  it('has posts of the channel itself, also where the bot writes by its name', async () => {
    const { api } = await startSandbox()
    const post = await api.sendMessage('@dolar_al_dia', 'Bs. 800')
    expect(post).toMatchObject({
      sender_chat: { id: CHANNEL_ID, type: 'channel' },
      chat: { id: CHANNEL_ID, title: 'Dólar al día', username: 'dolar_al_dia' },
    })
    expect(post).not.toHaveProperty('from')
    expect(await api.editMessageText(CHANNEL_ID, post.message_id, 'Bs. 801')).toMatchObject({
      text: 'Bs. 801',
    })
  })

  it('tells the bot what its administrators post and change; the others only read', async () => {
    const { api, act } = await startSandbox()
    const { message } = await act('send', { ...ana, text: 'buenas' })
    await act('edit', { ...ana, message_id: message.message_id, text: 'buenos días' })
    expect((await act('send', { ...luis, text: 'hola' })).error).toMatch(/solo publican sus administradores/)
    expect(await api.getUpdates()).toMatchObject([
      { channel_post: { text: 'buenas', sender_chat: { id: CHANNEL_ID } } },
      { edited_channel_post: { text: 'buenos días', edit_date: expect.any(Number) } },
    ])
  })

  it('takes a bot as an administrator, added by one, and nothing from one that was sent away', async () => {
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

  it('takes nothing from a bot that is no administrator any more, and hides its members from it', async () => {
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

  it('takes no keyboard under a message box that its readers do not have', async () => {
    const { api } = await startSandbox()
    const keyboard = { reply_markup: { force_reply: true as const } }
    expect(await refusalOf(api.sendMessage(CHANNEL_ID, 'x', keyboard))).toEqual([
      400,
      'Bad Request: inline keyboard expected',
    ])
  })
})
