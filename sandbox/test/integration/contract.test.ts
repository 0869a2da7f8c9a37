import { type Api, InlineKeyboard, InlineQueryResultBuilder, InputFile, InputMediaBuilder } from 'grammy'
import { describe, expect, it } from 'vitest'
import { allMethods } from '../../src/bot-api/bot-api.ts'
import { createWebhook } from '../../src/bot-api/webhook.ts'
import { createState } from '../../src/state.ts'
import { SILENT } from '../../src/surroundings.ts'
import { ANA, BASIC_GROUP_ID, CHANNEL_ID, FORUM_ID, GROUP_ID, LUIS } from '../../src/world/cast.ts'
import { png, startSandbox, TOKEN } from '../support/harness.ts'
import { type Answered, complaintsAbout } from '../support/shapes.ts'

type Sandbox = Awaited<ReturnType<typeof startSandbox>>

const KINDS = [
  'message',
  'channel_post',
  'callback_query',
  'inline_query',
  'guest_message',
  'my_chat_member',
] as const
const ana = { user: ANA.id, chat: ANA.id }
const inGroup = { user: ANA.id, chat: GROUP_ID }
const inChannel = { user: ANA.id, chat: CHANNEL_ID }
const buttons = new InlineKeyboard()
  .text('a', 'a')
  .primary()
  .copyText('b', '1')
  .row()
  .switchInlineCurrent('c', 'usd')
  .url('d', 'https://example.org')

const article = InlineQueryResultBuilder.article('1', 'x', { reply_markup: buttons }).text('x')

function record(api: Api): Answered[] {
  const answers: Answered[] = []
  api.config.use(async (call, method, payload, signal) => {
    const answer = await call(method, payload, signal)
    if (answer.ok) answers.push({ method, result: answer.result })
    return answer
  })
  return answers
}

async function write(api: Api): Promise<void> {
  const { message_id } = await api.sendMessage(ANA.id, '*Hola* https://example.org', {
    reply_markup: buttons,
  })
  await api.editMessageText(ANA.id, message_id, '<b>1</b>', { parse_mode: 'HTML' })
  await api.editMessageReplyMarkup(ANA.id, message_id, { reply_markup: buttons })
  const { photo } = await api.sendPhoto(ANA.id, new InputFile(png(60, 30), 'a.png'), { caption: 'a' })
  const again = await api.sendPhoto(ANA.id, photo[0]?.file_id ?? '', {
    reply_parameters: { message_id },
  })
  const other = InputMediaBuilder.photo(new InputFile(png(70, 30), 'b.png'))
  await api.editMessageMedia(ANA.id, again.message_id, other)
  await api.sendDocument(ANA.id, new InputFile(Buffer.from('a'), 'a.csv'))
  await api.sendChatAction(ANA.id, 'upload_photo')
  await api.sendMessage(FORUM_ID, 'x', { message_thread_id: 2, reply_markup: { force_reply: true } })
  await api.deleteMessage(ANA.id, message_id)
}

async function introduce(api: Api): Promise<void> {
  await api.getMe()
  await api.setMyCommands([{ command: 'rate', description: 'x' }], { language_code: 'es' })
  await api.getMyCommands({ language_code: 'es' })
  await api.setMyDescription('x', { language_code: 'en' })
  await api.getMyDescription({ language_code: 'en' })
  await api.setMyShortDescription('x')
  await api.getMyShortDescription()
  await api.setChatMenuButton({ menu_button: { type: 'commands' } })
  await api.getChatMenuButton()
}

async function look(api: Api): Promise<void> {
  for (const chat of [ANA.id, GROUP_ID, FORUM_ID, BASIC_GROUP_ID, CHANNEL_ID]) await api.getChat(chat)
  for (const user of [ANA.id, LUIS.id]) await api.getChatMember(GROUP_ID, user)
  for (const chat of [GROUP_ID, BASIC_GROUP_ID, CHANNEL_ID]) await api.getChatAdministrators(chat)
}

async function pin(api: Api): Promise<void> {
  const { message_id } = await api.sendMessage(CHANNEL_ID, 'x')
  await api.pinChatMessage(CHANNEL_ID, message_id)
  await api.getChat(CHANNEL_ID)
  await api.unpinChatMessage(CHANNEL_ID, message_id)
}

/** One update of every kind, from what people do. */
async function live({ act, say }: Sandbox, api: Api): Promise<void> {
  await say('/start')
  const { message_id } = await api.sendMessage(ANA.id, 'x', { reply_markup: buttons })
  await act('send', { ...inGroup, text: '/rate@tasa_sandbox_bot', anonymous: true })
  await act('send', { ...inChannel, text: 'x' })
  await act('rank', { ...inGroup, member: LUIS.id, administrator: true })
  await act('block', ana)
  await act('unblock', ana)
  await act('remove', inGroup)
  await act('send', { ...inGroup, text: '@tasa_sandbox_bot usd' })
  await act('add', { ...inGroup, administrator: true })
  await act('upgrade', { user: ANA.id, chat: BASIC_GROUP_ID })
  await answer({ act }, api, message_id)
}

async function answer({ act }: Pick<Sandbox, 'act'>, api: Api, messageId: number): Promise<void> {
  const pressed = act('press', { ...ana, message_id: messageId, data: 'a' })
  const asked = act('inline', { ...ana, query: 'usd' })
  const kinds = async () => (await api.getUpdates()).flatMap((update) => Object.keys(update))
  await expect.poll(kinds).toEqual(expect.arrayContaining(['callback_query', 'inline_query']))
  for (const { callback_query, inline_query, guest_message } of await api.getUpdates()) {
    if (callback_query) await api.answerCallbackQuery(callback_query.id, { text: 'x' })
    if (guest_message) await api.answerGuestQuery(guest_message.guest_query_id ?? '', article)
    if (inline_query) await api.answerInlineQuery(inline_query.id, [article])
  }
  await pressed
  await act('choose', { ...ana, query_id: (await asked).query_id, result_id: '1' })
}

describe('the contract with the types of the Bot API', () => {
  it('holds for the answer of every method of the sandbox and for every kind of update', async () => {
    const sandbox = await startSandbox()
    const { api } = sandbox
    const answers = record(api)
    await api.getUpdates({ allowed_updates: KINDS })
    await look(api)
    await live(sandbox, api)
    const kinds = new Set((await api.getUpdates()).flatMap((update) => Object.keys(update)))
    for (const drive of [write, introduce, pin]) await drive(api)
    await api.setWebhook('http://127.0.0.1:9/', { secret_token: 'a', allowed_updates: ['message'] })
    await api.getWebhookInfo()
    await api.deleteWebhook()
    expect(await complaintsAbout(answers)).toEqual([])
    expect([...new Set(answers.map(({ method }) => method))].sort()).toEqual(claimed())
    expect([...kinds]).toEqual(expect.arrayContaining([...KINDS]))
  })
})

function claimed(): string[] {
  const state = createState({ botToken: TOKEN, clock: Date.now })
  return Object.keys(allMethods(state, createWebhook({ ...state, log: SILENT }))).sort()
}
