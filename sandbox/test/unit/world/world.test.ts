import { describe, expect, it } from 'vitest'
import { createUpdates } from '../../../src/traffic/updates.ts'
import { ANA, botUser, PEOPLE } from '../../../src/world/cast.ts'
import { createFeed } from '../../../src/world/feed.ts'
import { createWorld, type Room } from '../../../src/world/world.ts'

const START_MS = Date.UTC(2026, 10, 20)
const bot = botUser('42:secret')
const roomOf = (world: ReturnType<typeof createWorld>): Room => {
  const room = world.rooms.get(ANA.id)
  if (!room) throw new Error('Ana has a private chat')
  return room
}

describe('the world', () => {
  it('never uses a message id again after a restart', () => {
    const first = createWorld({ bot, clock: () => START_MS })
    const ids = Array.from({ length: 50 }, () => first.add(roomOf(first), ANA, { text: 'a' }).post.message_id)
    const second = createWorld({ bot, clock: () => START_MS + 1_000 })
    const later = second.add(roomOf(second), ANA, { text: 'a' }).post.message_id
    expect(new Set(ids).size).toBe(50)
    expect(later).toBeGreaterThan(Math.max(...ids))
  })

  it('keeps people and chats under the same ids', () => {
    const ids = (clockMs: number) => [...createWorld({ bot, clock: () => clockMs }).rooms.keys()]
    expect(ids(START_MS)).toEqual(ids(START_MS + 86_400_000))
    expect(ids(START_MS)).toEqual(expect.arrayContaining(PEOPLE.map(({ id }) => id)))
  })

  it('has other people if it is given them, each with a private chat', () => {
    const cast = [{ ...ANA, id: 20_000_001 }]
    const world = createWorld({ bot, clock: () => START_MS, cast })
    expect([...world.people.keys()]).toEqual([20_000_001])
    const isPrivate = [...world.rooms.values()].filter(({ chat }) => chat.type === 'private')
    expect(isPrivate.map(({ chat }) => chat.id)).toEqual([20_000_001])
  })

  it('keeps the last thousand messages of a chat', () => {
    const world = createWorld({ bot, clock: () => START_MS })
    const room = roomOf(world)
    for (let count = 0; count < 1_010; count += 1) world.add(room, ANA, { text: String(count) })
    expect([...room.entries.values()].map(({ post }) => post.text)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => String(index + 10)),
    )
  })
})

describe('updates', () => {
  const message = { chat: { id: 1, type: 'private', first_name: 'A' }, from: ANA, date: 0 } as const
  const pushed = (count: number) => {
    const updates = createUpdates(() => START_MS)
    for (let id = 1; id <= count; id += 1) updates.push({ message: { ...message, message_id: id } })
    return updates
  }
  const ids = (updates: ReturnType<typeof createUpdates>) =>
    updates.first(100).map((update) => update.message?.message_id)

  it('stay queued until a higher offset confirms them', () => {
    const updates = pushed(3)
    const [first, second] = updates.first(2)
    updates.confirm(first?.update_id ?? 0)
    expect(ids(updates)).toEqual([1, 2, 3])
    updates.confirm((second?.update_id ?? 0) + 1)
    expect(ids(updates)).toEqual([3])
  })

  it('before a negative offset are removed', () => {
    const updates = pushed(5)
    updates.confirm(-2)
    expect(ids(updates)).toEqual([4, 5])
  })

  it('of a kind that the bot did not allow are not queued', () => {
    const updates = pushed(0)
    updates.allow(['callback_query'])
    updates.push({ message: { ...message, message_id: 1 } })
    expect(updates.count()).toBe(0)
  })
})

describe('the feed', () => {
  it('returns the events after a cursor, and undefined when some are no longer kept', () => {
    const feed = createFeed(100)
    feed.publish(1, { type: 'chat' })
    feed.publish(2, { type: 'chat' })
    expect(feed.since(101)?.map(({ chat }) => chat)).toEqual([2])
    expect(feed.since(102)).toEqual([])
    expect([feed.since(7), feed.since(500)]).toEqual([undefined, undefined])
  })
})
