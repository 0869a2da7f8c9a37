import { beforeEach, describe, expect, it } from 'vitest'
import { priceSignal } from '../../../src/chats/alert.ts'
import { keysOfShard } from '../../../src/chats/keys.ts'
import { daily } from '../../../src/domain/schedule.ts'
import { exportChat } from '../../../src/features/settings/export.ts'
import { useChats } from '../../support/chats.ts'
import { USD } from '../../support/push.ts'

const { redis, queue, chats, see } = await useChats()
const OLD = '-987654'
const CHAT = '-100987654'
const BROADCAST = 'mabcdefg'
const NOW = Date.UTC(2026, 4, 1, 12)

/** Where each field of a chat's hash, and each pending trigger, is in the export. */
const EXPORTED: readonly (readonly [RegExp, string])[] = [
  [/^lang$/, 'language'],
  [/^numbers$/, 'numberFormat'],
  [/^zone$/, 'timeZone'],
  [/^thread$/, 'topic'],
  [/^quiet$/, 'quietHours'],
  [/^muted$/, 'mutedUntil'],
  [/^defaults$/, 'preferredMonitors.0'],
  [/^rounding$/, 'billsRoundedTo'],
  [/^igtf$/, 'billsWithIgtf'],
  [/^amount$/, 'ownAmountInDollars'],
  [/^dark$/, 'darkCharts'],
  [/^rate$/, 'ownRateOfTheDollar'],
  [/^payto$/, 'mobilePayment.phone'],
  [/^digest$/, 'digest.at'],
  [/^digested$/, 'digest.lastSentAt'],
  [/^digestPrices$/, 'digest.lastPrices'],
  [/^live$/, 'liveMessage'],
  [/^cast$/, 'lastBroadcastTold'],
  [/^gone$/, 'absence'],
  [/^doubts$/, 'refusals'],
  [/^moved$/, 'movedFromFingerprint'],
  [/^lastAlert$/, 'lastAlertNumber'],
  [/^alert\d+$/, 'alerts.0'],
  [/^\w+:[\w.]+$/, 'follows.0'],
  [/^fired -\d+:\d+$/, 'triggeredNotYetTold.0'],
]

/** Keys that name a chat and are not exported, with the reason. */
const NOT_EXPORTED = new Map([
  ['listeners', 'an index of follows'],
  ['rising', 'an index of alerts'],
  ['falling', 'an index of alerts'],
  ['{live}', 'an index of live messages'],
  ['due', 'the place in the queue, until the next delivery'],
])

/** The value at a path such as `alerts.0.kind`. */
const valueAt = (document: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => Object(value)[name], document)

const names = (text: string): boolean => text.split(/[: ]/).includes(CHAT)

/** What Redis keeps in a key about the chat: the fields of its own hash, else `family member` of what names it. */
async function keptIn(key: string): Promise<string[]> {
  const type = await redis.type(key)
  const family = key.split(':')[0] ?? ''
  if (type === 'hash') {
    const fields = await redis.hkeys(key)
    return names(key) ? fields : fields.filter(names).map((field) => `${family} ${field}`)
  }
  if (type === 'string') return names(key) ? [`${family} ${key}`] : []
  const members = type === 'set' ? await redis.smembers(key) : await redis.zrange(key, '0', '-1')
  return members.filter(names).map((member) => `${family} ${member}`)
}

describe('the export of a chat', () => {
  beforeEach(async () => {
    await see('890', 1_000)
    await chats.alerts.add(OLD, { kind: 'above', signal: priceSignal(USD), value: '900' }, '890')
    await see('910', 2_000)
    await chats.presence.migrate(OLD, CHAT)
    await chats.follows.add(CHAT, USD, { price: '890', at: 1_000 }, 7)
    await chats.settings.setLanguage(CHAT, 'en')
    await chats.settings.set(CHAT, 'numbers', 'en-US')
    await chats.settings.setZone(CHAT, 'America/Bogota')
    await chats.settings.setQuietHours(CHAT, { from: '22:00', to: '07:00' })
    await chats.settings.setMuted(CHAT, NOW)
    await chats.settings.setDigest(CHAT, daily('08:00'), NOW)
    await redis.hset(keysOfShard(queue.shardOf(CHAT)).chat(CHAT), 'digestPrices', 'dollar:page_alpha.usd 890')
    await chats.settings.setDefaults(CHAT, [USD])
    await chats.settings.set(CHAT, 'ownAmount', '200')
    await chats.settings.set(CHAT, 'hasDarkCharts', '1')
    await chats.settings.set(CHAT, 'rounding', 'bolivar')
    await chats.settings.set(CHAT, 'isTaxed', '1')
    await chats.settings.set(CHAT, 'ownRate', '900')
    await chats.settings.set(CHAT, 'payTo', '0102 04141234567 V12345678')
    await chats.live.set(CHAT, 42, undefined)
    await chats.broadcasts.enlist(CHAT, BROADCAST)
    await chats.broadcasts.claim(CHAT, BROADCAST)
    await chats.alerts.add(CHAT, { kind: 'below', signal: priceSignal(USD), value: '800' }, '910')
    await chats.refusals.count(CHAT)
  })

  const readExport = async (): Promise<Record<string, unknown>> =>
    JSON.parse(exportChat(CHAT, await chats.readRecord(CHAT), NOW))

  /** Fields in Redis that the export lacks and that are not left out for a reason. */
  async function missing(): Promise<string[]> {
    const document = await readExport()
    const kept = (await Promise.all((await redis.keys('*')).map((key) => keptIn(key)))).flat()
    expect(kept.length).toBeGreaterThanOrEqual(EXPORTED.length)
    return kept
      .filter((field) => !NOT_EXPORTED.has(field.split(' ')[0] ?? ''))
      .filter((field) => {
        const path = EXPORTED.find(([pattern]) => pattern.test(field))?.[1]
        return path === undefined || valueAt(document, path) === undefined
      })
  }

  it('has every field that Redis keeps about it', async () => {
    expect(await missing()).toEqual([])
  })

  it('has every field of a chat that has left', async () => {
    await chats.presence.stop(CHAT)
    expect(await missing()).toEqual([])
  })

  it('has triggers, alert numbers, broadcasts and the move with their values', async () => {
    expect(await readExport()).toMatchObject({
      triggeredNotYetTold: [{ alert: 1, from: '890', to: '910', at: new Date(2_000).toISOString() }],
      lastAlertNumber: 2,
      lastBroadcastTold: BROADCAST,
      movedFromFingerprint: expect.stringMatching(/^[0-9a-f]{40}$/),
    })
  })
})
