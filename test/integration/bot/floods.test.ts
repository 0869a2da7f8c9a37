import { expect, test } from 'vitest'
import { GO } from '../../../src/queue/groups.ts'
import { ana, CHAT, channel, member, owner, useBot } from './harness.ts'

const { ask, buttonData, chats, ignored, limiter, lines, press, time } = await useBot()

const TOO_FAST = 'Vas muy rápido. Prueba otra vez en 38 s.'
const waiting = (kind: 'notice' | 'silence') => ({ kind, waitMs: 37_200 })

test('a command over the limit of a group gets a notice that one person sees, the next ones nothing', async () => {
  const admissions = [waiting('notice'), waiting('silence')]
  let asked = 0
  limiter.groups.admit = async () => admissions[asked++] ?? GO
  expect((await ask(member, '/tasa')).text).toBe(TOO_FAST)
  expect(await ignored(member, '/tasa')).toBe(true)
})

test('a button over the limit of a group tells its presser for how long to wait, and changes nothing', async () => {
  const card = await ask(member, '/tasa')
  for (const kind of ['notice', 'silence'] as const) {
    limiter.groups.admit = async () => waiting(kind)
    const pressed = await buttonData(member, card, '$ Dólar paralelo')
    expect(pressed.answer).toMatchObject({ answered: true, text: TOO_FAST, show_alert: true })
    expect(pressed.message).toEqual(card)
  }
})

test('a reply that finds its group over the limit is no failure: the presser is told, and nothing is sent', async () => {
  const card = await ask(member, '/tasa')
  limiter.groups.send = async () => 37_200
  const pressed = await buttonData(member, card, '$ Dólar paralelo')
  expect(pressed.answer).toMatchObject({ answered: true, text: TOO_FAST })
  expect(pressed.message).toEqual(card)
  expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

test('an administrator may make 20 changes at once in a group over its limit, and is told at the next press', async () => {
  limiter.groups.admit = async () => waiting('silence')
  let message = await ask(owner, '/seguir usd')
  for (let change = 1; change < 20; change++)
    message = await press(owner, message, change % 2 ? 'Dejar de seguir' : 'Seguir')
  const { answer } = await buttonData(owner, message, 'Seguir')
  expect(answer).toMatchObject({ text: expect.stringMatching(/^Vas muy rápido/) })
})

test('a press below a post of a channel counts as one of its presser, not of the channel', async () => {
  const card = await ask(channel, '/tasa usd')
  const asked: unknown[] = []
  limiter.groups.admit = async (...asker: unknown[]) => {
    asked.push(asker)
    return GO
  }
  await buttonData(channel, card, '↻ Actualizar')
  expect(asked).toEqual([[String(channel.chat), CHAT, 'press']])
})

test('an update from before its chat was found to be unreachable is ignored', async () => {
  const card = await ask(ana, '/tasa usd')
  const { read } = chats
  const leaves = [time.now - 59_999, Date.now() + 60_000]
  chats.read = async (chat) => {
    const leftAt = leaves.shift()
    return { ...(await read(chat)), ...(leftAt && { leftAt }) }
  }
  expect(await press(ana, card, '$ Dólar paralelo')).toEqual(card)
  expect(await ignored(ana, '/tasa')).toBe(true)
})
