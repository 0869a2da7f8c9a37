import { describe, expect, it } from 'vitest'
import { createChats } from '../../../src/chats/chats.ts'
import { measureBacklog } from '../../../src/chats/delivery-ledger.ts'
import { TAGS } from '../../../src/chats/keys.ts'
import { createDueQueue } from '../../../src/queue/due-queue.ts'
import { redisTime } from '../../../src/redis/connection.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { createUpdateStream } from '../../../src/telegram/update-stream.ts'
import { runDueCommand } from '../../support/chats.ts'
import { USD } from '../../support/push.ts'
import { useEmptyRedis } from '../../support/redis.ts'
import { messageIn } from '../../support/update-processes.ts'

const { redis, connect } = await useEmptyRedis()
const NIGHT = Date.parse('2026-11-21T02:03:04Z')

describe("the operator's view of what is parked", () => {
  const queue = createDueQueue({ redis, name: 'due', tags: TAGS })

  const run = (...args: readonly string[]) => runDueCommand(redis, ...args)

  async function park(chat: string, since: number, reason: string): Promise<void> {
    const parked = queue.keysOf(queue.shardOf(chat)).at(-1) ?? ''
    await redis.zadd(parked, since, chat)
    await redis.hset(`${parked}:reasons`, chat, reason)
  }

  it('lists chat, since when in Caracas and why, the oldest first, and how much waits', async () => {
    await park('-100987654321', NIGHT, '3 ')
    await park('7', NIGHT - 1_000, "3 can't parse\u001b[31m entities\n")
    await queue.makeDue('8', 'routine', Date.now() - 90_000)
    const lines = await run('list')
    expect(lines.slice(0, 3)).toEqual([
      'CHAT           SINCE                FAILURES  WHY',
      "7              2026-11-20 22:03:03  3         can't parse [31m entities",
      '-100987654321  2026-11-20 22:03:04  3         not known',
    ])
    expect(lines.slice(3)).toEqual([
      expect.stringMatching(/^2 parked, 1 waiting, of those that are due the first for 9\d s\.$/),
    ])
  })

  it('makes one due, or all', async () => {
    for (const chat of ['7', '8', '9']) await park(chat, NIGHT, '3 no')
    expect(await run('retry', '8')).toEqual(['8 is due now.'])
    expect([(await queue.backlog()).waiting, (await queue.parked()).toSorted()]).toEqual([1, ['7', '9']])
    expect(await run('retry', 'all')).toEqual(['2 due now.'])
    expect([(await queue.backlog()).waiting, await queue.parked()]).toEqual([3, []])
  })

  it('says how many updates from Telegram wait, of each bot', async () => {
    const [one, other] = ['inbox:1', 'inbox:2'].map((name) =>
      createUpdateStream({ redis, waiting: redis, name }),
    )
    await one?.start()
    await other?.start()
    await one?.append([messageIn(7, 70)])
    expect((await run('list')).slice(2)).toEqual([
      expect.stringMatching(/^1 updates from Telegram wait, the first for \d+ s\.$/),
      'No update from Telegram waits.',
    ])
  })

  it('does what it can, names the others, and leaves a chat alone that is not parked', async () => {
    const chats = createChats({ redis, queue })
    await chats.follows.add('7', USD, { price: '100', at: 1_000 })
    await park('8', NIGHT, '3 no')
    await expect(run('drop', '7', '8')).rejects.toThrow('Not parked: 7')
    expect(await queue.parked()).toEqual([])
    expect(await chats.wanted.monitors()).toEqual([USD])
  })

  it.each([[['list', '7']], [['retry']], [['drop']], [['drop', 'all']], [['retry', 'x']], [['park', '7']]])(
    'says what to type after %j',
    async (args) => {
      await expect(run(...args)).rejects.toThrow(
        'npm run due -- list | retry CHAT… | retry all | drop CHAT… | audit',
      )
    },
  )
})

it('metrics of the backlog are read from all shards when they are asked for, and say NaN while Redis is away', async () => {
  const own = await connect()
  const queue = createDueQueue({ redis: own, name: 'due', tags: TAGS })
  const metrics = createMetrics()
  measureBacklog(own, queue, metrics)
  const figures = async (): Promise<(string | undefined)[]> => {
    const text = await metrics.text()
    const names = ['chats_waiting', 'chats_parked', 'oldest_waiting_seconds']
    return names.map((name) => new RegExp(`^tasa_${name} (.+)$`, 'm').exec(text)?.[1])
  }
  expect(await figures()).toEqual(['0', '0', '0'])

  const at = (await redisTime(own)) - 3_000_000
  for (let chat = 1; chat <= 100; chat++) await queue.makeDue(String(chat), 'routine', at + chat)
  await own.zadd(queue.keysOf(5)[6] ?? '', at, '200')
  expect(await figures()).toEqual(['100', '1', expect.stringMatching(/^30\d\d\./)])

  own.disconnect()
  expect((await figures()).map((figure) => figure?.toLowerCase())).toEqual(['nan', 'nan', 'nan'])
})
