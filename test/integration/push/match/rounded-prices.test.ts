import { describe, expect, it } from 'vitest'
import { priceSignal } from '../../../../src/chats/alert.ts'
import { keysOfShard } from '../../../../src/chats/keys.ts'
import { monitorRef } from '../../../../src/domain/monitor.ts'
import { quoteOf, USD, usePush } from '../../../support/push.ts'

const push = await usePush()

describe('from a server that rounds prices in answers and not in notifications,', () => {
  let asOf = 1_000

  const notify = async (price: string, monitor = USD): Promise<void> => {
    asOf += 1_000
    await push.tell({ quote: quoteOf(price, { monitor }), asOf })
  }
  const answer = async (price: string, monitor = USD): Promise<void> => {
    asOf += 1_000
    await push.tell({ quote: quoteOf(price, { monitor }), asOf, mayBeRounded: true })
  }
  const texts = (): string[] => push.sent.map(({ text }) => text)
  /** The number and the price that shards have of a monitor. */
  async function known(monitor = USD): Promise<string> {
    const [sequence, , price] = (
      (await push.redis.hget(keysOfShard(0).prices, monitorRef(monitor))) ?? ''
    ).split(' ')
    return `${sequence} ${price}`
  }

  it('a price is sent once, whichever comes first', async () => {
    await notify('36.4')
    await push.chats.follows.add('1', USD, { price: '36.4', at: asOf })
    await answer('36.46')
    await notify('36.4567')
    expect([texts().length, await known()]).toEqual([1, '2 36.4567'])
    await answer('36.46')
    expect([texts().length, await known()]).toEqual([1, '2 36.4567'])
    await push.chats.follows.add('2', USD, { price: '36.4', at: 1 })
    await push.rest() // told at once of what is newer, and not held up for the answer
    expect(texts()).toHaveLength(2)
  })

  it('a price notified with two decimals is not taken for a rounded one', async () => {
    await push.chats.follows.add('1', USD, { price: '36.4', at: 1 })
    await notify('36.46')
    await notify('36.4567')
    expect(await known()).toBe('2 36.4567')
  })

  it('an alert between the two prices triggers', async () => {
    await notify('36.4')
    const signal = priceSignal(USD)
    await push.chats.alerts.add('1', { kind: 'above', signal, value: '36.462' }, '36.4')
    await answer('36.46')
    expect(texts()).toHaveLength(0)
    await notify('36.463')
    expect([texts().length, await known()]).toEqual([1, '2 36.463'])
  })

  it('prices are compared rounded half up to two decimals, as servers round', async () => {
    const pairs = [
      ['36.46', '36.4567'],
      ['36.46', '36.455'],
      ['10', '9.999'],
      ['1', '0.995'],
      ['0.05', '0.046'],
      ['36.4', '36.404'],
      ['99999999999999999999.13', '99999999999999999999.1299'],
      ['36.46', '36.465'],
      ['36.4', '36.4567'],
      ['100', '99.9949'],
      ['1', '10.001'],
    ] as const
    const monitorOf = (index: number) => ({ ...USD, key: `m${index}` })
    for (const [index, [rounded, full]] of pairs.entries()) {
      await push.see(
        { quote: quoteOf(rounded, { monitor: monitorOf(index) }), asOf: 1_000, mayBeRounded: true },
        { quote: quoteOf(full, { monitor: monitorOf(index) }), asOf: 2_000 },
      )
    }
    await push.rest()
    const numbers = await Promise.all(pairs.map((_, index) => known(monitorOf(index))))
    expect(numbers).toEqual(pairs.map(([, full], index) => `${index < 7 ? 1 : 2} ${full}`))
  })
})
