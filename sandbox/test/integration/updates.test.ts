import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { InlineKeyboard } from 'grammy'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ANA, EMMA, GROUP_ID } from '../../src/world/cast.ts'
import { startSandbox } from '../support/harness.ts'

const inPrivate = { user: ANA.id, chat: ANA.id }
const keyboard = { reply_markup: new InlineKeyboard().text('a', 'b') }
const inGroup = { user: ANA.id, chat: GROUP_ID }

/** A bot's webhook that answers with the given statuses, then with 200. */
async function startReceiver(...statuses: number[]) {
  const seen: { secret: unknown; text: string }[] = []
  const server = createServer(async (request, response) => {
    const { message } = (await json(request)) as { message: { text: string } }
    seen.push({ secret: request.headers['x-telegram-bot-api-secret-token'], text: message.text })
    response.writeHead(statuses.shift() ?? 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => void server.close())
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

describe('updates', () => {
  it('go to the webhook in order, with its secret, and are repeated until it accepts them', async () => {
    const { api, say } = await startSandbox()
    const { seen, url } = await startReceiver(500, 503)
    await api.setWebhook(url, { secret_token: 'abc_123' })
    await say('uno')
    await say('dos')
    await expect.poll(() => seen.map(({ text }) => text)).toEqual(['uno', 'uno', 'uno', 'dos'])
    expect(new Set(seen.map(({ secret }) => secret))).toEqual(new Set(['abc_123']))
    expect(await api.getWebhookInfo()).toMatchObject({ url, pending_update_count: 0 })
    await expect(api.getUpdates()).rejects.toThrow("409: Conflict: can't use getUpdates method while webhook")
  })
})

describe('people', () => {
  it('can remove the bot from a group and add it again', async () => {
    const { api, act } = await startSandbox()
    await act('remove', inGroup)
    await expect(api.sendMessage(GROUP_ID, 'x')).rejects.toThrow('403: Forbidden: bot was kicked')
    await act('add', inGroup)
    await api.sendMessage(GROUP_ID, 'x')
    const kinds = (await api.getUpdates()).map((update) => Object.keys(update)[1])
    expect(kinds).toEqual(['my_chat_member', 'my_chat_member', 'message'])
  })

  it('write in groups, where the bot gets only commands, mentions and replies', async () => {
    const { api, act } = await startSandbox()
    const { message_id } = await api.sendMessage(GROUP_ID, '¿Cuánto?')
    const seen = ['/rate', '/rate@tasa_sandbox_bot usd', 'oye @tasa_sandbox_bot']
    for (const text of ['buenas', '/rate@other_bot', ...seen]) await act('send', { ...inGroup, text })
    await act('send', { ...inGroup, text: '100', reply_to: message_id })
    const texts = (await api.getUpdates()).map((update) => update.message?.text)
    expect(texts).toEqual([...seen, '100'])
  })
})

describe('a bot of grammY', () => {
  it('cannot answer a button any more after its time is over', async () => {
    const { api, act, say } = await startSandbox({ answerableMs: 50 })
    await say('/start')
    const { message_id } = await api.sendMessage(ANA.id, 'x', keyboard)
    expect(await act('press', { ...inPrivate, message_id, data: 'b' })).toEqual({ answered: false })
    const query = (await api.getUpdates()).at(-1)?.callback_query
    await expect(api.answerCallbackQuery(query?.id ?? '')).rejects.toThrow(/query is too old/)
  })

  it('takes updates until an offset confirms them, and does not delay the stop of the sandbox', async () => {
    const { root, api, act, see, say, stop } = await startSandbox({ answerableMs: 60_000 })
    await say('/start')
    const { message_id } = await api.sendMessage(ANA.id, 'x', keyboard)
    const pressed = act('press', { ...inPrivate, message_id, data: 'b' })
    const live = fetch(`${root}/chat/events`).then((response) => response.text())
    const ended = live.catch(() => 'ended')
    await expect.poll(() => api.getUpdates()).toHaveLength(2)
    const [first, update] = await api.getUpdates()
    expect(await api.getUpdates({ limit: 1 })).toEqual([first])
    const polled = api.getUpdates({ offset: (update?.update_id ?? 0) + 1, timeout: 50 })
    await see('people')
    const again = polled.then(() => api.getUpdates({ timeout: 50 })).then(String, () => 'gone')
    await stop()
    expect(await Promise.all([pressed, polled, ended])).toEqual([{ answered: false }, [], 'ended'])
    await again
  })

  it("has its commands shown in the person's language, and others to an administrator", async () => {
    const { api, see } = await startSandbox()
    const set = (command: string, type: 'default' | 'all_chat_administrators', language_code: 'es' | 'en') =>
      api.setMyCommands([{ command, description: 'x' }], { scope: { type }, language_code })
    await set('rate', 'default', 'en')
    await set('tasa', 'default', 'es')
    await set('admin', 'all_chat_administrators', 'es')
    const seenBy = async ({ id }: { id: number }) =>
      (await see(`chats?user=${id}`)).chats.slice(0, 2).map(({ commands }) => commands)
    const list = (command: string) => [{ command, description: 'x' }]
    expect(await seenBy(ANA)).toEqual([list('tasa'), list('admin')])
    expect(await seenBy(EMMA)).toEqual([list('rate'), list('rate')])
  })
})
