import { beforeEach, describe, expect, it } from 'vitest'
import { audit, isBalanced } from '../../../../src/chats/delivery-ledger.ts'
import { quoteOf, USD, usePush } from '../../../support/push.ts'

const push = await usePush()
const CHAT = '1'
const MINUTE_MS = 60_000

describe('an answer of the rate API that contradicts what is known', () => {
  let now: number

  beforeEach(async () => {
    now = Date.now() - 60 * MINUTE_MS
    await push.tell({ quote: quoteOf('101'), asOf: now })
    await push.chats.follows.add(CHAT, USD, { price: '101', at: now })
  })

  const toldPrices = (): (string | undefined)[] => push.sent.map(({ text }) => /Bs\.\s(\d+)/.exec(text)?.[1])
  const notify = (price: string, asOf: number, priceOld = price) =>
    push.tell({ quote: quoteOf(price, { priceOld }), asOf })

  /** The API answers this price, a minute later, and is compared with. */
  async function compare(price: string, lastUpdate = quoteOf('1').lastUpdate): Promise<void> {
    now += MINUTE_MS
    let hasAsked = false
    push.api.snapshots.set('page_alpha dollar', {
      get asOf() {
        hasAsked = true
        return now
      },
      quotes: [quoteOf(price, { lastUpdate })],
    })
    await push.redis.publish('reconcile', '')
    await expect.poll(() => hasAsked).toBe(true)
    await push.rest()
  }

  it('brings no older price after a newer one, unless it comes three times in a row', async () => {
    await notify('102', now + 1, '101')
    await compare('101')
    await compare('102')
    await compare('101')
    expect(toldPrices()).toEqual(['102'])
    for (let again = 0; again < 2; again++) await compare('101')
    await expect.poll(toldPrices).toEqual(['102', '101'])
    expect(await audit(push.redis, push.queue)).toSatisfy(isBalanced)
  })

  it("after a server's clock was ahead holds prices up for three answers, and no more", async () => {
    await notify('102', now + 50 * MINUTE_MS)
    await notify('103', now + 1)
    for (let again = 0; again < 3; again++) await compare('103')
    await expect.poll(toldPrices).toEqual(['102', '103'])
    await notify('104', now + 1)
    await expect.poll(toldPrices).toEqual(['102', '103', '104'])
    expect(push.prices.latest(USD)?.quote.price).toBe('104')
    expect(await audit(push.redis, push.queue)).toSatisfy(isBalanced)
  })
})
