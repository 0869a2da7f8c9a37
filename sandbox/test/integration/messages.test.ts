import { type GrammyError, InlineKeyboard, InputFile, InputMediaBuilder } from 'grammy'
import { describe, expect, it } from 'vitest'
import { ANA, CHANNEL_ID, FORUM_ID, GROUP_ID, LUIS } from '../../src/world/cast.ts'
import { type CallAnswer, png, startSandbox, TOKEN } from '../support/harness.ts'

/** A sandbox where Ana has started the bot. */
async function startWithAna() {
  const sandbox = await startSandbox()
  const { message } = await sandbox.say('/start')
  return { ...sandbox, started: message.message_id }
}

const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'accepted',
    ({ error_code, description }: GrammyError) => `${error_code}: ${description}`,
  )

describe('the Bot API of the sandbox', () => {
  it('answers a wrong token with 401, an unknown method with 404, and ignores the case of method names', async () => {
    const { call } = await startSandbox()
    expect(await call('getMe', {}, '1:wrong')).toEqual({
      status: 401,
      body: { ok: false, error_code: 401, description: 'Unauthorized' },
    })
    expect((await call('fly')).body).toMatchObject({ error_code: 404, description: expect.any(String) })
    expect((await call('GETME')).body.result.username).toBe('tasa_sandbox_bot')
  })

  it('accepts a call as JSON, as a form, as multipart and in the query', async () => {
    const { root, call } = await startWithAna()
    const url = `${root}/bot${TOKEN}/sendMessage`
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

  it('accepts a message for one receiver, who must be a member of the group', async () => {
    const { api } = await startSandbox()
    const toLuis = { ephemeral_message_parameters: { receiver_user_id: LUIS.id } }
    const toNobody = { ephemeral_message_parameters: { receiver_user_id: 1 } }
    const sent = await api.sendMessage(GROUP_ID, 'solo para Luis', toLuis)
    expect(sent).toMatchObject({ message_id: 0, receiver_user: { id: LUIS.id } })
    await expect(api.sendMessage(GROUP_ID, 'x', toNobody)).rejects.toThrow(
      '400: Bad Request: USER_ID_INVALID',
    )
  })

  it('refuses unpaired surrogates in every parameter', async () => {
    const { call, say } = await startWithAna()
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
    const { api, started } = await startWithAna()
    const keyboard = { reply_markup: new InlineKeyboard().text('a', 'b') }
    const { message_id } = await api.sendMessage(ANA.id, 'uno', keyboard)
    const { document } = await api.sendDocument(ANA.id, new InputFile(Buffer.from('a,b'), 'datos.csv'))
    const { photo } = await api.sendPhoto(ANA.id, new InputFile(png(8, 8), 'a.png'))
    const write = (text: string, more: object = {}) => api.sendMessage(ANA.id, text, more)
    const edit = (text: string, more: object = {}) => api.editMessageText(ANA.id, message_id, text, more)
    const upload = (bytes: Buffer, caption = '') =>
      api.sendPhoto(ANA.id, new InputFile(bytes, 'a.png'), { caption })
    const asking = { reply_markup: { force_reply: true as const } }
    const html = { parse_mode: 'HTML' }
    const buttons = (button: object, count = 1) =>
      write('x', { reply_markup: { inline_keyboard: [Array(count).fill({ text: 'a', ...button })] } })
    const menu = (command: string, description = 'x', language_code?: never) =>
      api.setMyCommands([{ command, description }], language_code && { language_code })
    const refused: [call: Promise<unknown>, reason: string][] = [
      [api.sendMessage(5, 'x'), 'chat not found'],
      [write(''), 'message text is empty'],
      [write(' \n', html), 'text must be non-empty'],
      [write('<b> </b>', html), 'text must be non-empty'],
      [write('x'.repeat(32_769)), 'text is too long'],
      [write('x'.repeat(4097)), 'message is too long'],
      [edit('x'.repeat(4097)), 'MESSAGE_TOO_LONG'],
      [edit('uno', keyboard), expect.stringMatching(/message is not modified: .* content and reply markup/)],
      [write('<b>x', html), `can't parse entities: Can't find end tag corresponding to start tag "b"`],
      [write('x', { reply_parameters: { message_id: 7 } }), 'message to be replied not found'],
      [api.editMessageText(ANA.id, 7, 'x'), 'message to edit not found'],
      [api.editMessageText(ANA.id, started, 'x'), "message can't be edited"],
      [api.deleteMessage(ANA.id, 7), 'message to delete not found'],
      [api.answerCallbackQuery('7'), 'query is too old and response timeout expired or query ID is invalid'],
      [buttons({ callback_data: `${'ñ'.repeat(32)}x` }), 'BUTTON_DATA_INVALID'],
      [buttons({ callback_data: '' }), 'BUTTON_DATA_INVALID'],
      [buttons({ callback_data: 'b' }, 101), 'reply markup is too long'],
      [buttons({ text: '', callback_data: 'b' }), 'inline keyboard button text must be non-empty'],
      [buttons({}), expect.stringContaining('Text buttons are unallowed in the inline keyboard')],
      [buttons({ url: 'no link' }), "inline keyboard button URL 'no link' is invalid: Wrong HTTP URL"],
      [buttons({ copy_text: { text: '' } }), 'BUTTON_COPY_TEXT_INVALID'],
      [write('x', { reply_markup: '{' }), expect.stringContaining("can't parse reply markup JSON object")],
      [menu('Rate'), 'BOT_COMMAND_INVALID'],
      [menu('rate', ''), 'command description must be non-empty'],
      [menu('r'.repeat(33)), 'command length must not exceed 32'],
      [menu('rate', 'x', 'spa' as never), 'invalid language code specified'],
      [upload(Buffer.from('text')), 'IMAGE_PROCESS_FAILED'],
      [upload(Buffer.alloc(10 * 1024 * 1024 + 1)), expect.stringContaining('10485761 bytes is too big')],
      [upload(png(8, 8), 'x'.repeat(1025)), 'message caption is too long'],
      [api.sendPhoto(ANA.id, 'nothing'), 'wrong file identifier/HTTP URL specified'],
      [api.sendPhoto(ANA.id, 'https://example.org/a.png'), 'failed to get HTTP URL content'],
      [api.sendPhoto(ANA.id, document.file_id), "can't use file of type Document as Photo"],
      [api.sendDocument(ANA.id, photo[0]?.file_id ?? ''), "can't use file of type Photo as Document"],
      [api.sendMessage(FORUM_ID, 'x', { message_thread_id: 99 }), 'message thread not found'],
      [api.sendMessage(CHANNEL_ID, 'x', asking), 'inline keyboard expected'],
      [api.getChatMember(GROUP_ID, 0), 'invalid user_id specified'],
      [api.getChatMember(GROUP_ID, 3), 'member not found'],
      [api.getChatMember(ANA.id, LUIS.id), 'member not found'],
    ]
    const reasons = await Promise.all(refused.map(([call]) => refusalOf(call)))
    expect(reasons.map((reason) => reason.replace('400: Bad Request: ', ''))).toEqual(
      refused.map(([, reason]) => reason),
    )
    expect(await refusalOf(api.sendMessage(LUIS.id, 'x'))).toBe(
      "403: Forbidden: bot can't initiate conversation with a user",
    )
    await write(`<b>${'x'.repeat(4096)}</b>`, html)
    await buttons({ callback_data: 'ñ'.repeat(32) }, 100)
    await write('x', { reply_markup: { inline_keyboard: [] } })
    await write('x', { reply_parameters: { message_id: 7, allow_sending_without_reply: true } })
  })

  it('edits text and buttons, and deletes', async () => {
    const { api } = await startWithAna()
    const keyboard = new InlineKeyboard().text('a', 'b')
    const { message_id } = await api.sendMessage(ANA.id, 'uno')
    const edited = await api.editMessageText(ANA.id, message_id, 'dos', { reply_markup: keyboard })
    expect(edited).toMatchObject({ message_id, text: 'dos', reply_markup: keyboard })
    expect(await api.editMessageReplyMarkup(ANA.id, message_id)).not.toHaveProperty('reply_markup')
    expect(await api.deleteMessage(ANA.id, message_id)).toBe(true)
  })

  it('accepts a picture as an upload, by its file_id, and as an edit', async () => {
    const { api, root } = await startWithAna()
    const bytes = png(640, 360)
    const caption = { caption: '<b>mes</b>', parse_mode: 'HTML' } as const
    const first = await api.sendPhoto(ANA.id, new InputFile(bytes, 'a.png'), caption)
    const [size] = first.photo
    const caption_entities = [{ type: 'bold', offset: 0, length: 3 }]
    expect(first).toMatchObject({ caption: 'mes', caption_entities })
    expect(size).toMatchObject({ width: 640, height: 360, file_size: bytes.length })
    const again = await api.sendPhoto(ANA.id, size?.file_id ?? '')
    expect(again.photo).toEqual(first.photo)
    const other = InputMediaBuilder.photo(new InputFile(png(800, 400), 'b.png'))
    const edited = await api.editMessageMedia(ANA.id, first.message_id, other)
    expect(edited).toMatchObject({ photo: [{ width: 800 }] })
    const download = await fetch(`${root}/chat/files/${size?.file_id}`)
    expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('keeps messages of a forum in their topic', async () => {
    const { api } = await startSandbox()
    const inTopic = await api.sendMessage(FORUM_ID, 'x', { message_thread_id: 2 })
    expect(inTopic).toMatchObject({ message_thread_id: 2, is_topic_message: true })
    expect(await api.sendMessage(FORUM_ID, 'x')).not.toHaveProperty('message_thread_id')
  })

  it('returns the members and administrators of a group', async () => {
    const { api } = await startWithAna()
    const administrators = await api.getChatAdministrators(GROUP_ID)
    expect(administrators.map(({ user, status }) => [user.id, status])).toEqual([[ANA.id, 'creator']])
    expect((await api.getChatMember(GROUP_ID, LUIS.id)).status).toBe('member')
    expect((await api.getChatMember(ANA.id, ANA.id)).status).toBe('member')
  })
})
