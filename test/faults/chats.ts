import { setTimeout as sleep } from 'node:timers/promises'
import { priceSignal } from '../../src/chats/alert.ts'
import type { MonitorId } from '../../src/domain/monitor.ts'
import { LUIS } from '../support/people.ts'
import { quoteOf } from '../support/push.ts'
import { repeated } from '../support/recorder.ts'
import type { Setting, Survived } from './scenario.ts'
import { holds, requireSound, startLinkedTown, startVillage, wait } from './worlds.ts'

const BACK_MS_MAX = 5_000
const ALERT_MS_MAX = 3_000
const SOON_MS_MAX = 60_000
const ALERTED = 50
const FIRST_ALERTED = 1_000_000
const TWO: readonly MonitorId[] = [
  { page: 'banco', currency: 'dollar', key: 'm1' },
  { page: 'banco', currency: 'euro', key: 'm2' },
]

/** A person blocks the bot, misses prices, and comes back by `/start`. */
export async function comeBack(setting: Setting): Promise<Survived> {
  const { people, act, town } = await startVillage(setting)
  await people.ask(LUIS, '/start')
  await people.ask(LUIS, '/seguir usd')
  await town.registered()
  const rounds = setting.size(10, 2)
  let lost = 0
  let slowest = 0
  for (let round = 0; round < rounds; round++) {
    await act('block', LUIS)
    const count = (await people.messages(LUIS)).length
    const price = town.move()
    // Long enough to be read from the page and refused.
    await sleep(1_500 + setting.random() * 1_000)
    await act('unblock', LUIS)
    const startedAt = performance.now()
    await people.say(LUIS, '/start')
    // Whom the bot knew to be away reads it in its answer, whom it did not in a push.
    const isTold = async (): Promise<boolean> =>
      (await people.messages(LUIS)).slice(count).some(({ text = '' }) => text.includes(price))
    if (!(await holds(isTold, BACK_MS_MAX * 2, 20))) {
      lost += 1
      const texts = (await people.messages(LUIS)).slice(count).map(({ text }) => text)
      process.stderr.write(`${price} is not in ${JSON.stringify(texts)}\n`)
    }
    slowest = Math.max(slowest, performance.now() - startedAt)
  }
  return {
    n: rounds,
    of: 'comebacks',
    lost,
    delay: { of: 'from /start to the missed price', ms: slowest, msMax: BACK_MS_MAX },
  }
}

/** Two monitors of one notification, which every chat follows. */
export async function moveTogether(setting: Setting): Promise<Survived> {
  const chats = setting.size(2_000, 200)
  const { town } = await startLinkedTown(setting, { ratePerSecond: 1_000, chats: 0, pushes: 2 })
  for (let chat = 1; chat <= chats; chat++)
    for (const monitor of TWO)
      await town.chats.follows.add(String(chat), monitor, { price: '100', at: 1_000 })
  const startedAt = performance.now()
  await town.notify(TWO.map((monitor, index) => quoteOf(String(101 + index), { monitor, priceOld: '100' })))
  const { sent } = town.recorder
  const whole = (): number =>
    sent.filter(({ text }) => text.includes('101,00') && text.includes('102,00')).length
  await holds(() => whole() >= chats, SOON_MS_MAX)
  const slowest = (sent.at(-1)?.at ?? startedAt) - startedAt
  await requireSound(town)
  return {
    n: chats,
    of: 'chats told of two monitors',
    lost: chats - whole(),
    duplicates: { count: sent.length - chats, max: 0 },
    delay: { of: 'to the last chat', ms: slowest },
  }
}

/** Alerts trigger while tens of thousands of followers are due. */
export async function overtake(setting: Setting): Promise<Survived> {
  const followers = setting.size(20_000, 2_000)
  const [followed, watched] = TWO as readonly [MonitorId, MonitorId]
  const { town } = await startLinkedTown(setting, { ratePerSecond: 200, chats: 0, pushes: 1 })
  const names = Array.from({ length: followers }, (_, index) => String(index + 1))
  while (names.length > 0)
    await Promise.all(
      names
        .splice(0, 1_000)
        .map((chat) => town.chats.follows.add(chat, followed, { price: '100', at: 1_000 })),
    )
  const alerted = Array.from({ length: ALERTED }, (_, index) => String(FIRST_ALERTED + index))
  for (const chat of alerted)
    await town.chats.alerts.add(chat, { kind: 'above', signal: priceSignal(watched), value: '150' }, '100')
  const { sent } = town.recorder
  await town.notify(quoteOf('101', { monitor: followed, priceOld: '100' }))
  await wait('the first followers are told', () => sent.length > 100, SOON_MS_MAX)
  await sleep(setting.random() * 1_000)
  await town.notify(quoteOf('160', { monitor: watched, priceOld: '100' }))
  const startedAt = performance.now()
  const told = () => sent.filter(({ chat }) => Number(chat) >= FIRST_ALERTED)
  await holds(() => told().length >= ALERTED, SOON_MS_MAX)
  const slowest = (told().at(-1)?.at ?? Number.POSITIVE_INFINITY) - startedAt
  return {
    n: ALERTED,
    of: 'alerts',
    lost: ALERTED - new Set(told().map(({ chat }) => chat)).size,
    duplicates: { count: repeated(sent), max: 0 },
    delay: { of: 'from the notification to the alert', ms: slowest, msMax: ALERT_MS_MAX },
  }
}
