import { ANA } from 'telegram-sandbox'
import { expect, test } from 'vitest'
import { ana, CHAT, useBot } from './harness.ts'

const { ask, chats, press, see, seen } = await useBot()

test.each([
  ['/fijar no', []],
  ['/fijar usd', []],
  ['/parar', []],
  ['/ajustes', ['Mis datos', 'Borrar mis datos', 'Sí, borrar todo']],
])('a live message says that it ended, and is unpinned, after %s %j', async (command, buttons) => {
  await ask(ana, '/fijar')
  await expect.poll(async () => (await chats.read(CHAT)).live).toBeDefined()
  const [live] = (await seen(ana)).filter(({ text }) => text?.includes('En vivo'))
  await press(ana, await ask(ana, command), ...buttons)
  const liveText = async () =>
    (await seen(ana)).find(({ message_id }) => message_id === live?.message_id)?.text
  await expect.poll(liveText).toBe('📌 Ya no actualizo este mensaje. Con /fijar pongo otro.')
  const isAnother = command === '/fijar usd'
  const [shown] = (await see(`chats?user=${ANA.id}`)).chats
  expect(shown?.pinned?.text.includes('En vivo') ?? false).toBe(isAnother)
  expect((await chats.read(CHAT)).live !== undefined).toBe(isAnother)
})
