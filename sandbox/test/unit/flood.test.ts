import { describe, expect, it } from 'vitest'
import { Refusal } from '../../src/errors.ts'
import { createFlood, type Sending, TELEGRAM_LIMITS } from '../../src/traffic/flood.ts'

const PERSON = { id: 1, type: 'private' }
const GROUP = { id: -1, type: 'supergroup' }

function startFlood() {
  let now = 1_000_000
  const flood = createFlood(() => now, TELEGRAM_LIMITS)
  const trySend = (chat: Sending['chat'], paid = false): number => {
    try {
      flood.admit({ chat, paid })
      return 0
    } catch (error) {
      return error instanceof Refusal ? (error.parameters?.retry_after ?? -1) : -1
    }
  }
  return {
    trySend,
    send: (count: number, chat: Sending['chat']) => Array.from({ length: count }, () => trySend(chat)),
    move: (ms: number) => {
      now += ms
    },
  }
}

describe('flood limits', () => {
  it('allow five messages at once in a private chat, then one a second', () => {
    const flood = startFlood()
    expect(flood.send(6, PERSON)).toEqual([0, 0, 0, 0, 0, 1])
    flood.move(1_000)
    expect(flood.send(2, PERSON)).toEqual([0, 1])
    flood.move(60_000)
    expect(flood.send(6, PERSON)).toEqual([0, 0, 0, 0, 0, 1])
  })

  it('allow twenty messages in any minute in a group, and name the seconds until the next', () => {
    const flood = startFlood()
    flood.send(10, GROUP)
    flood.move(30_000)
    expect(flood.send(11, GROUP)).toEqual([...Array(10).fill(0), 30])
    flood.move(10_000)
    expect(flood.trySend(GROUP)).toBe(20)
    flood.move(20_000)
    expect(flood.send(11, GROUP)).toEqual([...Array(10).fill(0), 30])
  })

  it('allow thirty messages a second in all chats together, a thousand when they are paid', () => {
    const flood = startFlood()
    const waits = Array.from({ length: 31 }, (_, index) => flood.trySend({ id: index + 1, type: 'private' }))
    expect(waits.filter((wait) => wait > 0)).toEqual([1])
    expect(flood.trySend({ id: 99, type: 'private' }, true)).toBe(0)
    flood.move(1_000)
    expect(flood.trySend({ id: 100, type: 'private' })).toBe(0)
  })
})
