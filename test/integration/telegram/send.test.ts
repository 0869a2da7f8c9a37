import type { RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'
import { Agent, buildConnector } from 'undici'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTelegram } from '../../../src/telegram/api.ts'
import { createPost } from '../../../src/telegram/post.ts'
import type { Message } from '../../../src/telegram/send.ts'
import { serveInTest } from '../../support/listen.ts'

const TOKEN = '1:token'
const NO_ANSWER = { kind: 'retry', afterMs: 1_000 }
const BLOCKED = 'Forbidden: bot was blocked by the user'
/** What the Bot API answers to a call that it refuses. */
const refusalOf = (error_code: number, description: string, more: object = {}): string =>
  JSON.stringify({ ok: false, error_code, description, ...more })

function sender(apiRoot: string, change: { timeoutSeconds?: number; isPaid?: boolean } = {}) {
  const telegram = createTelegram({ token: TOKEN, apiRoot, ...change })
  onTestFinished(telegram.close)
  return telegram
}

/** Sends one message to a server that answers so. */
const sendTo = async (listener: RequestListener, change = {}) =>
  sender(await serveInTest(listener), change).send('1', { text: 'x' })

/** Sends one message and answers what the server was sent. */
async function posted(change: { isPaid?: boolean } = {}, more: Partial<Message> = {}): Promise<unknown> {
  let call: unknown
  const root = await serveInTest(async (request, answer) => {
    call = { url: request.url, method: request.method, body: await json(request) }
    answer.end('{"ok":true,"result":{}}')
  })
  const sendResult = await sender(root, change).send('-100123', { text: '<b>1.234,56</b>', ...more })
  expect(sendResult).toEqual({ kind: 'sent' })
  return call
}

const body = {
  chat_id: '-100123',
  text: '<b>1.234,56</b>',
  parse_mode: 'HTML',
  link_preview_options: { is_disabled: true },
}

describe('a message', () => {
  it('is posted as HTML without a preview', async () => {
    expect(await posted()).toEqual({ url: `/bot${TOKEN}/sendMessage`, method: 'POST', body })
  })

  it('goes to its topic, with its buttons', async () => {
    const keyboard = { inline_keyboard: [[{ text: 'Dejar', callback_data: '+u' }]] }
    expect(await posted({}, { thread: 7, keyboard })).toMatchObject({
      body: { ...body, message_thread_id: 7, reply_markup: keyboard },
    })
  })

  it('is paid for only where the operator configured it', async () => {
    expect(await posted({ isPaid: true })).toMatchObject({ body: { ...body, allow_paid_broadcast: true } })
    expect(await posted({ isPaid: false })).toMatchObject({ body })
    expect(JSON.stringify(await posted())).not.toContain('paid')
  })

  const TOO_LONG = 'Bad Request: message is too long'

  it.each([
    [429, 'Too Many Requests', { kind: 'pause', reason: 'flood_limit', afterMs: 7_000 }],
    [403, BLOCKED, { kind: 'unreachable', reason: BLOCKED }],
    [400, TOO_LONG, { kind: 'fail', reason: TOO_LONG }],
  ])('that is refused with %i has the SendResult that Telegram names', async (status, text, sendResult) => {
    const refusal = refusalOf(status, text, { parameters: { retry_after: 7 } })
    expect(await sendTo((_, answer) => answer.writeHead(status).end(refusal))).toEqual(sendResult)
  })

  it('has the SendResult of a refusal that comes in pieces, split within a letter', async () => {
    const bytes = Buffer.from(refusalOf(400, 'Bad Request: «ñ»'))
    const middle = bytes.indexOf('ñ') + 1
    const sendResult = await sendTo((_, answer) => {
      answer.writeHead(400).write(bytes.subarray(0, middle))
      setTimeout(() => answer.end(bytes.subarray(middle)), 20)
    })
    expect(sendResult).toEqual({ kind: 'fail', reason: 'Bad Request: «ñ»' })
  })
})

describe('a message that may or may not have been accepted is sent again after', () => {
  it.each([
    ['a reset before any answer', (request) => request.socket.destroy()],
    [
      'a reset in the middle of a refusal',
      (request, answer) => {
        answer.writeHead(400, { 'content-length': 100 }).write('{"ok":false,"error_code":400')
        setTimeout(() => request.socket.destroy(), 20)
      },
    ],
    ['an error page', (_, answer) => answer.writeHead(502).end('<html>Bad Gateway</html>')],
    [
      'JSON that is not from Telegram',
      (_, answer) => answer.writeHead(403).end('{"message":"forbidden by a proxy"}'),
    ],
    [
      'a refusal without a text',
      (_, answer) => answer.writeHead(400).end('{"ok":false,"error_code":400,"description":{"toString":1}}'),
    ],
    [
      'a refusal far longer than any of Telegram',
      (_, answer) => answer.writeHead(403).end(refusalOf(403, BLOCKED, { more: 'x'.repeat(1_000_000) })),
    ],
    ['a redirect', (_, answer) => answer.writeHead(302, { location: '/elsewhere' }).end()],
    [
      'an endless error page',
      (_, answer) => {
        answer.writeHead(500)
        const chunk = 'x'.repeat(16_384)
        const pour = (): void => void (answer.writable && answer.write(chunk, pour))
        pour()
      },
    ],
  ] satisfies [string, RequestListener][])('%s', async (_case, listener) => {
    expect(await sendTo(listener)).toEqual(NO_ANSWER)
  })

  it.each([
    ['no answer', () => {}],
    [
      'a refusal that trickles, each piece in time',
      (_, answer) => {
        answer.writeHead(400)
        const drip = setInterval(() => answer.write(' '), 20)
        answer.on('close', () => clearInterval(drip))
      },
    ],
  ] satisfies [string, RequestListener][])('%s within the time limit', async (_case, listener) => {
    const ended: unknown[] = []
    const noting: RequestListener = (request, answer) => {
      answer.on('close', () => ended.push(request.url))
      listener(request, answer)
    }
    expect(await sendTo(noting, { timeoutSeconds: 0.2 })).toEqual(NO_ANSWER)
    await expect.poll(() => ended).toHaveLength(1)
  })

  it('a closed port, and more messages than connections', async () => {
    const { send } = sender('http://127.0.0.1:1')
    const sending = Array.from({ length: 1_000 }, (_, chat) => send(String(chat), { text: 'x' }))
    expect(await Promise.all(sending)).toEqual(sending.map(() => NO_ANSWER))
  })

  it('a stop that closed the connections', async () => {
    const { send, close } = sender(await serveInTest(() => {}))
    const waiting = send('1', { text: 'x' })
    await close()
    expect(await waiting).toEqual(NO_ANSWER)
    expect(await send('1', { text: 'x' })).toEqual(NO_ANSWER)
  })
})

it.each([
  ['accepted is sent', 200, { 'content-length': 100 }, '{"ok":true', { kind: 'sent' }],
  ['refused is refused', 403, {}, refusalOf(403, BLOCKED), { kind: 'unreachable', reason: BLOCKED }],
])(
  'a message that was %s, even if the end of the answer is lost',
  async (_case, status, headers, begun, result) => {
    const sendResult = await sendTo((request, answer) => {
      answer.writeHead(status, headers).write(begun)
      setTimeout(() => request.socket.destroy(), 20)
    })
    expect(sendResult).toEqual(result)
  },
)

it('more messages than connections wait for one, and no longer than their time', async () => {
  let posts = 0
  const root = await serveInTest(() => {
    posts += 1
  })
  const { send } = sender(root, { timeoutSeconds: 2 })
  const sending = Array.from({ length: 500 }, (_, chat) => send(String(chat), { text: 'x' }))
  await expect.poll(() => posts).toBe(384)
  expect(await Promise.all(sending)).toEqual(sending.map(() => NO_ANSWER))
})

it('a message whose connection comes too late is not sent any more', async () => {
  let posts = 0
  const apiRoot = await serveInTest((_, answer) => {
    posts += 1
    answer.end('{"ok":true}')
  })
  const connector = buildConnector({})
  const open = Promise.withResolvers<void>()
  const dispatcher = new Agent({
    connect: (options, done) => void open.promise.then(() => connector(options, done)),
    connections: 1,
  })
  onTestFinished(() => dispatcher.destroy())
  const post = (timeoutMs: number) =>
    createPost({ token: TOKEN, apiRoot, dispatcher, timeoutMs })('sendMessage', {})
  expect(String(await post(200))).toContain('timed out after 200 ms')
  const next = post(60_000)
  open.resolve()
  expect([await next, posts]).toMatchObject([{ status: 200 }, 1])
})
