import { ANA } from 'telegram-sandbox'
import { describe, expect, test } from 'vitest'
import { ana, CHAT, startBot } from './harness.ts'

type Bot = Awaited<ReturnType<typeof startBot>>

const ENDS: Readonly<Record<string, (bot: Bot) => Promise<unknown>>> = {
  '/fijar no': ({ ask }) => ask(ana, '/fijar no'),
  'another one': ({ ask }) => ask(ana, '/fijar usd'),
  '/parar': ({ ask }) => ask(ana, '/parar'),
  async 'the deletion of all that is kept'({ ask, buttonData }) {
    let message = await ask(ana, '/ajustes')
    for (const caption of ['Mis datos', 'Borrar mis datos', 'Sí, borrar todo'])
      message = (await buttonData(ana, message, caption)).message
  },
}

describe('a live message', () => {
  test.each(Object.entries(ENDS))('says that it ended, and is unpinned, after %s', async (how, end) => {
    const bot = await startBot()
    await bot.ask(ana, '/fijar')
    const [live] = (await bot.seen(ana)).filter(({ text }) => text?.includes('En vivo'))
    await end(bot)
    const liveText = async () =>
      (await bot.seen(ana)).find(({ message_id }) => message_id === live?.message_id)?.text
    await expect.poll(liveText).toBe('📌 Ya no actualizo este mensaje. Con /fijar pongo otro.')
    const { pinned_message: pinned } = await bot.api.getChat(ANA.id)
    expect(pinned?.text?.includes('En vivo') ?? false).toBe(how === 'another one')
    expect((await bot.chats.read(CHAT)).live !== undefined).toBe(how === 'another one')
  })
})
