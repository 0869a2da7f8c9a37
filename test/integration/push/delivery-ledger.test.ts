import { expect, it } from 'vitest'
import { gapSignal, priceSignal } from '../../../src/chats/alert.ts'
import { audit, isBalanced } from '../../../src/chats/delivery-ledger.ts'
import type { SendResult } from '../../../src/telegram/send-result.ts'
import { EUR, quoteOf, USD, usePush } from '../../support/push.ts'
import { createRandom } from '../../support/random.ts'

const push = await usePush({ ratePerSecond: 2_000 })
const SEEDS = [1, 2, 3]
const STEPS = 300
const CHATS = 40

it.each(SEEDS)(
  'the delivery ledger is exact after chats came, left, migrated and were sent prices, and all are at the newest price (seed %i)',
  async (seed) => {
    const random = createRandom(seed)
    const below = (limit: number): number => Math.floor(random() * limit)
    const [signal, gap] = [priceSignal(USD), gapSignal(USD, EUR)]
    let asOf = 1_000
    push.judgeBy(async (): Promise<SendResult> => {
      const chance = random()
      if (chance < 0.03) return { kind: 'retry', afterMs: 10 }
      if (chance < 0.04) return { kind: 'fail', reason: 'no' }
      if (chance < 0.05) return { kind: 'unreachable', reason: 'blocked' }
      return { kind: 'sent' }
    })
    const steps = [
      (chat: string) => push.chats.follows.add(chat, below(2) ? USD : EUR, { price: '100', at: 1_000 }),
      (chat: string) => push.chats.follows.remove(chat, below(2) ? USD : EUR),
      (chat: string) => push.chats.presence.retire(chat),
      (chat: string) => push.chats.presence.revive(chat),
      (chat: string) => push.chats.presence.migrate(chat, String(1 + below(CHATS))),
      (chat: string) => {
        const [kind, value] = [below(2) ? 'above' : 'below', String(90 + below(20))] as const
        return push.chats.alerts.add(chat, { kind, signal, value, once: random() < 0.3 }, '100')
      },
      (chat: string) => push.chats.alerts.add(chat, { kind: 'percent', signal, value: '3' }, '100'),
      (chat: string) => push.chats.alerts.add(chat, { kind: 'above', signal: gap, value: '5' }, '0'),
      (chat: string) => push.chats.alerts.remove(chat, 1 + below(3)),
      (chat: string) => push.chats.alerts.edit(chat, 1 + below(3), { value: String(90 + below(20)) }),
      (chat: string) => push.chats.presence.dropParked(chat),
      ...Array.from({ length: 6 }, () => () => {
        asOf += 1_000
        const monitor = below(2) ? USD : EUR
        return push.see({ quote: quoteOf(String(90 + below(20)), { monitor }), asOf })
      }),
    ]
    for (let step = 0; step < STEPS; step++) await steps[below(steps.length)]?.(String(1 + below(CHATS)))
    push.judgeBy(async () => ({ kind: 'sent' }))
    asOf += 1_000
    await push.tell({ quote: quoteOf('200'), asOf }, { quote: quoteOf('300', { monitor: EUR }), asOf })

    const ledger = await audit(push.redis, push.queue)
    expect(ledger, JSON.stringify(ledger)).toSatisfy(isBalanced)
    expect(ledger.told).toBeGreaterThan(CHATS)
    expect(ledger.waiting).toBe(0)
    const parked = new Set(await push.queue.parked())
    for (let chat = 1; chat <= CHATS; chat++) {
      const { told, isGone } = await push.chats.read(String(chat))
      if (isGone || parked.has(String(chat))) continue
      for (const one of told)
        expect([chat, one.told.price]).toEqual([chat, one.monitor.key === 'usd' ? '200' : '300'])
    }
  },
)
