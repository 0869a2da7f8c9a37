import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  createDueQueue,
  type Outcome,
  parseReserved,
  parseWake,
  settleArguments,
} from '../../../src/queue/due-queue.ts'
import { createGroups, isGroup } from '../../../src/queue/groups.ts'
import { createParking, readBacklog } from '../../../src/queue/parking.ts'
import { createScriptedRedis } from './scripted-redis.ts'

const KEYS_0 = ['urgent', 'routine', 'leased', 'fences', 'failures', 'retries', 'parked'].map(
  (part) => `due:{0}:${part}`,
)

describe('the reply of a reservation', () => {
  it('has members with their tokens, urgent ones first, and what troubled them', () => {
    const reply = [7, ['we.3', 1, 9], ['a', 'b', 'c'], ['b', '2', '0', 'c', '0', '5']]
    expect(parseReserved(reply, 4)).toEqual({
      reservations: [
        { member: 'a', token: 'we.3!', shard: 4, failures: 0, retries: 0 },
        { member: 'b', token: 'we.3', shard: 4, failures: 2, retries: 0 },
        { member: 'c', token: 'we.3', shard: 4, failures: 0, retries: 5 },
      ],
      nextInMs: 7,
      urgentInMs: 9,
    })
  })

  it('says when nothing waits, and when a member is due at once', () => {
    expect(parseReserved([-1, ['', 0, -1], [], []], 0)).toEqual({ reservations: [], nextInMs: undefined })
    expect(parseReserved([0, ['', 0, 0], [], []], 0)).toEqual({
      reservations: [],
      nextInMs: 0,
      urgentInMs: 0,
    })
  })

  it('is not taken for one where it is none', () => {
    expect(() => parseReserved(null, 0)).toThrow(TypeError)
  })
})

describe('a wake', () => {
  it('says in how many ms a member is due, and an urgent one', () => {
    expect([parseWake('5'), parseWake('5 0'), parseWake('')]).toEqual([
      { nextInMs: 5 },
      { nextInMs: 5, urgentInMs: 0 },
      { nextInMs: 0 },
    ])
  })
})

describe('the arguments of an outcome', () => {
  const reservation = { member: 'a', token: 'we.1', shard: 0, failures: 0, retries: 0 }
  it.each<[Outcome, unknown[]]>([
    [{ kind: 'done', ms: 1.6 }, ['a', 'we.1', 'done', 2, '']],
    [{ kind: 'fail', ms: 5, why: 'x'.repeat(300) }, ['a', 'we.1', 'fail', 5, 'x'.repeat(200)]],
    [{ kind: 'fail', ms: 5 }, ['a', 'we.1', 'fail', 5, '']],
    [{ kind: 'park', why: 'no' }, ['a', 'we.1', 'park', 0, 'no']],
  ])('%j are five', (outcome, args) => {
    expect(settleArguments([reservation, outcome])).toEqual(args)
  })
})

describe('the due queue', () => {
  const tags = ['0', '1', '2']
  const arrange = (reply: unknown = 0) => {
    const { redis, calls } = createScriptedRedis(reply)
    return { queue: createDueQueue({ redis, name: 'due', tags, holder: 'we' }), redis, calls }
  }

  it('keeps a member in the same shard in every process and version', () => {
    const { queue } = arrange()
    expect(['1', '-100500', 'inline7', ''].map(queue.shardOf)).toEqual([1, 2, 0, 1])
    expect(new Set(Array.from({ length: 50 }, (_, i) => queue.shardOf(String(i)))).size).toBe(3)
    expect([queue.shards, queue.keysOf(0), queue.keysOf(9)]).toEqual([3, KEYS_0, []])
    expect(queue.channels).toEqual(tags.map((tag) => `due:{${tag}}:urgent`))
  })

  it('calls each script with the keys of one shard', async () => {
    const { queue, calls } = arrange()
    const one = { member: 'a', token: 'we.1', shard: 0, failures: 0, retries: 0 }
    await queue.makeDue('inline7', 'urgent', 1.5)
    await queue.hurry('inline7')
    await queue.beginAttempt(one)
    await queue.endAttempt(one)
    await queue.settle(0, [])
    await queue.settle(0, [[one, { kind: 'done', ms: 0 }]])
    expect(calls).toEqual([
      [7, ...KEYS_0, 'urgent', 2, 'inline7'],
      [7, ...KEYS_0, 'inline7'],
      [7, ...KEYS_0, 'a', 'we.1', 1],
      [7, ...KEYS_0, 'a', 'we.1', -1],
      [7, ...KEYS_0, 'a', 'we.1', 'done', 0, ''],
    ])
  })

  it('ends leases of one process in one shard, or of all in all', async () => {
    const { queue, calls } = arrange(2)
    expect(await queue.endLeases({ reason: 'died' })).toBe(6)
    expect(calls.map((args) => args.slice(8))).toEqual([
      ['', 'died'],
      ['', 'died'],
      ['', 'died'],
    ])
    calls.length = 0
    expect(await queue.endLeases({ reason: 'unanswered', holder: 'we', shard: 0, except: ['we.1'] })).toBe(2)
    expect(calls).toEqual([[7, ...KEYS_0, 'we', 'unanswered', 'we.1']])
  })
})

describe('what waits in a queue', () => {
  const queueOn = (reply: unknown) => {
    const { redis, calls } = createScriptedRedis(reply)
    return { redis, calls, queue: createDueQueue({ redis, name: 'due', tags: ['0', '1'] }) }
  }

  it('is the sum of all shards, with the oldest of them', async () => {
    const replies = [
      [3, 1, 500],
      [4, 2, -1],
    ]
    const { redis, queue } = queueOn(() => replies.shift())
    expect(await readBacklog(redis, queue)).toEqual({ waiting: 7, parked: 3, oldestMs: 500 })
  })
})

describe('parked members', () => {
  it('are listed with since when, how often they failed and why, the oldest first', async () => {
    const { redis } = createScriptedRedis()
    const parked: Record<string, string[]> = {
      'due:{0}:parked': ['a', '200', 'b', '300'],
      'due:{1}:parked': ['c', '100'],
    }
    const reasons: Record<string, string> = { a: '3 too long', b: '2 ' }
    const asked: unknown[] = []
    Object.assign(redis, {
      zrange: async (key: string, ...range: string[]) => {
        asked.push(range)
        return parked[key] ?? []
      },
      hmget: async (_key: string, ...members: string[]) => {
        if (members.length === 0) throw new Error("wrong number of arguments for 'hmget'")
        return members.map((one) => reasons[one] ?? null)
      },
    })
    const queue = createDueQueue({ redis, name: 'due', tags: ['0', '1', '2'] })
    expect(await createParking(redis, queue).list()).toEqual([
      { member: 'c', since: 100, failures: 0, why: '' },
      { member: 'a', since: 200, failures: 3, why: 'too long' },
      { member: 'b', since: 300, failures: 2, why: '' },
    ])
    expect(asked[0]).toEqual(['0', '999', 'WITHSCORES'])
  })

  it('are made due again, where they are parked', async () => {
    for (const [reply, isRetried] of [
      [1, true],
      [0, false],
    ] as const) {
      const { redis, calls } = createScriptedRedis(reply)
      const queue = createDueQueue({ redis, name: 'due', tags: ['0'] })
      expect(await createParking(redis, queue).retry('a')).toBe(isRetried)
      expect(calls).toEqual([[7, ...KEYS_0, 'a']])
    }
  })
})

describe('groups', () => {
  it('are waited for 200 ms where Redis hangs', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { redis } = createScriptedRedis(() => new Promise(() => {}))
    const outcome = vi.fn()
    createGroups(redis).send('-5', 'push').catch(outcome)
    await vi.advanceTimersByTimeAsync(199)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2)
    expect(outcome).toHaveBeenCalledOnce()
  })

  it('have numbers below zero', () => {
    expect(['-5', '5', '5-'].map(isGroup)).toEqual([true, false, false])
  })

  it('are asked for by one key each', async () => {
    const { redis, calls } = createScriptedRedis('3')
    const groups = createGroups(redis)
    expect(await groups.send('-5', 'push')).toBe(3)
    await groups.takeBack('-5', 'reply')
    await groups.pause('-5', 1.2)
    expect(calls).toEqual([
      [1, 'group:-5', 'send', 'push'],
      [1, 'group:-5', 'return', 'reply'],
      [1, 'group:-5', 'pause', 2],
    ])
  })
})
