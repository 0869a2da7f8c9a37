import { beforeEach, describe, expect, it } from 'vitest'
import { priceSignal } from '../../../../src/chats/alert.ts'
import { readCounted } from '../../../../src/chats/delivery-ledger.ts'
import { createMatcher } from '../../../../src/push/match/match.ts'
import { createConsumer, createPriceStream, MATCH_LEASE_MS } from '../../../../src/push/match/price-stream.ts'
import { createLease } from '../../../../src/redis/leader.ts'
import type { Part } from '../../../../src/runtime/lifecycle.ts'
import { createMetrics } from '../../../../src/runtime/metrics.ts'
import { useChats } from '../../../support/chats.ts'
import { quoteOf, USD } from '../../../support/push.ts'
import { silent } from '../../../support/redis.ts'

const { redis, connect, queue, chats, see: seeEverywhere } = await useChats()
const stream = createPriceStream(redis)
const CHATS = 60

describe('prices that several processes consume', () => {
  let asOf: number

  beforeEach(async () => {
    asOf = 1_000
    await seeEverywhere('890', asOf)
    const alert = { kind: 'above', signal: priceSignal(USD), value: '900' } as const
    for (let chat = 1; chat <= CHATS; chat++) await chats.alerts.add(String(chat), alert, '890')
  })

  const see = (price: string) => {
    asOf += 10
    return stream.append([{ quote: quoteOf(price), asOf }])
  }
  const allMatched = () => expect.poll(() => redis.xlen('{updates}')).toBe(0)
  const triggered = async () => (await readCounted(redis, queue)).due

  /** Starts what takes prices from the stream in one process of several. */
  async function startProcess(name: string): Promise<Part> {
    const matcher = createMatcher({
      redis: await connect(),
      queue,
      prices: { record: async () => {} },
    })
    const consumer = createConsumer({
      waiting: await connect(true),
      stream,
      lease: createLease(redis, '{updates}:matcher', name, MATCH_LEASE_MS),
      beginRound: matcher.beginRound,
      match: matcher.match,
      log: silent,
      metrics: createMetrics(),
    })
    await consumer.start()
    return consumer
  }

  it('are matched in order: a price that comes back overtakes none, whichever process stops', async () => {
    const processes = await Promise.all(['one', 'two', 'three'].map(startProcess))
    const rounds = 30
    for (let round = 0; round < rounds; round++) {
      if (round % 10 === 9) await processes.shift()?.stop()
      await see('910')
      await see('890')
      if (round === 20) processes.push(await startProcess('four'))
    }
    await allMatched()
    expect(await triggered()).toBe(CHATS * rounds)
    await Promise.all(processes.map((one) => one.stop()))
  })

  it('are matched in order where one was read by a process that was killed', async () => {
    await see('910')
    await createLease(redis, '{updates}:matcher', 'killed', MATCH_LEASE_MS).hold()
    expect(await stream.read(await connect(true))).toHaveLength(1)
    await see('890')
    const other = await startProcess('other')
    await allMatched()
    expect(await triggered()).toBe(CHATS)
    await other.stop()
  })
})
