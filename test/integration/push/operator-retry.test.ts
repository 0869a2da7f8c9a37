import { beforeEach, describe, expect, it } from 'vitest'
import { audit } from '../../../src/chats/delivery-ledger.ts'
import { runDueCommand } from '../../support/chats.ts'
import { quoteOf, USD, usePush } from '../../support/push.ts'

const push = await usePush()

describe('a chat that is parked beside the running program', () => {
  const run = (...args: readonly string[]) => runDueCommand(push.redis, ...args)
  const ledger = () => audit(push.redis, push.queue)
  const none = { due: 1, told: 0, superseded: 0, withheld: 0, unreachable: 0, parked: 0, waiting: 0, lost: 0 }

  beforeEach(async () => {
    await push.chats.follows.add('7', USD, { price: '100', at: 1_000 })
    push.judgeBy(async () => ({ kind: 'fail', reason: "Bad Request: can't parse entities" }))
    await push.see({ quote: quoteOf('101'), asOf: 2_000 })
    await expect.poll(() => push.queue.parked()).toEqual(['7'])
    push.judgeBy(async () => ({ kind: 'sent' }))
  })

  it('is listed with what Telegram said, sent what it missed once it is retried, and what comes after', async () => {
    expect(await ledger()).toEqual({ ...none, parked: 1 })
    expect(await push.queue.listParked()).toMatchObject([
      { member: '7', failures: 3, why: "Bad Request: can't parse entities" },
    ])
    await run('retry', '7')
    await push.rest()
    expect(await ledger()).toEqual({ ...none, told: 1 })
    await push.tell({ quote: quoteOf('102'), asOf: 3_000 })
    expect(push.sent.map(({ chat }) => chat)).toEqual(['7', '7'])
  })

  it('is sent nothing once it is dropped, until it comes back', async () => {
    await run('drop', '7')
    expect(await ledger()).toEqual({ ...none, unreachable: 1 })
    await push.tell({ quote: quoteOf('102'), asOf: 3_000 })
    expect(push.sent).toEqual([])
    await push.chats.presence.revive('7')
    await push.tell({ quote: quoteOf('103'), asOf: 4_000 })
    expect(push.sent.length).toBe(1)
  })
})
