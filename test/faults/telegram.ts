import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { inFlightMax } from '../support/load-fixture.ts'
import type { Mishap } from '../support/recorder.ts'
import type { Setting, Survived } from './scenario.ts'
import { countUntold, deliveriesOf, holds, requireSound, startLinkedTown, wait } from './worlds.ts'

const RATE_PER_SECOND = 200
const RETRY_AFTER_SECONDS = 3
/** What was in flight at a 429; beyond it a process would not know of the pause. */
const IN_FLIGHT_MS_MAX = 500
const SHARE_OF_EACH = 0.05
const MIGRATED_BASE = -1_000_000_000_000
const POISON = '7'
const WITHIN = 60_000

/** A town of two `push` that is about to be told of a price. */
const startTwo = (setting: Setting, options: Parameters<typeof startLinkedTown>[1]) =>
  startLinkedTown(setting, { ...options, pushes: 2 })

export async function refuseByFlood(setting: Setting): Promise<Survived> {
  const { random, size } = setting
  const [chats, floods] = [size(900, 150), size(3, 1)]
  const pauses: number[] = []
  let isFlooding = false
  const mishap = (): Mishap | undefined => {
    const last = pauses.at(-1) ?? Number.NEGATIVE_INFINITY
    const isPaused = performance.now() < last + RETRY_AFTER_SECONDS * 1_000
    if (!isPaused && !isFlooding) return undefined
    if (!isPaused) pauses.push(performance.now())
    isFlooding = false
    return {
      code: 429,
      description: `Too Many Requests: retry after ${RETRY_AFTER_SECONDS}`,
      parameters: { retry_after: RETRY_AFTER_SECONDS },
    }
  }
  const { town } = await startTwo(setting, { ratePerSecond: RATE_PER_SECOND, chats, latencyMs: 20, mishap })
  town.move()
  const { sent, called } = town.recorder
  for (let flood = 1; flood <= floods; flood++) {
    const count = sent.length
    await wait('messages between two 429s', () => sent.length > count + 20, WITHIN, 5)
    await sleep(random() * 300)
    isFlooding = true
    await wait('a 429', () => pauses.length === flood, WITHIN, 5)
    await sleep(RETRY_AFTER_SECONDS * 1_000)
  }
  const untold = await countUntold(town)
  const tooSoon = pauses.flatMap((from) =>
    called.filter(({ at }) => at > from + IN_FLIGHT_MS_MAX && at < from + RETRY_AFTER_SECONDS * 1_000),
  )
  await requireSound(town)
  return {
    n: chats,
    of: `messages, ${floods} × 429`,
    lost: untold + tooSoon.length,
    ...deliveriesOf(town),
  }
}

/** 5 % of each; at the same time connections are reset, and refused for a second. */
export async function failAtRandom(setting: Setting): Promise<Survived> {
  const { random, size } = setting
  const chats = size(1_500, 200)
  let ambiguous = 0
  const kinds: readonly Mishap[] =
    size(4, 3) === 4
      ? ['error', 'reset before', 'reset after', 'silent']
      : ['error', 'reset before', 'reset after']
  const mishap = (): Mishap | undefined => {
    const kind = kinds[Math.floor(random() / SHARE_OF_EACH)]
    if (kind === 'reset after' || kind === 'silent') ambiguous += 1
    return kind
  }
  const options = { ratePerSecond: RATE_PER_SECOND, chats, latencyMs: 20, mishap }
  const { town, link } = await startTwo(setting, options)
  town.move()
  const { sent } = town.recorder
  await wait('the first messages', () => sent.length > chats / 5, WITHIN, 5)
  link('Telegram').reset()
  await wait('more messages', () => sent.length > chats / 3, WITHIN, 5)
  await link('Telegram').refuse()
  await sleep(1_000)
  await link('Telegram').mend()
  link('Telegram').behave({ latencyMs: 30, sliceBytes: 100 })
  const lost = await countUntold(town)
  await requireSound(town)
  return {
    n: chats,
    of: 'messages',
    lost,
    ...deliveriesOf(town, ambiguous + 2 * inFlightMax(RATE_PER_SECOND)),
  }
}

export async function leaveAndMigrate(setting: Setting): Promise<Survived> {
  const chats = setting.size(2_000, 200)
  const isBlocked = (chat: number): boolean => chat > 0 && chat % 4 === 0
  const isMigrated = (chat: number): boolean => chat > 0 && chat % 2 === 1
  const mishap = (name: string): Mishap | undefined => {
    const chat = Number(name)
    if (isBlocked(chat)) return { code: 403, description: 'Forbidden: bot was blocked by the user' }
    if (!isMigrated(chat)) return undefined
    const description = 'Bad Request: group chat was upgraded to a supergroup chat'
    return { code: 400, description, parameters: { migrate_to_chat_id: MIGRATED_BASE - chat } }
  }
  const { town } = await startTwo(setting, { ratePerSecond: 500, chats, mishap })
  const names = Array.from({ length: chats }, (_, index) => index + 1)
  const staying = names
    .filter((chat) => !isBlocked(chat))
    .map((chat) => String(isMigrated(chat) ? MIGRATED_BASE - chat : chat))
  const { called } = town.recorder
  async function countMissing(): Promise<number> {
    await holds(() => town.untoldOf(staying).length === 0, WITHIN, 200)
    return town.untoldOf(staying).length
  }
  town.move()
  let lost = await countMissing()
  await wait(
    'nothing waits',
    async () => names.filter(isBlocked).every((chat) => called.some((call) => call.chat === String(chat))),
    WITHIN,
    200,
  )
  const before = called.length
  town.move()
  lost += await countMissing()
  const toTheGone = called
    .slice(before)
    .filter(({ chat }) => isBlocked(Number(chat)) || isMigrated(Number(chat)))
  await requireSound(town)
  return {
    n: 2 * chats,
    of: `messages, ${names.filter(isMigrated).length} migrations, ${names.filter(isBlocked).length} blocks`,
    lost: lost + toTheGone.length,
    ...deliveriesOf(town),
  }
}

/** A dozen chats block, and half of the answers that say so break off before their end. */
export async function leaveAmidFaults(setting: Setting): Promise<Survived> {
  const { random, size } = setting
  const [chats, moves] = [size(300, 60), size(3, 2)]
  const names = Array.from({ length: chats }, (_, index) => String(index + 1))
  const blocked = new Set(names.filter((chat) => Number(chat) % Math.ceil(chats / 12) === 3))
  const refusedAt = new Map<string, number>()
  const floodsAt = [chats * 0.1, chats * 0.4, chats * 0.7].map(Math.ceil)
  let calls = 0
  let floodUntil = 0
  function failing(): Mishap | undefined {
    calls += 1
    if (calls === floodsAt[0]) {
      floodsAt.shift()
      floodUntil = performance.now() + 1_000
    }
    if (performance.now() < floodUntil)
      return { code: 429, description: 'Too Many Requests: retry after 1', parameters: { retry_after: 1 } }
    const share = random()
    if (share < 0.03) return { code: 500, description: 'Internal Server Error' }
    if (share < 0.05) return 'reset before'
    return share < 0.07 ? 'reset after' : undefined
  }
  let ambiguous = 0
  const mishap = (chat: string): Mishap | undefined => {
    const failure = failing()
    if (!blocked.has(chat) || (failure && failure !== 'reset after')) {
      if (failure === 'reset after') ambiguous += 1
      return failure
    }
    if (!refusedAt.has(chat)) refusedAt.set(chat, performance.now())
    return {
      code: 403,
      description: 'Forbidden: bot was blocked by the user',
      isCutOff: random() < 0.5,
    }
  }
  const { town } = await startTwo(setting, { ratePerSecond: RATE_PER_SECOND, chats, latencyMs: 20, mishap })
  const staying = names.filter((chat) => !blocked.has(chat))
  let lost = 0
  for (let move = 0; move < moves; move++) {
    town.move()
    await holds(() => town.untoldOf(staying).length === 0, WITHIN)
    lost += town.untoldOf(staying).length
    await wait('all who block have said so', () => refusedAt.size === blocked.size, WITHIN)
  }
  const { called } = town.recorder
  const afterwards = called.filter(({ chat, at }) => at > (refusedAt.get(chat) ?? Number.POSITIVE_INFINITY))
  await requireSound(town)
  return {
    n: moves * blocked.size,
    of: 'messages to chats that blocked',
    lost: lost + afterwards.length,
    ...deliveriesOf(town, ambiguous + 2 * inFlightMax(RATE_PER_SECOND)),
  }
}

export async function parkPoison(setting: Setting): Promise<Survived> {
  const chats = setting.size(10_000, 300)
  const mishap = (chat: string): Mishap | undefined =>
    chat === POISON ? { code: 400, description: 'Bad Request: something nobody foresaw' } : undefined
  const { town } = await startTwo(setting, { ratePerSecond: 2_000, chats, mishap })
  town.move()
  await holds(() => town.untold().length === 1, WITHIN, 250)
  await wait('the poison is parked', async () => (await town.queue.parked()).length === 1, WITHIN)
  const tries = town.recorder.called.filter(({ chat }) => chat === POISON).length
  assert.equal(tries, 3)
  return {
    n: chats - 1,
    of: 'messages, 1 poison chat parked after 3 tries',
    lost: town.untold().filter((chat) => chat !== POISON).length,
    ...deliveriesOf(town),
  }
}
