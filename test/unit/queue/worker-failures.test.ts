import { describe, expect, it } from 'vitest'
import { arrangeWorker, member, pass } from './arranged-worker.ts'

describe('a suspect', () => {
  it('is counted as tried before its attempt begins, and the next one waits for its end', async () => {
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

  it('is no longer counted once it can kill the process no more', async () => {
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

  it('whose attempt cannot be counted is left, and the next one is tried all the same', async () => {
    const { done, ended, logged, start } = arrangeWorker([[[member('a', 0, 1)]], [[member('b', 1, 1)]]], {
      settlesAll: true,
      beginAttempt: async ({ member: name }) => {
        if (name === 'a') throw new Error('Redis is away')
      },
    })
    await start()
    expect(done).toEqual(['handle b', 'end b'])
    expect(logged).toEqual(['queue cannot be read'])
    await pass(1_000)
    expect(ended).toEqual([{ reason: 'unanswered', holder: 'we', shard: 0, except: [] }])
  })

  it('whose count cannot be taken back stops nothing', async () => {
    const { done, logged, start } = arrangeWorker([[[member('a', 0, 1)], [member('b')]]], {
      endAttempt: () => Promise.reject(new Error('Redis is away')),
    })
    await start()
    await pass(1_000)
    expect([done, logged]).toEqual([['begin a', 'handle a', 'handle b'], ['queue cannot be read']])
  })
})

describe('a worker whose Redis is away', () => {
  const away = () => Promise.reject(new Error('Redis is away'))

  it('handles what other shards gave', async () => {
    const { done, start } = arrangeWorker([[], []], {
      reserve: async (shard) =>
        shard === 0 ? away() : { reservations: [member('b', 1)], nextInMs: undefined },
    })
    await start()
    expect(done).toEqual(['handle b'])
  })

  it('tries again each second, and says so once a minute', async () => {
    const { asked, logged, start } = arrangeWorker([[]], { reserve: away })
    await start()
    expect(logged).toEqual(['queue cannot be read'])
    await pass(59_999)
    expect([asked.length, logged.length]).toEqual([60, 1])
    await pass(1)
    expect([asked.length, logged.length]).toEqual([61, 2])
  })

  it.each([
    [true, [{ reason: 'unanswered', holder: 'we', shard: 0, except: ['we.a'] }]],
    [undefined, []],
  ])(
    'gives back a reservation whose reply was lost, except what it works on, if it settles all: %o',
    async (settlesAll, expected) => {
      const gate = Promise.withResolvers<void>()
      let replies = 0
      const { ended, start } = arrangeWorker([[]], {
        ...(settlesAll && { settlesAll }),
        reserve: async () => {
          replies += 1
          return replies === 1 ? { reservations: [member('a')], nextInMs: undefined } : away()
        },
        handle: () => gate.promise,
      })
      await start()
      await pass(1_000)
      expect(ended).toEqual([])
      await pass(1_000)
      expect(ended).toEqual(expected)
      gate.resolve()
      await pass(1_000)
      expect(ended.slice(expected.length)).toEqual(expected.map((one) => ({ ...one, except: [] })))
    },
  )
})
