import { expect, test } from 'vitest'
import { GO } from '../../../src/queue/groups.ts'
import { member, startBot } from './harness.ts'

const TOO_FAST = 'Vas muy rápido. Prueba otra vez en 38 s.'
const waiting = (kind: 'notice' | 'silence') => ({ kind, waitMs: 37_200 })

test('a command over the limit of a group gets a notice that one person sees, the next ones nothing', async () => {
  const { limiter, ask, ignored } = await startBot()
  const admissions = [waiting('notice'), waiting('silence')]
  let asked = 0
  limiter.groups.admit = async () => admissions[asked++] ?? GO
  expect((await ask(member, '/tasa')).text).toBe(TOO_FAST)
  expect(await ignored(member, '/tasa')).toBe(true)
})

test.each(['notice', 'silence'] as const)(
  'a button over the limit of a group that says %s tells its presser for how long to wait, and changes nothing',
  async (kind) => {
    const { limiter, ask, buttonData } = await startBot()
    const card = await ask(member, '/tasa')
    limiter.groups.admit = async () => waiting(kind)
    const pressed = await buttonData(member, card, '$ Dólar paralelo')
    expect(pressed.answer).toMatchObject({ answered: true, text: TOO_FAST, show_alert: true })
    expect(pressed.message).toEqual(card)
  },
)

test('a reply that finds its group over the limit is no failure: the presser is told, and nothing is sent', async () => {
  const { limiter, ask, buttonData, lines } = await startBot()
  const card = await ask(member, '/tasa')
  limiter.groups.send = async () => 37_200
  const pressed = await buttonData(member, card, '$ Dólar paralelo')
  expect(pressed.answer).toMatchObject({ answered: true, text: TOO_FAST })
  expect(pressed.message).toEqual(card)
  expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
})
