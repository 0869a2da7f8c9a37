import { beforeEach, describe, expect, it } from 'vitest'
import type { NewAlert } from '../../../src/chats/alert.ts'
import { priceSignal } from '../../../src/chats/alert.ts'
import { keysOfShard } from '../../../src/chats/keys.ts'
import { keysOfChats, MATCH, matchArguments } from '../../../src/chats/scripts.ts'
import { type KeptChats, startChats } from '../../support/chats.ts'
import { quoteOf, USD } from '../../support/push.ts'
import { useRedis } from '../../support/redis.ts'

const OLD = '-5'
const NEW = '-100500'
const above: NewAlert = { kind: 'above', signal: priceSignal(USD), value: '900' }

describe('an alert of a group that became a supergroup', () => {
  const server = useRedis()
  let redis: KeptChats['redis']
  let queue: KeptChats['queue']
  let chats: KeptChats['chats']
  let see: KeptChats['see']

  beforeEach(async () => {
    ;({ redis, queue, chats, see } = await startChats(server))
    await see('890', 1_000)
  })

  const firedOf = (chat: string) => redis.hgetall(keysOfShard(queue.shardOf(chat)).fired)
  const forgetFired = (chat: string) => redis.del(keysOfShard(queue.shardOf(chat)).fired)

  it('keeps the price that its percentage is measured from', async () => {
    await chats.alerts.add(OLD, { ...above, kind: 'percent', value: '2' }, '890')
    await see('895', 2_000)
    await chats.presence.migrate(OLD, NEW)
    await see('908', 3_000) // 2.02% above 890
    expect(await firedOf(NEW)).toEqual({ [`${NEW}:1`]: '890 908 3000' })
  })

  /** Lets the shard of one chat alone hear of a price: it is ahead of the others then. */
  async function seeIn(chat: string, price: string, asOf: number): Promise<void> {
    const args = matchArguments([{ quote: quoteOf(price), asOf }], 1_000)
    await MATCH.run(redis, keysOfChats(queue, queue.shardOf(chat), []), args)
  }

  it.each([
    ['a threshold', above, '890'],
    ['a threshold from above', { ...above, kind: 'below' }, '905'],
    ['a percentage', { ...above, kind: 'percent', value: '2' }, '890'],
    ['a one-time threshold', { ...above, once: true }, '890'],
  ] as const)(
    'on %s triggers once where only its new shard has a price beyond it',
    async (_case, alert, from) => {
      const to = from === '890' ? '910' : '880'
      await see(from, 1_500)
      await chats.alerts.add(OLD, alert, from)
      await seeIn(NEW, to, 2_000)
      await chats.presence.migrate(OLD, NEW)
      expect(await firedOf(NEW)).toEqual({ [`${NEW}:1`]: `${from} ${to} 2000` })
      expect(await redis.zrange(queue.keysOf(queue.shardOf(NEW))[0] ?? '', '0', '-1')).toEqual([NEW])
      expect(await chats.alerts.list(NEW)).toMatchObject([{ done: 'once' in alert }])
      await forgetFired(NEW) // it was told
      await see(to, 2_000)
      await see(to === '910' ? '911' : '879', 3_000)
      expect(await firedOf(NEW)).toEqual({})
    },
  )

  it.each([
    ['a threshold', above],
    ['a percentage', { ...above, kind: 'percent', value: '2' }],
  ] as const)('on %s triggers once where only its old shard had a price beyond it', async (_case, alert) => {
    await chats.alerts.add(OLD, alert, '890')
    await seeIn(OLD, '910', 2_000)
    await chats.presence.migrate(OLD, NEW)
    await forgetFired(NEW) // it was told
    await see('910', 2_000)
    expect(await firedOf(NEW)).toEqual({})
  })

  it('starts its cooldown where only its new shard has a price beyond it', async () => {
    await chats.alerts.add(OLD, { ...above, cooldownSeconds: 3_600 }, '890')
    await seeIn(NEW, '910', 2_000)
    await chats.presence.migrate(OLD, NEW)
    expect(await firedOf(NEW)).toEqual({ [`${NEW}:1`]: '890 910 2000' })
    await forgetFired(NEW) // it was told
    await see('890', 3_000)
    await see('911', 4_000)
    expect(await firedOf(NEW)).toEqual({})
  })
})
