import { expect, test } from 'vitest'
import { type Admission, createGroups } from '../../../src/queue/groups.ts'
import { useEmptyRedis } from '../../support/redis.ts'

const { redis, connect } = await useEmptyRedis()
const groups = createGroups(redis)
const GROUP = '-5'
const WINDOW_MS = 62_000

/** As if that long had gone by since what is known of the group. */
async function age(ms: number): Promise<void> {
  for (const member of await redis.zrange(`group:${GROUP}`, '0', '-1'))
    await redis.zincrby(`group:${GROUP}`, -ms, member)
}

/** How many of so many messages went out. */
async function send(kind: 'push' | 'reply', count: number, { send: one } = groups): Promise<number> {
  let sent = 0
  for (let i = 0; i < count; i++) sent += (await one(GROUP, kind)) === 0 ? 1 : 0
  return sent
}

/** Commands that are answered by one message each, where they may begin; of another member each, if none is named. */
async function command(count: number, member?: string): Promise<string[]> {
  const admissions: string[] = []
  for (let i = 0; i < count; i++) {
    const { kind } = await groups.admit(GROUP, member ?? `${i}`)
    if (kind !== 'silence') await groups.send(GROUP, 'reply')
    admissions.push(kind)
  }
  return admissions
}

const waitOf = (admission: Admission): number => (admission.kind === 'go' ? 0 : admission.waitMs)

const counted = (admissions: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    ['go', 'notice', 'silence'].map((kind) => [kind, admissions.filter((one) => one === kind).length]),
  )

test('two processes together send a group no more than 20 messages in a minute, whatever they are', async () => {
  const other = createGroups(await connect())
  const kinds = ['push', 'reply'] as const
  const sent = await Promise.all(kinds.flatMap((kind) => [send(kind, 30), send(kind, 30, other)]))
  expect(sent.reduce((sum, count) => sum + count)).toBe(20)
})

test('a message without room is told in how many ms there is room', async () => {
  await groups.send(GROUP, 'reply')
  await age(30_000)
  await send('reply', 19)
  const waitMs = await groups.send(GROUP, 'reply')
  expect(waitMs).toBeGreaterThan(WINDOW_MS - 30_000 - 5_000)
  expect(waitMs).toBeLessThanOrEqual(WINDOW_MS - 30_000)
  await age(waitMs)
  expect(await send('reply', 2)).toBe(1)
})

test('of 40 commands 14 begin, one gets a notice, and the others get no answer', async () => {
  expect(counted(await command(40))).toEqual({ go: 14, notice: 1, silence: 25 })
})

test('whoever waits for as long as a refusal says is answered: a group that asked too much, and a member of it', async () => {
  for (const member of [undefined, '1']) {
    await redis.flushall()
    await command(4, member)
    await age(20_000)
    await command(36, member)
    const waitMs = waitOf(await groups.admit(GROUP, member ?? '99'))
    expect(waitMs).toBeGreaterThan(WINDOW_MS - 25_000)
    expect(waitMs).toBeLessThanOrEqual(WINDOW_MS - 20_000)
    await age(waitMs - 5_000)
    expect((await groups.admit(GROUP, member ?? '99')).kind).toBe('silence')
    await age(5_000)
    expect(await groups.admit(GROUP, member ?? '99')).toEqual({ kind: 'go' })
  }
})

test('a press that is refused leaves the notice to the next message', async () => {
  expect(counted(await command(14))).toMatchObject({ go: 14 })
  expect(await groups.admit(GROUP, '99', 'press')).toMatchObject({ kind: 'silence' })
  expect(await groups.admit(GROUP, '99')).toMatchObject({ kind: 'notice' })
})

test('commands leave room for price updates, and price updates for commands', async () => {
  await command(40)
  expect(await send('push', 20)).toBe(3)
  await age(WINDOW_MS)
  expect(await send('push', 20)).toBe(12)
  expect(counted(await command(20))).toEqual({ go: 6, notice: 1, silence: 13 })
})

test("a member who floods gets one notice, and leaves half of the group's answers to the others", async () => {
  expect(counted(await command(40, '1'))).toEqual({ go: 7, notice: 1, silence: 32 })
  expect(counted(await command(40, '2'))).toEqual({ go: 3, notice: 1, silence: 36 })
  expect(await command(2, '3')).toEqual(['go', 'silence'])
  expect(await command(1, '4')).toEqual(['go'])
})

test('other members have room beside one who floods and endless price updates, for a minute and after it', async () => {
  for (let minute = 0; minute < 2; minute++) {
    for (let i = 0; i < 20; i++) await Promise.all([send('push', 1), command(2, '1')])
    expect(await command(2, '2')).toEqual(['go', 'go'])
    expect(await send('reply', 1)).toBe(1)
    await age(WINDOW_MS)
  }
})

test('a group that Telegram refuses is sent nothing, not even a notice', async () => {
  await groups.pause(GROUP, 90_000)
  await groups.pause(GROUP, 1_000)
  const admission = await groups.admit(GROUP, '7')
  expect([admission.kind, (await groups.admit('-6', '7')).kind]).toEqual(['silence', 'go'])
  expect(waitOf(admission)).toBeGreaterThan(80_000)
  expect(await groups.send(GROUP, 'push')).toBeGreaterThan(80_000)
  await age(90_000)
  expect([await groups.send(GROUP, 'push'), await groups.admit(GROUP, '7')]).toEqual([0, { kind: 'go' }])
})

test('Redis forgets a group after its minute', async () => {
  await groups.send(GROUP, 'push')
  expect(await redis.pttl(`group:${GROUP}`)).toBeLessThanOrEqual(WINDOW_MS)
  expect(await redis.pttl(`group:${GROUP}`)).toBeGreaterThan(0)
})

test('a group is sent messages again within 62 s though the clock of Redis was set back by an hour', async () => {
  expect(await send('push', 20)).toBe(12)
  await groups.pause(GROUP, 30_000)
  await age(-3_600_000)
  expect(await groups.send(GROUP, 'push')).toBeLessThanOrEqual(WINDOW_MS)
  await age(WINDOW_MS)
  expect(await groups.send(GROUP, 'push')).toBe(0)
})
