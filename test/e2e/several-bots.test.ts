import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canary } from '../support/canary.ts'
import { startServer } from '../support/cluster.ts'
import { forFile } from '../support/folder.ts'
import { startFront } from '../support/front.ts'
import { ANA, createPeople, EMMA, LUIS, type Place } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { until } from '../support/until.ts'

const RATES_SECRET = canary('rates_webhook')
const SECRET = canary('telegram_webhook')
const SECRET_BEFORE = canary('telegram_webhook_before')
const HOOKED = { TELEGRAM_UPDATES: 'webhook', TELEGRAM_WEBHOOK_SECRET: `${SECRET},${SECRET_BEFORE}` }
const TEXT = 'Mañana hay mantenimiento'
const SOON = { timeout: 30_000, interval: 50 }
/** So that updates meet while one is being answered. */
const SLOW_MS = 300

const redis = await forFile(startServer())
const front = await forFile(startFront())
const REST = { ROLES: 'service,push,sandbox', REDIS_URL: redis.url, RATES_WEBHOOK_SECRET: RATES_SECRET }
/** Everything but the bots. */
const rest = await forFile(spawnProgram({ env: REST }))
const people = createPeople(await rest.address('Web chat'))
await people.act('faults', { flood_limits: false })

describe('several bots on one Redis', () => {
  let bots: readonly Program[] = []
  afterAll(() => Promise.all(bots.map((bot) => bot.stop())))

  async function startTwo(env: Readonly<Record<string, string>>): Promise<readonly Program[]> {
    const common = {
      ROLES: 'bot',
      REDIS_URL: redis.url,
      RATES_API_URL: await rest.address('Rate service'),
      RATES_API_TOKEN: 'unknown-token',
      RATES_WEBHOOK_SECRET: RATES_SECRET,
      TELEGRAM_API_ROOT: await rest.address('Web chat'),
      PUBLIC_URL: front.url,
    }
    bots = [0, 1].map(() => spawnProgram({ env: { ...common, ...env } }))
    await Promise.all(bots.map((bot) => bot.address('Bot')))
    return bots
  }

  /** Updates come to both in turn, so that no dialog stays with one of them. */
  async function startTwoHooked(): Promise<void> {
    for (const bot of await startTwo(HOOKED)) front.add(await bot.address('Bot'))
  }

  async function kill(bot: Program): Promise<void> {
    front.remove(await bot.address('Bot'))
    bot.child.kill('SIGKILL')
    await bot.exited
  }

  /** Says it five times over, and waits for as many answers; the one that a killed bot had in hand may be said twice. */
  async function talk(place: Place, meanwhile: () => Promise<unknown>): Promise<void> {
    const first = await people.say(place, '/help')
    for (let i = 0; i < 2; i++) await people.say(place, '/help')
    await meanwhile()
    for (let i = 0; i < 2; i++) await people.say(place, '/help')
    expect([5, 6]).toContain((await people.heard(place, first, 5)).length)
  }

  const textsIn = async (place: Place): Promise<string> =>
    (await people.messages(place)).map(({ text = '' }) => text).join('\n')

  describe('that poll', () => {
    const places = [
      LUIS,
      EMMA,
      ...[-1_001_000_000_001, -1_001_000_000_002, -4_000_001].map((chat) => ({ user: ANA.user, chat })),
    ]
    /** How often each place has heard the broadcast. */
    const heard = () =>
      Promise.all(places.map(async (place) => (await textsIn(place)).split(TEXT).length - 1))
    const heardInAll = async (): Promise<number> => (await heard()).reduce((sum, times) => sum + times)

    it('do so one at a time: another one answers, and ends a broadcast that each chat is sent once, after a kill', async () => {
      // Chats are found for the broadcast one a second.
      const [one] = await startTwo({ ADMIN_CHAT_IDS: String(ANA.chat), SEND_RATE_PER_SECOND: '2' })
      for (const { chat } of places.slice(2))
        for (const what of ['remove', 'add']) await people.act(what, { user: ANA.user, chat })
      for (const place of [ANA, LUIS, EMMA]) await people.ask(place, '/start')
      await people.ask(ANA, `/broadcast ${TEXT}`)
      await people.tap(ANA, 'Enviar')
      await expect.poll(heardInAll, SOON).toBeGreaterThan(0)
      await talk(LUIS, async () => one?.child.kill('SIGKILL'))
      expect(await heardInAll()).toBeLessThan(places.length)
      await expect.poll(() => textsIn(ANA), { timeout: 60_000, interval: 100 }).toContain('\nTerminado')
      expect(await heard()).toEqual(places.map(() => 1))
      await Promise.all(bots.map((bot) => bot.stop()))
    })
  })

  describe('that get updates by webhook', () => {
    beforeAll(startTwoHooked)

    /** Up to the question for a price of the BCV dollar. */
    async function upToPrice(place: Place): Promise<void> {
      await people.ask(place, '/alertas')
      await people.tapAll(place, /^🔔 N/, /^\$ BCV/, /^▲/)
    }

    it('continue the dialog of another', async () => {
      await until(async () => expect(await people.ask(ANA, '/tasa')).toContain('BCV'))
      await upToPrice(ANA)
      expect(await people.ask(ANA, 'mucho')).toContain('No puedo usar «mucho».')
      expect(await people.ask(ANA, '5.001')).toContain('supera los Bs.\u00a05.001,00')
      await people.tap(ANA, /^Una sola vez/)
      await expect
        .poll(() => textsIn(ANA), SOON)
        .toContain('Te aviso si el BCV supera los Bs.\u00a05.001,00.')
    })

    it('handle answers that come at once one after the other, and lose none', async () => {
      await upToPrice(EMMA)
      await people.act('faults', { slow_ms: SLOW_MS })
      const first = await people.say(EMMA, 'lots')
      for (const text of ['plenty', '5003']) await people.say(EMMA, text)
      const heard = await people.heard(EMMA, first, 3)
      await people.act('faults', { slow_ms: 0 })
      expect(heard).toEqual(['“lots”', '“plenty”', '5,003.00'].map((said) => expect.stringContaining(said)))
    })

    it('handle the updates of a killed one, and go on in its dialogs', async () => {
      const [one] = bots as [Program]
      await upToPrice(LUIS)
      await people.act('faults', { slow_ms: SLOW_MS })
      await talk(ANA, async () => {
        await kill(one)
        await people.act('faults', { slow_ms: 0 })
      })
      expect(front.statuses.filter((status) => ![200, 503].includes(status))).toEqual([])
      expect(await people.ask(LUIS, '5.002')).toContain('supera los Bs.\u00a05.002,00')
      await people.tap(LUIS, /^Una sola vez/)
      await expect
        .poll(() => textsIn(LUIS), SOON)
        .toContain('Te aviso si el BCV supera los Bs.\u00a05.002,00.')
    })
  })
})
