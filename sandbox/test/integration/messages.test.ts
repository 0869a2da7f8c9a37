import { type GrammyError, InlineKeyboard, InputFile } from 'grammy'
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
    const toNobody = { ephemeral_message_parameters: { receiver_user_id: 1 } }
    const html = { parse_mode: 'HTML' }
    const buttons = (button: object, count = 1) =>
      write('x', { reply_markup: { inline_keyboard: [Array(count).fill({ text: 'a', ...button })] } })
    const menu = (command: string, description = 'x') => api.setMyCommands([{ command, description }])
    const refused: [call: Promise<unknown>, reason: string][] = [
      [api.sendMessage(5, 'x'), 'chat not found'],
      [api.sendMessage(LUIS.id, 'x'), "403: Forbidden: bot can't initiate conversation with a user"],
      [write(''), 'message text is empty'],
      [write(' \n', html), 'text must be non-empty'],
      [write('<b> </b>', html), 'text must be non-empty'],
      [write('x'.repeat(32_769)), 'text is too long'],
      [write('x'.repeat(4097)), 'message is too long'],
      [edit('x'.repeat(4097)), 'MESSAGE_TOO_LONG'],
      [edit('uno', keyboard), expect.stringMatching(/message is not modified: .* content and reply markup/)],
      [write('*x*', { parse_mode: 'MarkdownV2' }), expect.stringContaining('knows no parse_mode but HTML')],
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
      [upload(Buffer.from('text')), 'IMAGE_PROCESS_FAILED'],
      [upload(Buffer.alloc(10 * 1024 * 1024 + 1)), expect.stringContaining('10485761 bytes is too big')],
      [upload(png(8, 8), 'x'.repeat(1025)), 'message caption is too long'],
      [api.sendPhoto(ANA.id, 'nothing'), 'wrong file identifier/HTTP URL specified'],
      [api.sendPhoto(ANA.id, 'https://example.org/a.png'), 'failed to get HTTP URL content'],
      [api.sendPhoto(ANA.id, document.file_id), "can't use file of type Document as Photo"],
      [api.sendDocument(ANA.id, photo[0]?.file_id ?? ''), "can't use file of type Photo as Document"],
      [api.sendMessage(FORUM_ID, 'x', { message_thread_id: 99 }), 'message thread not found'],
      [api.sendMessage(CHANNEL_ID, 'x', asking), 'inline keyboard expected'],
      [api.sendMessage(GROUP_ID, 'x', toNobody), 'USER_ID_INVALID'],
      [api.getChatMember(GROUP_ID, 0), 'invalid user_id specified'],
      [api.getChatMember(GROUP_ID, 3), 'member not found'],
      [api.getChatMember(ANA.id, LUIS.id), 'member not found'],
    ]
    const reasons = await Promise.all(refused.map(([call]) => refusalOf(call)))
    expect(reasons.map((reason) => reason.replace('400: Bad Request: ', ''))).toEqual(
      refused.map(([, reason]) => reason),
    )
    expect(await api.editMessageReplyMarkup(ANA.id, message_id)).not.toHaveProperty('reply_markup')
    expect((await api.getChatMember(ANA.id, ANA.id)).status).toBe('member')
    await write(`<b>${'x'.repeat(4096)}</b>`, html)
    await buttons({ callback_data: 'ñ'.repeat(32) }, 100)
    await write('x', { reply_markup: { inline_keyboard: [] } })
    await write('x', { reply_parameters: { message_id: 7, allow_sending_without_reply: true } })
  })
})
