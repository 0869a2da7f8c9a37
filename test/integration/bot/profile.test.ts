import { expect, it } from 'vitest'
import { setMenus, setProfile } from '../../../src/bot/profile.ts'
import { wordsIn } from '../../../src/words/words.ts'
import { useBot } from './harness.ts'

const { api } = await useBot()

it('shows both descriptions in both languages, Spanish to all others, and the menu of commands', async () => {
  await expect.poll(() => api.getChatMenuButton()).toEqual({ type: 'commands' })
  const { es, en } = { es: wordsIn('es').profile, en: wordsIn('en', 'es-VE').profile }
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

it('does not set a menu, a description or the menu button again that is already right', async () => {
  await expect.poll(() => api.getChatMenuButton()).toEqual({ type: 'commands' })
  const methods: string[] = []
  api.config.use((call, method, payload, signal) => {
    methods.push(method)
    return call(method, payload, signal)
  })
  const set = async (): Promise<void> => {
    await setMenus(api, { changing: new Set(['follow']), defaultLanguage: 'es' })
    await setProfile(api, 'es')
  }
  await set()
  methods.length = 0
  await set()
  expect(methods.filter((method) => method.startsWith('set'))).toEqual([])
  await api.setMyCommands([{ command: 'rate', description: 'of another program' }], { language_code: 'en' })
  await set()
  expect(methods.filter((method) => method.startsWith('set'))).toEqual(['setMyCommands', 'setMyCommands'])
})
