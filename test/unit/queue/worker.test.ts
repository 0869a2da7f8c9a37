import { expect, it } from 'vitest'
import type { Reservation } from '../../../src/queue/due-queue.ts'
import { arrangeWorker, LEASE_MS, member, pass } from './arranged-worker.ts'

const hang = (): Promise<never> => new Promise(() => {})

it('a worker handles what is due, and reads each shard again after 30 seconds, should a wake be lost', async () => {
  const { done, asked, start } = arrangeWorker([[[member('a'), member('b')]], [[member('c', 1)]]])
  await start()
  expect(done).toEqual(['handle a b', 'handle c'])
  await pass(29_999)
  expect(asked).toHaveLength(2)
  await pass(1)
  expect(asked).toEqual([
    { at: 0, shard: 0, limit: 4 },
    { at: 0, shard: 1, limit: 4 },
    { at: 30_000, shard: 0, limit: 4 },
    { at: 30_000, shard: 1, limit: 4 },
  ])
})

it('a worker reads every shard within a second of a reconnect, as wakes may have been lost', async () => {
  const { asked, reconnect, start } = arrangeWorker([[], []])
  await start()
  await pass(5_000)
  reconnect()
  await pass(1_000)
  expect(asked.slice(2).map(({ at, shard }) => [at, shard])).toEqual([
    [6_000, 0],
    [6_000, 1],
  ])
})

it('a worker reads a shard as soon as a member is due there, as it is told', async () => {
  const { asked, publish, start } = arrangeWorker([[], []])
  await start()
  publish(1, '50')
  await pass(49)
  expect(asked).toHaveLength(2)
  await pass(1)
  expect(asked.slice(2)).toEqual([{ at: 50, shard: 1, limit: 8 / 2 }])
})

it('a worker reads a shard as soon as a member is due there, as the last reply said', async () => {
  const { asked, start } = arrangeWorker([[]], {
    reserve: async () => ({ reservations: [], nextInMs: 30 }),
  })
  await start()
  await pass(30)
  expect(asked.map(({ at }) => at)).toEqual([0, 30])
})

it('a worker takes no more than it may for now, and all again within a second', async () => {
  let most = 0
  const { asked, start } = arrangeWorker([[[member('a')]], [[member('b', 1)]]], {
    inHandMaxNow: () => most,
    handle: hang,
  })
  await start()
  expect(asked).toEqual([])
  most = 1
  await pass(1_000)
  expect(asked).toEqual([{ at: 1_000, shard: 0, limit: 1 }])
  most = Number.POSITIVE_INFINITY
  await pass(1_000)
  expect(asked.map(({ shard }) => shard)).toContain(1)
})

it('a worker reads shards with urgent members before the others', async () => {
  const { shardsAsked, publish, start } = arrangeWorker([[], [], []])
  await start()
  publish(0, '50')
  publish(1, '50')
  publish(2, '50 50')
  await pass(50)
  expect(shardsAsked().slice(3)).toEqual([2, 0, 1])
})

it('a worker tells how long what it hands over is leased, counted from before it was asked for', async () => {
  const leases: [asked: number, left: number][] = []
  let askedFor = 0
  const { start } = arrangeWorker([[]], {
    reserve: async (_shard, _limit, leaseMs) => {
      askedFor = leaseMs
      await new Promise((done) => setTimeout(done, 100))
      return { reservations: [member('a')], nextInMs: undefined }
    },
    handle: async (_taken, leaseEndsAt) => void leases.push([askedFor, leaseEndsAt - performance.now()]),
  })
  await start()
  await pass(100)
  expect(leases).toEqual([[LEASE_MS, LEASE_MS - 100]])
})

it('a worker goes on after a batch that failed, and logs it', async () => {
  const { done, logged, start } = arrangeWorker([[[member('a')], [member('b')]]], {
    handle: async ({ reservations: [one] }) => {
      if (one?.member === 'a') throw new Error('broken')
      done.push(`handle ${one?.member}`)
    },
  })
  await start()
  await pass(30_000)
  expect([done, logged]).toEqual([['handle b'], ['batch failed']])
})

it.each([true, false])(
  'a worker takes leases of a dead process at the start if it is alone: %s',
  async (isAlone) => {
    const { done, start } = arrangeWorker([[]], { isAlone })
    await start()
    expect(done).toEqual(isAlone ? ['end leases'] : [])
  },
)

it('a worker waits at a stop for members in hand, but not for ever', async () => {
  const { worker, asked, start } = arrangeWorker([[[member('a')]]], { handle: hang, stopMsMax: 20 })
  await start()
  let isOver = false
  const stopped = worker.stop().then(() => {
    isOver = true
  })
  await pass(19)
  expect(isOver).toBe(false)
  await pass(1)
  await stopped
  await pass(5_000)
  expect(asked).toHaveLength(1)
})

const some = (count: number): Reservation[] => Array.from({ length: count }, (_, i) => member(`${i}`))

it('the room of a worker is shared among the shards that it reads at once', async () => {
  const { asked, start } = arrangeWorker([[], [], [], [], []])
  await start()
  expect(asked.map(({ limit }) => limit)).toEqual([1, 1, 1, 1, 1])
})

it('the room of a worker is kept: no more members are in hand than may be, and others are taken once these are done', async () => {
  const gate = Promise.withResolvers<void>()
  let inHand = 0
  let most = 0
  const { publish, asked, start } = arrangeWorker([[some(4), some(4), some(4), some(4)]], {
    handle: async ({ reservations }) => {
      inHand += reservations.length
      most = Math.max(most, inHand)
      await gate.promise
      inHand -= reservations.length
    },
  })
  await start()
  for (let i = 0; i < 10; i++) {
    publish(0, '0')
    await pass(30)
  }
  expect([most, asked.length]).toEqual([8, 2])
  gate.resolve()
  publish(0, '0')
  await pass(0)
  expect(asked.length).toBeGreaterThan(2)
})

const HANDLED_MS = 10

/**
 * Handles members one after another, as the send rate does, of shards that have endlessly many due: urgent ones in `urgent`,
 * others in `routine`. Returns the lanes in the order in which they were handled.
 */
function arrangeLanes(
  urgent: readonly number[],
  routine: readonly number[],
  { shards, inHandMax, batchMax }: Readonly<Record<'shards' | 'inHandMax' | 'batchMax', number>>,
) {
  const handled: string[] = []
  let before: Promise<unknown> = Promise.resolve()
  const take = (name: string, count: number, shard: number): Reservation[] =>
    Array.from({ length: count }, () => ({ ...member(name, shard), token: `we.1${name}` }))
  const { start, publish } = arrangeWorker(
    Array.from({ length: shards }, () => []),
    {
      inHandMax,
      batchMax,
      reserve: async (shard, limit, _leaseMs, urgentMax) => {
        const taken = urgent.includes(shard) ? take('!', Math.min(limit, urgentMax), shard) : []
        const others = routine.includes(shard) ? take('', limit - taken.length, shard) : []
        return {
          reservations: [...taken, ...others],
          nextInMs: routine.includes(shard) ? 0 : undefined,
          ...(urgent.includes(shard) && { urgentInMs: 0 }),
        }
      },
      handle: ({ reservations }) => {
        before = before.then(async () => {
          for (const { member: lane } of reservations) {
            await new Promise((done) => setTimeout(done, HANDLED_MS))
            handled.push(lane)
          }
        })
        return before as Promise<void>
      },
      stopMsMax: 0,
    },
  )
  const wake = (): void => {
    for (const shard of urgent) publish(shard, '0 0')
  }
  return { start, handled, wake }
}
const upTo = (count: number): number[] => [...Array(count).keys()]
const shareOfRoutine = (handled: readonly string[]): number =>
  handled.filter((lane) => lane === '').length / handled.length

const PLACES = [
  ['another shard', upTo(63), [63]],
  ['the same shards', upTo(64), upTo(64)],
  ['one of their shards', upTo(64), [5]],
] as const
const ROOMS = [
  [4, 1],
  [14, 3],
  [120, 24],
] as const

it.each(PLACES.flatMap((place) => ROOMS.map((room) => [...place, ...room] as const)))(
  'members of the urgent lane leave every fourth place to others that are due in %s',
  async (_where, urgent, routine, inHandMax, batchMax) => {
    const { start, handled } = arrangeLanes(urgent, routine, { shards: 64, inHandMax, batchMax })
    await start()
    await pass(HANDLED_MS * inHandMax * 12)
    const settled = handled.slice(inHandMax * 2)
    expect(settled).toHaveLength(inHandMax * 10)
    expect(shareOfRoutine(settled)).toBeGreaterThanOrEqual(0.24)
    expect(shareOfRoutine(settled)).toBeLessThan(0.35)
  },
)

it('members of the urgent lane have all places where no other is due', async () => {
  const { start, handled, wake } = arrangeLanes(upTo(4), [], { shards: 4, inHandMax: 8, batchMax: 2 })
  await start()
  wake()
  await pass(HANDLED_MS * 100)
  expect(handled).toHaveLength(100)
})

it('a suspect is counted as tried before its attempt begins, and the next one waits for its end', async () => {
  const first = Promise.withResolvers<void>()
  const { done, start } = arrangeWorker([[[member('a', 0, 1)]], [[member('b', 1, 2)]]], {
    handle: async ({ reservations: [one] }) => {
      done.push(`handle ${one?.member}`)
      if (one?.member === 'a') await first.promise
    },
  })
  await start()
  await pass(5_000)
  expect(done).toEqual(['begin a', 'handle a'])
  first.resolve()
  await pass(0)
  expect(done).toEqual(['begin a', 'handle a', 'end a', 'begin b', 'handle b', 'end b'])
})

it('a suspect is no longer counted once it can kill the process no more', async () => {
  const gate = Promise.withResolvers<void>()
  const { done, start } = arrangeWorker([[[member('a', 0, 1)]]], {
    handle: async (_taken, _endsAt, survived) => {
      survived()
      await gate.promise
      done.push('handled a')
    },
  })
  await start()
  expect(done).toEqual(['begin a', 'end a'])
  gate.resolve()
  await pass(0)
  expect(done.at(-1)).toBe('handled a')
})

it('a suspect whose attempt cannot be counted is left, and the next one is tried all the same', async () => {
  const { done, logged, start } = arrangeWorker([[[member('a', 0, 1)]], [[member('b', 1, 1)]]], {
    beginAttempt: async ({ member: name }) => {
      if (name === 'a') throw new Error('Redis is away')
    },
  })
  await start()
  expect(done).toEqual(['handle b', 'end b'])
  expect(logged).toEqual(['queue cannot be read'])
})

const away = () => Promise.reject(new Error('Redis is away'))

it('a worker whose Redis is away handles what other shards gave', async () => {
  const { done, start } = arrangeWorker([[], []], {
    reserve: async (shard) =>
      shard === 0 ? away() : { reservations: [member('b', 1)], nextInMs: undefined },
  })
  await start()
  expect(done).toEqual(['handle b'])
})

it('a worker whose Redis is away tries again each second, and says so once a minute', async () => {
  const { asked, logged, start } = arrangeWorker([[]], { reserve: away })
  await start()
  expect(logged).toEqual(['queue cannot be read'])
  await pass(59_999)
  expect([asked.length, logged.length]).toEqual([60, 1])
  await pass(1)
  expect([asked.length, logged.length]).toEqual([61, 2])
})
