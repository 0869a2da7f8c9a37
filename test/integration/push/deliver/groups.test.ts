import { beforeEach, expect, test } from 'vitest'
import { quoteOf, USD, usePush } from '../../../support/push.ts'

const GROUP = '-5'
const PERSON = '1'
const PUSHES_MAX = 12
const WINDOW_MS = 62_000

const push = await usePush()

/** A group and a person follow the same. */
beforeEach(async () => {
  for (const chat of [GROUP, PERSON]) {
    await push.chats.follows.add(chat, USD, { price: '100', at: 1_000 })
    await push.chats.settings.setLanguage(chat, 'en')
  }
})

const heardBy = (chat: string): string[] =>
  push.sent.filter((message) => message.chat === chat).map(({ text }) => text)
/** Until the person has heard so many prices. */
const told = (count: number) => expect.poll(() => heardBy(PERSON).length).toBe(count)
const see = (price: string) => push.see({ quote: quoteOf(price), asOf: 1_000 + Number(price) })

test('a group that has had its share is sent one message later, and others theirs at once', async () => {
  const { redis, queue, limiter } = push
  for (let i = 0; i < PUSHES_MAX; i++) await limiter.groups.send(GROUP, 'push')
  await see('101')
  await told(1)
  await see('102')
  await told(2)
  expect(heardBy(GROUP)).toEqual([])
  for (const member of await redis.zrange(`group:${GROUP}`, '0', '-1'))
    await redis.zincrby(`group:${GROUP}`, -WINDOW_MS, member)
  await queue.hurry(GROUP)
  await expect.poll(() => heardBy(GROUP).length).toBe(1)
  expect(heardBy(GROUP)[0]).toContain('102')
})

test('a 429 for a group stops price updates and commands of that group alone', async () => {
  const { limiter } = push
  push.judgeBy(async ({ chat }) =>
    chat === GROUP ? { kind: 'pause', reason: 'flood_limit', afterMs: 60_000 } : { kind: 'sent' },
  )
  await see('101')
  await told(1)
  await expect.poll(() => limiter.groups.admit(GROUP, '7')).toMatchObject({ kind: 'silence' })
  await see('102')
  await told(2)
  expect(limiter.pausedForMs()).toBe(0)
  expect(heardBy(GROUP)).toEqual([])
})
