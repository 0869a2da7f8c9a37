import { ANA } from 'telegram-sandbox'
import { expect, test, vi } from 'vitest'
import { startBot } from './harness.ts'

const ana = { user: ANA.id, chat: ANA.id }
const alpha = { quote: { price: '349.9272', monitor: { key: 'usd', page: 'page_alpha' } } }
const beta = { quote: { price: '812.4', monitor: { key: 'usd', page: 'page_beta' } } }

test.each([
  ['a price', '/alertas usd > 400', [alpha]],
  ['a gap', '/alertas brecha > 150', [alpha, beta]],
])(
  'an alert on %s, and another value for it, count from the prices that were shown',
  async (_case, line, seen) => {
    const { ask, buttonData, chats } = await startBot()
    const [add, edit] = [vi.spyOn(chats.alerts, 'add'), vi.spyOn(chats.alerts, 'edit')]
    await buttonData(ana, await ask(ana, line), 'Cambiar el valor')
    await ask(ana, '500')
    const shown = [...add.mock.calls, ...edit.mock.calls].map((given: readonly unknown[]) => given[3])
    expect(shown).toMatchObject([seen, seen])
  },
)

test.each([
  ['Avísame si el dólar baja de 500', 'paralelo baja de'],
  ['Avísame si el dólar sube de 500', 'oficial supera'],
  ['Avísame si el dólar baja de 300', 'oficial baja de'],
  ['Avísame si el dólar sube de 300', 'oficial supera'],
  ['Avísame si el oficial baja de 500', 'oficial baja de'],
])('%s: of several dollars it is on the first that has not got there yet', async (line, told) => {
  const { ask } = await startBot()
  expect((await ask(ana, line)).text).toContain(told)
})
