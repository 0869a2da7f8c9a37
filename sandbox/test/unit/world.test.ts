import { describe, expect, it } from 'vitest'
import { createUpdates } from '../../src/traffic/updates.ts'
import { ANA, botUser } from '../../src/world/cast.ts'
import { createWorld, type Room } from '../../src/world/world.ts'

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

  it('keeps the last thousand messages of a chat', () => {
    const world = createWorld({ bot, clock: () => START_MS })
    const room = roomOf(world)
    for (let count = 0; count < 1_010; count += 1) world.add(room, ANA, { text: String(count) })
    expect([...room.entries.values()].map(({ post }) => post.text)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => String(index + 10)),
    )
  })
})

it('updates before a negative offset are removed', () => {
  const updates = createUpdates(() => START_MS)
  const message = { chat: { id: 1, type: 'private', first_name: 'A' }, from: ANA, date: 0 } as const
  for (let id = 1; id <= 5; id += 1) updates.push({ message: { ...message, message_id: id } })
  updates.confirm(-2)
  expect(updates.first(100).map((update) => update.message?.message_id)).toEqual([4, 5])
})
