import { InlineKeyboard } from 'grammy'
import { describe, expect, it } from 'vitest'
import { ANA, EMMA } from '../../src/world/cast.ts'
import { startSandbox } from '../support/harness.ts'

const alone = { user: ANA.id, chat: ANA.id }

describe('a bot of grammY', () => {
  it('cannot answer a button any more after its time is over', async () => {
    const { api, act, say } = await startSandbox({ answerableMs: 50 })
    await say('/start')
    const { message_id } = await api.sendMessage(ANA.id, 'x', {
      reply_markup: new InlineKeyboard().text('a', 'b'),
    })
    expect(await act('press', { ...alone, message_id, data: 'b' })).toEqual({ answered: false })
    const query = (await api.getUpdates()).at(-1)?.callback_query
    await expect(api.answerCallbackQuery(query?.id ?? '')).rejects.toThrow(/query is too old/)
  })

  it('does not delay the stop of the sandbox', async () => {
    const { root, api, act, see, say, stop } = await startSandbox({ answerableMs: 60_000 })
    await say('/start')
    const { message_id } = await api.sendMessage(ANA.id, 'x', {
      reply_markup: new InlineKeyboard().text('a', 'b'),
    })
    const pressed = act('press', { ...alone, message_id, data: 'b' })
    const live = fetch(`${root}/chat/events`).then((response) => response.text())
    const ended = live.catch(() => 'ended')
    await expect.poll(() => api.getUpdates()).toHaveLength(2)
    const [, update] = await api.getUpdates()
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
