import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../src/errors.ts'
import { createFlood, type FloodLimits, type Sending, TELEGRAM_LIMITS } from '../../src/traffic/flood.ts'

const PERSON = { id: 1, type: 'private' }
const GROUP = { id: -1, type: 'supergroup' }

function floodAt(limits: Partial<FloodLimits> = {}) {
  let now = 1_000_000
  const flood = createFlood(() => now, { ...TELEGRAM_LIMITS, ...limits })
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
    const flood = floodAt()
    expect(flood.send(6, PERSON)).toEqual([0, 0, 0, 0, 0, 1])
    flood.move(1_000)
    expect(flood.send(2, PERSON)).toEqual([0, 1])
    flood.move(60_000)
    expect(flood.send(6, PERSON)).toEqual([0, 0, 0, 0, 0, 1])
  })

  it('allow twenty messages a minute in a group, and name the seconds until the next', () => {
    const flood = floodAt()
    expect(flood.send(20, GROUP).every((wait) => wait === 0)).toBe(true)
    flood.move(15_000)
    expect(flood.trySend(GROUP)).toBe(45)
    flood.move(25_000)
    expect(flood.trySend(GROUP)).toBe(20)
    flood.move(20_000)
    expect(flood.trySend(GROUP)).toBe(0)
  })

  it('allow thirty messages a second in all chats together, a thousand when they are paid', () => {
    const flood = floodAt()
    const waits = Array.from({ length: 31 }, (_, index) => flood.trySend({ id: index + 1, type: 'private' }))
    expect(waits.filter((wait) => wait > 0)).toEqual([1])
    expect(flood.trySend({ id: 99, type: 'private' }, true)).toBe(0)
    flood.move(1_000)
    expect(flood.trySend({ id: 100, type: 'private' })).toBe(0)
  })

  it('never allow more than the limit in any window of a second', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 80 })
    fc.assert(
      fc.property(steps, (delays) => {
        const flood = floodAt({ perSecond: 3 })
        let now = 0
        const passed: number[] = []
        delays.forEach((delayMs, index) => {
          flood.move(delayMs)
          now += delayMs
          if (flood.trySend({ id: index, type: 'private' }) === 0) passed.push(now)
        })
        const most = passed.map((at) => passed.filter((other) => other > at - 1_000 && other <= at).length)
        expect(Math.max(0, ...most)).toBeLessThanOrEqual(3)
      }),
    )
  })
})
