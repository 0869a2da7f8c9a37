import { InlineKeyboard, InputFile, InputMediaBuilder } from 'grammy'
import { describe, expect, it } from 'vitest'
import { TELEGRAM_LIMITS } from '../../src/traffic/flood.ts'
import { ANA, FORUM_ID, GROUP_ID, LUIS } from '../../src/world/cast.ts'
import { type CallAnswer, png, refusalOf, startSandbox } from '../support/harness.ts'

describe('the Bot API of the sandbox', () => {
  it('answers a wrong token with 401, an unknown method with 404, and ignores the case of method names', async () => {
    const { call } = await startSandbox()
    expect(await call('getMe', {}, '1:wrong')).toEqual({
      status: 401,
      body: { ok: false, error_code: 401, description: 'Unauthorized' },
    })
    expect(await call('fly')).toEqual({
      status: 404,
      body: { ok: false, error_code: 404, description: 'Not Found: method not found' },
    })
    expect((await call('GETME')).body.result.username).toBe('tasa_sandbox_bot')
  })

  it('accepts a call as JSON, as a form, as multipart and in the query', async () => {
    const { root, call, say } = await startSandbox()
    await say('/start')
    const url = `${root}/bot4242:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/sendMessage`
    const fields = { chat_id: String(ANA.id), text: 'hola & adiós' }
    const multipart = new FormData()
    for (const [name, value] of Object.entries(fields)) multipart.set(name, value)
    const read = async (answer: Promise<Response>): Promise<CallAnswer> =>
      (await (await answer).json()) as CallAnswer
    const answers = [
      (await call('sendMessage', fields)).body,
      await read(fetch(url, { method: 'POST', body: new URLSearchParams(fields) })),
      await read(fetch(url, { method: 'POST', body: multipart })),
      await read(fetch(`${url}?${new URLSearchParams(fields)}`)),
    ]
    expect(answers.map(({ result }) => result.text)).toEqual(Array(4).fill('hola & adiós'))
  })

  it('shows a message for one receiver to that person alone', async () => {
    const { api, see } = await startSandbox()
    const toLuis = { ephemeral_message_parameters: { receiver_user_id: LUIS.id } }
    const toNobody = { ephemeral_message_parameters: { receiver_user_id: 1 } }
    await api.sendMessage(GROUP_ID, 'para todos')
    const sent = await api.sendMessage(GROUP_ID, 'solo para Luis', toLuis)
    expect(sent).toMatchObject({ message_id: 0, receiver_user: { id: LUIS.id } })
    await api.sendMessage(GROUP_ID, 'otra vez para todos')

    for (const [{ id }, isSeen] of [[LUIS, true] as const, [ANA, false] as const]) {
      const { messages } = await see(`messages?user=${id}&chat=${GROUP_ID}`)
      expect(JSON.stringify(messages).includes('solo para Luis')).toBe(isSeen)
    }
    expect(await refusalOf(api.sendMessage(GROUP_ID, 'x', toNobody))).toEqual([
      400,
      'Bad Request: USER_ID_INVALID',
    ])
  })

  it('refuses unpaired surrogates in every parameter', async () => {
    const { call, say } = await startSandbox()
    await say('/start')
    const half = '\ud83d'
    const to = { chat_id: ANA.id, text: 'x' }
    const button = { inline_keyboard: [[{ text: half, callback_data: 'x' }]] }
    for (const wrong of [{ text: half }, { reply_markup: button }, { reply_markup: JSON.stringify(button) }])
      expect((await call('sendMessage', { ...to, ...wrong })).body).toMatchObject({
        description: 'Bad Request: strings must be encoded in UTF-8',
      })
    expect((await say(`a${half}`)).message.text).toBe('a\ufffd')
    expect((await call('sendMessage', { ...to, text: '😀' })).body.result.text).toBe('😀')
  })

  it('refuses invalid calls with the errors of Telegram', async () => {
    const { api, say } = await startSandbox()
    const { message } = await say('/start')
    const sent = await api.sendMessage(ANA.id, 'x')
    const write = (text: string, more: object = {}) => api.sendMessage(ANA.id, text, more)
    const html = { parse_mode: 'HTML' }
    const menu = (command: string, description = 'x', language_code?: never) =>
      api.setMyCommands([{ command, description }], language_code && { language_code })
    const refused: [call: Promise<unknown>, reason: string][] = [
      [api.sendMessage(5, 'x'), 'chat not found'],
      [write(''), 'message text is empty'],
      [write(' \n', html), 'text must be non-empty'],
      [write('<b> </b>', html), 'text must be non-empty'],
      [write('x'.repeat(32_769)), 'text is too long'],
      [write('x'.repeat(4097)), 'message is too long'],
      [api.editMessageText(ANA.id, sent.message_id, 'x'.repeat(4097)), 'MESSAGE_TOO_LONG'],
      [write('<b>x', html), `can't parse entities: Can't find end tag corresponding to start tag "b"`],
      [write('x', { reply_parameters: { message_id: 7 } }), 'message to be replied not found'],
      [api.editMessageText(ANA.id, 7, 'x'), 'message to edit not found'],
      [api.editMessageText(ANA.id, message.message_id, 'x'), "message can't be edited"],
      [api.answerCallbackQuery('7'), 'query is too old and response timeout expired or query ID is invalid'],
      [menu('Rate'), 'BOT_COMMAND_INVALID'],
      [menu('rate', ''), 'command description must be non-empty'],
      [menu('r'.repeat(33)), 'command length must not exceed 32'],
      [menu('rate', 'x', 'spa' as never), 'invalid language code specified'],
    ]
    const reasons = await Promise.all(refused.map(([call]) => refusalOf(call)))
    expect(reasons).toEqual(refused.map(([, reason]) => [400, `Bad Request: ${reason}`]))
    expect(await refusalOf(api.sendMessage(LUIS.id, 'x'))).toEqual([
      403,
      "Forbidden: bot can't initiate conversation with a user",
    ])
    const lenient = { reply_parameters: { message_id: 7, allow_sending_without_reply: true } }
    for (const call of [write(`<b>${'x'.repeat(4096)}</b>`, html), write('x', lenient)])
      expect(await refusalOf(call)).toBe('accepted')
  })

  it('edits text and buttons, and says when nothing changed', async () => {
    const { api, say } = await startSandbox()
    await say('/start')
    const keyboard = new InlineKeyboard().text('a', 'b')
    const { message_id } = await api.sendMessage(ANA.id, 'uno', { reply_markup: keyboard })
    expect(
      await refusalOf(api.editMessageText(ANA.id, message_id, 'uno', { reply_markup: keyboard })),
    ).toEqual([
      400,
      'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    ])
    const edited = await api.editMessageText(ANA.id, message_id, 'dos', { reply_markup: keyboard })
    expect(edited).toMatchObject({ message_id, text: 'dos', reply_markup: keyboard })
    expect(await api.editMessageReplyMarkup(ANA.id, message_id)).not.toHaveProperty('reply_markup')
    expect(await api.deleteMessage(ANA.id, message_id)).toBe(true)
    expect(await refusalOf(api.deleteMessage(ANA.id, message_id))).toEqual([
      400,
      'Bad Request: message to delete not found',
    ])
  })

  it('accepts a picture as an upload, by its file_id, and as an edit', async () => {
    const { api, root, say } = await startSandbox()
    await say('/start')
    const bytes = png(640, 360)
    const first = await api.sendPhoto(ANA.id, new InputFile(bytes, 'a.png'), {
      caption: '<b>mes</b>',
      parse_mode: 'HTML',
    })
    const [size] = first.photo
    expect(first).toMatchObject({
      caption: 'mes',
      caption_entities: [{ type: 'bold', offset: 0, length: 3 }],
    })
    expect(size).toMatchObject({ width: 640, height: 360, file_size: bytes.length })
    const again = await api.sendPhoto(ANA.id, size?.file_id ?? '')
    expect(again.photo).toEqual(first.photo)
    const other = InputMediaBuilder.photo(new InputFile(png(800, 400), 'b.png'))
    expect(await api.editMessageMedia(ANA.id, first.message_id, other)).toMatchObject({
      photo: [{ width: 800 }],
    })
    const download = await fetch(`${root}/chat/files/${size?.file_id}`)
    expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('refuses files that are no picture, too big files, and too long captions', async () => {
    const { api, say } = await startSandbox()
    await say('/start')
    const photo = (bytes: Buffer, caption = '') =>
      refusalOf(api.sendPhoto(ANA.id, new InputFile(bytes, 'a.png'), { caption }))
    expect(await photo(Buffer.from('text'))).toEqual([400, 'Bad Request: IMAGE_PROCESS_FAILED'])
    expect(await photo(Buffer.alloc(10 * 1024 * 1024 + 1))).toEqual([
      400,
      'Bad Request: file of size 10485761 bytes is too big for a photo; the maximum size is 10485760 bytes',
    ])
    expect(await photo(png(8, 8), 'x'.repeat(1025))).toEqual([
      400,
      'Bad Request: message caption is too long',
    ])
    expect(await refusalOf(api.sendPhoto(ANA.id, 'nothing'))).toEqual([
      400,
      'Bad Request: wrong file identifier/HTTP URL specified',
    ])
  })

  it('accepts documents, and refuses a document as a photo and a photo as a document', async () => {
    const { api, say } = await startSandbox()
    await say('/start')
    const { document } = await api.sendDocument(ANA.id, new InputFile(Buffer.from('a,b'), 'datos.csv'))
    expect(document).toMatchObject({ file_name: 'datos.csv', mime_type: 'text/csv', file_size: 3 })
    const { photo } = await api.sendPhoto(ANA.id, new InputFile(png(8, 8), 'a.png'))
    expect(await refusalOf(api.sendPhoto(ANA.id, document.file_id))).toEqual([
      400,
      "Bad Request: can't use file of type Document as Photo",
    ])
    expect(await refusalOf(api.sendDocument(ANA.id, photo[0]?.file_id ?? ''))).toEqual([
      400,
      "Bad Request: can't use file of type Photo as Document",
    ])
    expect(await refusalOf(api.sendPhoto(ANA.id, 'https://example.org/a.png'))).toEqual([
      400,
      expect.stringContaining('HTTP URL'),
    ])
  })

  it('keeps messages of a forum in their topic', async () => {
    const { api } = await startSandbox()
    expect(await api.sendMessage(FORUM_ID, 'x', { message_thread_id: 2 })).toMatchObject({
      message_thread_id: 2,
      is_topic_message: true,
    })
    expect(await api.sendMessage(FORUM_ID, 'x')).not.toHaveProperty('message_thread_id')
    expect(await refusalOf(api.sendMessage(FORUM_ID, 'x', { message_thread_id: 99 }))).toEqual([
      400,
      'Bad Request: message thread not found',
    ])
  })

  it('answers the sixth message of a burst with 429 and the seconds to wait', async () => {
    const { call, say } = await startSandbox({ limits: { ...TELEGRAM_LIMITS, privateEveryMs: 60_000 } })
    await say('/start')
    const send = () => call('sendMessage', { chat_id: ANA.id, text: 'x' })
    for (let count = 0; count < 5; count += 1) expect((await send()).status).toBe(200)
    expect(await send()).toEqual({
      status: 429,
      body: {
        ok: false,
        error_code: 429,
        description: 'Too Many Requests: retry after 60',
        parameters: { retry_after: 60 },
      },
    })
  })

  it('returns the members and administrators of a group', async () => {
    const { api, say } = await startSandbox()
    await say('/start')
    const administrators = await api.getChatAdministrators(GROUP_ID)
    expect(administrators.map(({ user, status }) => [user.id, status])).toEqual([[ANA.id, 'creator']])
    expect((await api.getChatMember(GROUP_ID, LUIS.id)).status).toBe('member')
    expect(await api.getChat(GROUP_ID)).toMatchObject({ type: 'supergroup', title: 'Cambios Caracas' })
    expect((await api.getChatMember(ANA.id, ANA.id)).status).toBe('member')
    const strange = [
      api.getChatMember(GROUP_ID, 0),
      api.getChatMember(GROUP_ID, 3),
      api.getChatMember(ANA.id, LUIS.id),
    ]
    expect(await Promise.all(strange.map(refusalOf))).toEqual([
      [400, 'Bad Request: invalid user_id specified'],
      [400, 'Bad Request: member not found'],
      [400, 'Bad Request: member not found'],
    ])
  })
})
