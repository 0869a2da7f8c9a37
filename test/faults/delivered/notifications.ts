import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MonitorId } from '../../../src/domain/monitor.ts'
import { onThisMachine } from '../../support/machine.ts'
import { quoteOf } from '../../support/push.ts'
import { type Recorded, repeated } from '../../support/recorder.ts'
import type { Scenario, Setting, Survived } from '../scenario.ts'
import { countUntold, holds, requireSound, startLinkedTown, wait } from '../worlds.ts'

const COPIES = 10
const AT_ONCE = 16
const TRIES_MAX = 5
const UPDATES_PER_CHAT = 2
const SENT_MS_MAX = 60_000
const FOUND_MS_MAX = 70_000
const REGISTERED_MS_MAX = 60_000
const SECOND_MS = 1_000

const monitorOf = (chat: number): MonitorId => ({ page: 'banco', currency: 'dollar', key: `m${chat}` })

/** How many messages told a chat an older price after a newer. */
export function countBackwards(sent: readonly Recorded[]): number {
  const newest = new Map<string, number>()
  let backwards = 0
  for (const { chat, price } of sent) {
    const amount = Number(price.replace(',', '.'))
    if (amount < (newest.get(chat) ?? 0)) backwards += 1
    newest.set(chat, Math.max(amount, newest.get(chat) ?? 0))
  }
  return backwards
}

function shuffle<Item>(items: Item[], random: () => number): Item[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const [a, b] = [items[last], items[other]]
    if (a !== undefined && b !== undefined) [items[last], items[other]] = [b, a]
  }
  return items
}

/** Every notification comes ten times, all of them shuffled, half of them without an id; a newer price may come before an older. */
async function repeatAndShuffle(setting: Setting): Promise<Survived> {
  const chats = setting.size(500, 40)
  const { town } = await startLinkedTown(setting, { ratePerSecond: 500, chats: 0 })
  await Promise.all([town.startPush(), town.startPush()])
  const startedAt = Date.now() - chats * UPDATES_PER_CHAT
  const notifications: (() => Promise<number>)[] = []
  for (let chat = 1; chat <= chats; chat++) {
    await town.chats.follows.add(String(chat), monitorOf(chat), { price: '100', at: 1_000 })
    for (let update = 1; update <= UPDATES_PER_CHAT; update++) {
      const at = startedAt + chat * UPDATES_PER_CHAT + update
      const quote = quoteOf(String(100 + update), {
        monitor: monitorOf(chat),
        priceOld: String(99 + update),
        lastUpdate: at - (at % SECOND_MS) + update * SECOND_MS,
      })
      for (let copy = 0; copy < COPIES; copy++)
        notifications.push(() => town.notify(quote, chat % 2 === 0 ? null : `${chat}-${update}`, at))
    }
  }
  const shuffled = shuffle(notifications, setting.random)
  const refused: number[] = []
  const post = async (): Promise<void> => {
    for (let next = shuffled.pop(); next; next = shuffled.pop()) {
      // Who notifies repeats what was answered 503: the receiver was busy for longer than its second.
      let status = await next()
      for (let tries = 1; status === 503 && tries < TRIES_MAX; tries++) status = await next()
      refused.push(status)
    }
  }
  const n = shuffled.length
  await Promise.all(Array.from({ length: AT_ONCE }, post))
  const { sent } = town.recorder
  const newest = `${100 + UPDATES_PER_CHAT},00`
  const untold = (): number => {
    const told = new Set(sent.filter(({ price }) => price === newest).map(({ chat }) => chat))
    return chats - told.size
  }
  await holds(() => untold() === 0, await onThisMachine(SENT_MS_MAX), 250)
  await requireSound(town)
  return {
    n,
    of: `notifications for ${chats} chats`,
    lost: untold() + countBackwards(sent) + refused.filter((status) => status !== 200).length,
    duplicates: { count: repeated(sent), max: 0 },
  }
}

/** Somebody between the rate API and us says 200 to every notification, and passes on none. */
async function swallow(setting: Setting): Promise<Survived> {
  let swallowed = 0
  const liar = createServer((request, response) => {
    request.resume().on('end', () => {
      swallowed += 1
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(liar, 'listening')
  setting.atEnd(() => {
    liar.closeAllConnections()
    liar.close()
  })
  const chats = setting.size(300, 50)
  const { town } = await startLinkedTown(setting, { ratePerSecond: 500, chats })
  await town.startPush({
    RATES_WEBHOOK_URL: `http://127.0.0.1:${(liar.address() as AddressInfo).port}/webhooks/rates`,
  })
  await town.registered()
  const before = swallowed
  town.move()
  await wait('a notification is swallowed', () => swallowed > before, REGISTERED_MS_MAX)
  const lost = await countUntold(town, FOUND_MS_MAX)
  await requireSound(town)
  return {
    n: chats,
    of: 'messages',
    lost,
    duplicates: { count: repeated(town.recorder.sent), max: 0 },
    delay: { of: 'from the page to a chat', ms: town.worstDelayMs(), msMax: FOUND_MS_MAX },
  }
}

export const NOTIFICATIONS: readonly Scenario[] = [
  {
    name: 'notifications-shuffled',
    promise: 'Repeated, shuffled notifications: one message each, no older price after a newer',
    done: 'each comes ten times, with or without an id',
    run: repeatAndShuffle,
  },
  {
    name: 'notifications-lost',
    promise: 'Lost notifications are found within 70 s',
    done: 'somebody answers 200 and swallows them',
    run: swallow,
  },
]
