import { beforeEach, describe, expect, it } from 'vitest'
import { gapSignal, type NewAlert, priceSignal } from '../../../../src/chats/alert.ts'
import { audit, isBalanced } from '../../../../src/chats/delivery-ledger.ts'
import { EUR, quoteOf, USD, usePush } from '../../../support/push.ts'

const push = await usePush()
const CHAT = '1'
const usd = priceSignal(USD)
const above = (value: string, more: Partial<NewAlert> = {}): NewAlert => ({
  kind: 'above',
  signal: usd,
  value,
  ...more,
})
const below = (value: string): NewAlert => ({ kind: 'below', signal: usd, value })

describe('an alert', () => {
  let asOf: number

  beforeEach(async () => {
    asOf = 1_000
    await see('890')
  })

  const later = (): number => {
    asOf += 1_000
    return asOf
  }
  const see = async (...prices: readonly string[]): Promise<void> => {
    for (const price of prices) await push.see({ quote: quoteOf(price), asOf: later() })
  }
  /** Sees prices, and waits until all is told. */
  const tell = (...prices: readonly string[]) => see(...prices).then(push.rest)
  const tellEuro = (price: string) => push.tell({ quote: quoteOf(price, { monitor: EUR }), asOf: later() })

  /** How many messages the chat got while it heard each price in turn, every one of them told before the next. */
  async function toldAt(...prices: readonly string[]): Promise<number[]> {
    const counts: number[] = []
    for (const price of prices) {
      const before = push.sent.length
      await tell(price)
      counts.push(push.sent.length - before)
    }
    return counts
  }

  async function add(alert: NewAlert, value = '890'): Promise<unknown> {
    const added = await push.chats.alerts.add(CHAT, alert, value)
    await push.rest()
    return added
  }

  it.each([
    [
      'above its threshold, and again once the price was back',
      above('900'),
      [899, 900, 901, 902, 900, 899, 901],
      [0, 0, 1, 0, 0, 0, 1],
    ],
    [
      'below its threshold, and again once the price was back',
      below('880'),
      [881, 880, 879, 878, 881, 879],
      [0, 0, 1, 0, 0, 1],
    ],
    ['once where it is to tell once', above('900', { once: true }), [899, 901, 899, 901], [0, 1, 0, 0]],
    [
      'by 2 %, then measured from there',
      { kind: 'percent', signal: usd, value: '2' },
      [890, 907, 908, 909, 890],
      [0, 0, 1, 0, 0],
    ],
    ['up by 2 %', { kind: 'rise', signal: usd, value: '2' }, [872, 890, 907, 908, 889], [0, 0, 0, 1, 0]],
    ['down by 2 %', { kind: 'fall', signal: usd, value: '2' }, [908, 890, 873, 872, 889], [0, 0, 0, 1, 0]],
    ['by 2 % either way', { kind: 'percent', signal: usd, value: '2' }, [890, 873, 872, 888], [0, 0, 1, 0]],
  ] satisfies [string, NewAlert, number[], number[]][])(
    'tells when the price goes %s',
    async (_case, alert, prices, told) => {
      await add(alert)
      expect(await toldAt(...prices.map(String))).toEqual(told)
    },
  )

  it('is sent with both prices though the price came back before', async () => {
    await add(above('900'))
    await push.limiter.pauseSending(1_500)
    await tell('910', '895')
    expect(push.sent).toHaveLength(1)
    expect(push.sent[0]?.text).toMatch(/Llegó a 910,00, antes 890,00.*\nAhora: <b>895,00/)
  })

  it('does not trigger while it rests, and triggers again after', async () => {
    await add(above('900', { cooldownSeconds: 3_600 }))
    expect(await toldAt('901', '899', '902')).toEqual([1, 0, 0])
    await push.chats.alerts.remove(CHAT, 1)
    await see('899')
    await add(above('900', { cooldownSeconds: 0 }))
    expect(await toldAt('901', '899', '902')).toEqual([1, 0, 1])
  })

  it('triggers again after its cooldown, though the clock was 40 days ahead when it last did', async () => {
    await add(above('900', { cooldownSeconds: 1 }))
    const key = `chat:{${push.queue.shardOf(CHAT)}}:${CHAT}`
    const ahead = Math.floor(Date.now() / 1_000) + 40 * 86_400
    await push.redis.hset(key, 'alert1', `above ${usd} 900 cooldown=1 at=${ahead}`)
    expect(await toldAt('901')).toEqual([0]) // it counts as triggered now
    await expect.poll(() => toldAt('899', '902')).toEqual([0, 1])
  })

  it('stored with a percentage below 0.1 by an earlier version is one of 0.1', async () => {
    await see('100')
    await add({ kind: 'percent', signal: usd, value: '0.0001' }, '100')
    expect(await toldAt('100.09', '100.11', '100.12')).toEqual([0, 1, 0])
    expect((await push.chats.read(CHAT)).alerts).toMatchObject([{ value: '0.1' }])
  })

  it('ends at its time', async () => {
    await add(above('900', { until: 1_000 }))
    expect(await toldAt('901')).toEqual([0])
    expect((await push.chats.read(CHAT)).alerts).toEqual([])
    expect(await push.chats.wanted.monitors()).toEqual([])
  })

  it('is sent as first triggered, though its chat is served later and the price passes again', async () => {
    const until = Date.now() + 3_000
    await add(above('900', { until }))
    await push.limiter.pauseSending(60_000)
    await see('910', '890')
    await expect.poll(async () => (await audit(push.redis, push.queue)).due).toBe(1)
    await expect.poll(() => Date.now() > until).toBe(true)
    await see('915')
    await expect.poll(() => push.redis.xlen('{updates}')).toBe(0)
    expect(await audit(push.redis, push.queue)).toMatchObject({ due: 1, withheld: 0, waiting: 1 })
    expect(push.sent).toEqual([])
  })

  it('keeps its number and is measured from now when it gets another value', async () => {
    await add(above('900'))
    await add(above('950'))
    await push.chats.alerts.edit(CHAT, 1, { value: '880' })
    await push.chats.alerts.edit(CHAT, 3, { value: '880' })
    expect(await toldAt('901', '879', '881')).toEqual([0, 0, 1])
    expect((await push.chats.alerts.list(CHAT)).map(({ id, value }) => [id, value])).toEqual([
      [1, '880'],
      [2, '950'],
    ])
    await push.chats.alerts.remove(CHAT, 1)
    await push.chats.alerts.remove(CHAT, 2)
    expect(await push.chats.wanted.monitors()).toEqual([])
  })

  it('of a gap follows both of its monitors', async () => {
    await see('100')
    await tellEuro('120')
    await add({ kind: 'above', signal: gapSignal(USD, EUR), value: '30' }, '20')
    await tellEuro('130')
    expect(push.sent).toEqual([])
    await tell('99')
    expect(push.sent[0]?.text).toContain('Ahora <b>31,31\u00a0%</b>, antes 30,00\u00a0%')
    expect((await push.chats.wanted.monitors()).length).toBe(2)
    await push.chats.alerts.remove(CHAT, 1)
    expect(await push.chats.wanted.monitors()).toEqual([])
  })

  it('of a gap is judged by both monitors where one notification moves both', async () => {
    const seeBoth = async (dollar: string, euro: string): Promise<void> => {
      const at = later()
      const quotes = [quoteOf(dollar), quoteOf(euro, { monitor: EUR })]
      await push.tell(...quotes.map((quote) => ({ quote, asOf: at })))
    }
    await seeBoth('100', '120')
    await add({ kind: 'below', signal: gapSignal(USD, EUR), value: '15' }, '20')
    await seeBoth('110', '132')
    expect(push.sent).toEqual([])
    await seeBoth('120', '132')
    expect(push.sent.map(({ text }) => text)).toEqual([
      expect.stringContaining('Ahora <b>10,00\u00a0%</b>, antes 20,00\u00a0%'),
    ])
  })

  it('triggers for all whose thresholds a price passes, and for no other', async () => {
    await push.rest()
    const chats = Array.from({ length: 3_000 }, (_, chat) => chat)
    await Promise.all(
      chats.map((chat) => push.chats.alerts.add(String(chat), above(String(900 + chat)), '890')),
    )
    await tell('1900.5')
    expect(push.sent.map(({ chat }) => Number(chat)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 1_001 }, (_, chat) => chat),
    )
    expect(isBalanced(await audit(push.redis, push.queue))).toBe(true)
  })

  it('of a chat that follows the price too does not end its updates, though it is sent before the fan-out comes to it', async () => {
    const neighbours = Array.from({ length: 20_000 }, (_, chat) => String(chat + 1))
      .filter((chat) => push.queue.shardOf(chat) === 0)
      .slice(0, 300)
    await push.rest()
    for (const chat of neighbours) {
      await push.chats.follows.add(chat, USD, { price: '890', at: asOf })
      await push.chats.alerts.add(chat, above('900'), '890')
    }
    await tell('910')
    await tell('920')
    const last = new Map(push.sent.map(({ chat, text }) => [chat, text]))
    const deaf = neighbours.filter((chat) => !last.get(chat)?.includes('920,00'))
    expect(deaf).toEqual([])
    expect(isBalanced(await audit(push.redis, push.queue))).toBe(true)
  })
})
