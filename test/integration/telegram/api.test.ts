import type { RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { HttpError, InlineKeyboard, InputFile } from 'grammy'
import { expect, onTestFinished, test } from 'vitest'
import { png, startSandbox, TOKEN } from '../../../sandbox/test/support/harness.ts'
import { EX_CONFIG, Failure } from '../../../src/runtime/log.ts'
import { createTelegram } from '../../../src/telegram/api.ts'
import { serveInTest } from '../../support/listen.ts'

function connect(apiRoot: string, { token = TOKEN, timeoutSeconds = 30 } = {}) {
  const made = createTelegram({ token, apiRoot, timeoutSeconds })
  onTestFinished(made.close)
  return made
}
const telegram = (apiRoot: string, timeoutSeconds = 30) => connect(apiRoot, { timeoutSeconds }).api

test('a call resolves with the answer, or rejects with the refusal of the Bot API', async () => {
  const { root, say } = await startSandbox()
  await say('/start')
  const api = telegram(root)
  expect((await api.getMe()).username).toBe('tasa_sandbox_bot')
  expect((await api.sendMessage(10_000_001, '<b>1.234,56</b>', { parse_mode: 'HTML' })).text).toBe('1.234,56')
  await expect(api.sendMessage(42, 'x')).rejects.toThrow('400: Bad Request: chat not found')
})

test('a refused token is told apart from a right one and from a server that is away', async () => {
  const { root } = await startSandbox()
  await connect(root).checkToken()
  await connect('http://127.0.0.1:1').checkToken()
  const checking = connect(root, { token: '1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }).checkToken()
  await expect(checking).rejects.toEqual(
    new Failure(
      `BOT_TOKEN is refused by Telegram at ${root} (401 Unauthorized): correct it, @BotFather shows it`,
      { exitCode: EX_CONFIG },
    ),
  )
})

test('a picture is uploaded from memory', async () => {
  const { root, say } = await startSandbox()
  await say('/start')
  const sent = await telegram(root).sendPhoto(10_000_001, new InputFile(png(320, 200), 'chart.png'), {
    caption: 'mes',
  })
  expect(sent.photo.at(-1)).toMatchObject({ width: 320, height: 200 })
})

test('an upload that breaks off rejects, and the next call works', async () => {
  const { root } = await startSandbox()
  const api = telegram(root)
  async function* breaksOff(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(10)
    throw new Error('the disk is gone')
  }
  await expect(api.sendPhoto(10_000_001, new InputFile(breaksOff, 'x.png'))).rejects.toThrow(HttpError)
  expect((await api.getMe()).is_bot).toBe(true)
})

test('an abort ends a call that waits', async () => {
  const { root } = await startSandbox()
  const controller = new AbortController()
  const waiting = telegram(root).getUpdates({ timeout: 20 }, controller.signal as never)
  setTimeout(() => controller.abort(), 50)
  await expect(waiting).rejects.toThrow(HttpError)
})

test.each([
  ['no answer at its time limit', () => {}],
  ['an error page instead of JSON', (_, answer) => answer.writeHead(502).end('<html>Bad Gateway</html>')],
  ['a connection cut in the middle', (request) => request.socket.destroy()],
] satisfies [string, RequestListener][])(
  'a call by grammY, and one that bypasses it, rejects after %s',
  async (_name, listener) => {
    const api = telegram(await serveInTest(listener), 0.1)
    await expect(api.getMe()).rejects.toThrow(HttpError)
    await expect(api.sendMessage(1, 'x')).rejects.toThrow(HttpError)
  },
)

test('a message is posted as JSON, and with a signal of its own it can be aborted', async () => {
  const bodies: unknown[] = []
  const root = await serveInTest(async (request, answer) => {
    bodies.push([request.url, request.headers['content-type'], JSON.parse(String(await buffer(request)))])
    if (bodies.length === 1) answer.end('{"ok":true,"result":{"message_id":7}}')
  })
  const api = telegram(root)
  const reply_markup = new InlineKeyboard().text('a', 'b')
  expect(await api.sendMessage(1, 'x', { reply_markup, message_thread_id: undefined } as never)).toEqual({
    message_id: 7,
  })
  const keyboard = { inline_keyboard: [[{ text: 'a', callback_data: 'b' }]] }
  expect(bodies).toEqual([
    [`/bot${TOKEN}/sendMessage`, 'application/json', { chat_id: 1, text: 'x', reply_markup: keyboard }],
  ])
  const controller = new AbortController()
  const waiting = api.sendMessage(1, 'y', {}, controller.signal as never)
  await expect.poll(() => bodies.length).toBe(2)
  controller.abort()
  await expect(waiting).rejects.toThrow(HttpError)
})
