import { afterEach, expect, test } from 'vitest'
import { quoteOf, startPush, USD } from '../../../support/push.ts'
import { useRedis } from '../../../support/redis.ts'

const GROUP = '-5'
const PERSON = '1'
const PUSHES_MAX = 12
const WINDOW_MS = 62_000

const server = useRedis()
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A group and a person who follow the same. */
async function start() {
  const push = await startPush(server)
  stops.push(push.stop)
  for (const chat of [GROUP, PERSON]) {
    await push.chats.follows.add(chat, USD, { price: '100', at: 1_000 })
    await push.chats.settings.setLanguage(chat, 'en')
  }
  const heardBy = (chat: string): string[] =>
    push.sent.filter((message) => message.chat === chat).map(({ text }) => text)
  /** Until the person has heard so many prices. */
  const told = (count: number) => expect.poll(() => heardBy(PERSON).length).toBe(count)
  const see = (price: string) => push.see({ quote: quoteOf(price), asOf: 1_000 + Number(price) })
  return { ...push, heardBy, told, see }
}

test('a group that has had its share is sent one message later, and others theirs at once', async () => {
  const { redis, queue, limiter, heardBy, told, see } = await start()
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
  const { limiter, judgeBy, heardBy, told, see } = await start()
  judgeBy(async ({ chat }) =>
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
