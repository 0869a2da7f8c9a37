import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../support/cluster.ts'
import { startTown } from '../support/load-fixture.ts'
import type { Program } from '../support/program.ts'

const CHATS = 200

interface Line {
  readonly level: string
  readonly msg: string
  readonly trace?: string
  readonly [field: string]: unknown
}
const linesOf = (program: Program): Line[] =>
  program
    .err()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

describe('the log', () => {
  let redis: TestServer
  let town: Awaited<ReturnType<typeof startTown>>

  beforeAll(async () => {
    redis = await startServer()
    town = await startTown({ redisUrl: redis.url, ratePerSecond: 100, chats: CHATS, latencyMs: 5 })
  })
  afterAll(async () => {
    await town.stop()
    await redis.stop()
  })

  it('names one id from the read of a price to the messages about it, in the processes of all', async () => {
    const senders = [await town.startPush(), await town.startPush()]
    await town.registered()
    town.move()
    await expect.poll(town.untold).toEqual([])
    for (const sender of senders) expect((await sender.stop()).code).toBe(0)

    const { trace = '' } =
      linesOf(town.service).findLast(({ msg, outcome }) => msg === 'collected' && outcome === 'changed') ?? {}
    expect(trace).toMatch(/^\d{13}-\d+$/)
    const found = [town.service, ...senders].map((program) =>
      linesOf(program).filter((line) => JSON.stringify(line).includes(trace)),
    )
    expect(found.every((lines) => lines.length > 0)).toBe(true)
    const lines = found.flat()
    const named = (name: string) => lines.filter(({ msg }) => msg === name)
    expect(named('collected')).toMatchObject([{ page: 'banco', outcome: 'changed', updates: 1 }])
    expect(named('notification kept')).toMatchObject([{ prices: 1, isRepeated: false }])
    expect(named('prices matched')).toMatchObject([{ chats: CHATS }])
    const messages = named('prices delivered').map((line) => Number(line.messages))
    expect(messages.reduce((sum, one) => sum + one, 0)).toBe(CHATS)
    expect(lines.every(({ level }) => level === 'info')).toBe(true)
    expect(lines.length).toBeLessThan(CHATS / 10)
  })
})
