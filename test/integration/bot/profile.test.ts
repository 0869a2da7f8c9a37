import { expect, it, vi } from 'vitest'
import { setProfile } from '../../../src/bot/profile.ts'
import { messagesIn } from '../../../src/messages/messages.ts'
import { startBot } from './harness.ts'

const wait = { timeout: 30_000, interval: 10 }

it('shows both descriptions in both languages, Spanish to all others, and the menu of commands', async () => {
  const { api } = await startBot()
  await vi.waitUntil(async () => (await api.getChatMenuButton()).type === 'commands', wait)
  const { es, en } = { es: messagesIn('es').profile, en: messagesIn('en', 'es-VE').profile }
  for (const [language_code, words] of [
    ['es', es],
    ['en', en],
    ['fr', es],
  ] as const) {
    expect(await api.getMyDescription({ language_code })).toEqual({ description: words.description })
    expect(await api.getMyShortDescription({ language_code })).toEqual({
      short_description: words.shortDescription,
    })
  }
})

it('does not set a description again that is already right', async () => {
  const { api } = await startBot()
  await vi.waitUntil(async () => (await api.getChatMenuButton()).type === 'commands', wait)
  const methods: string[] = []
  api.config.use((call, method, payload, signal) => {
    methods.push(method)
    return call(method, payload, signal)
  })
  await setProfile(api, 'es')
  expect(methods.filter((method) => method.startsWith('setMy'))).toEqual([])
})
