import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeRedis, connectRedis } from '../../src/redis/connection.ts'
import { findPrivateRedis } from '../../src/redis/private-redis.ts'
import { ANA, createPeople, LUIS } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { silent } from '../support/redis.ts'
import { until } from '../support/until.ts'

const GROUP = { user: ANA.user, chat: -1_001_000_000_001 }
const CHANNEL = { user: ANA.user, chat: -1_001_000_000_003 }
const BASIC_GROUP = { user: ANA.user, chat: -4_000_001 }
/** How long messages are on their way when they are cancelled. */
const SLOW_MS = 2_000
const SOON = { timeout: 30_000, interval: 50 }

/** Ana is the operator, and owns the groups and the channel. */
describe('groups, a channel, and the operator', () => {
  let program: Program
  let sandbox = ''
  let people: ReturnType<typeof createPeople>

  beforeAll(async () => {
    program = spawnProgram({ env: { ADMIN_CHAT_IDS: String(ANA.chat) } })
    sandbox = await program.address('Web chat')
    people = createPeople(sandbox)
    await people.ask(LUIS, '/start')
    await people.ask(ANA, '/start')
  })
  afterAll(() => program.stop())

  const calls = (): Promise<readonly { readonly answer?: string }[]> =>
    request(`${sandbox}/chat/calls`)
      .then((response) => response.body.json() as Promise<{ calls: { answer?: string }[] }>)
      .then((traffic) => traffic.calls)

  const lastOf = async (place: typeof ANA) => (await people.messages(place)).at(-1)
  const textsIn = async (place: typeof ANA): Promise<string[]> =>
    (await people.messages(place)).map(({ text = '' }) => text)

  /** The newest message of the bot with buttons. */
  async function press(place: typeof ANA, caption: RegExp): Promise<unknown> {
    const messages = await people.messages(place)
    for (const { message_id, reply_markup } of messages.toReversed()) {
      const button = reply_markup?.inline_keyboard?.flat().find(({ text }) => caption.test(text))
      if (button?.callback_data) return people.press(place, message_id, button.callback_data)
    }
    throw new Error(`no button ${caption}`)
  }

  it('a group that adds the bot is greeted once', async () => {
    const greetings = async (): Promise<number> =>
      (await textsIn(GROUP)).filter((text) => text.startsWith('Hola a todos')).length
    await people.act('remove', GROUP)
    await people.act('add', GROUP)
    await expect.poll(greetings, SOON).toBe(1)
    await people.act('remove', GROUP)
    await people.act('add', GROUP)
    await people.ask(GROUP, '/tasa')
    expect(await greetings()).toBe(1)
  })

  it('a channel is answered under its own posts, and follows', async () => {
    const heard = async (): Promise<string | undefined> => (await lastOf(CHANNEL))?.text
    await people.say(CHANNEL, '/tasa')
    await expect.poll(heard, SOON).toContain('Tasas')
    await people.say(CHANNEL, '/seguir page_beta.usd')
    // What is changed is confirmed to Ana alone, and her post is deleted.
    await expect.poll(async () => (await lastOf(ANA))?.text, SOON).toMatch(/^📣 Dólar al día\nListo/)
    await expect.poll(() => textsIn(CHANNEL), SOON).not.toContain('/seguir page_beta.usd')
    expect((await textsIn(CHANNEL)).filter((text) => text.includes('Listo'))).toEqual([])
  })

  it('a channel is changed by the buttons that its administrator has in private', async () => {
    await people.say(CHANNEL, '/ajustes')
    await expect.poll(async () => (await lastOf(ANA))?.text, SOON).toMatch(/^📣 Dólar al día\n⚙?.*Ajustes/)
    await press(ANA, /^Idioma y números/)
    await press(ANA, /1,234\.56/)
    await until(async () => {
      if (!(await lastOf(ANA))?.text?.includes('Números: ')) await press(ANA, /Atrás/)
      expect((await lastOf(ANA))?.text).toContain('Números: 1,234.56')
    }, SOON)
    await people.say(CHANNEL, '/tasa usd')
    await expect.poll(async () => (await lastOf(CHANNEL))?.text, SOON).toMatch(/Bs\.\s\d+\.\d\d/)
    await press(ANA, /^Idioma y números/)
    await press(ANA, /1\.234,56/)
  })

  it('an administrator who never wrote to the bot is answered in the channel for half a minute', async () => {
    await people.act('block', ANA)
    await people.say(CHANNEL, '/seguir page_gamma.usd')
    const isSaid = async (): Promise<boolean> =>
      (await textsIn(CHANNEL)).some((text) => text.includes('Borro este mensaje en un momento.'))
    await expect.poll(isSaid, SOON).toBe(true)
    await expect.poll(isSaid, { timeout: 90_000, interval: 250 }).toBe(false)
    await people.act('unblock', ANA)
    await people.ask(ANA, '/start')
    await people.say(CHANNEL, '/dejar page_gamma.usd')
    await expect.poll(async () => (await lastOf(ANA))?.text, SOON).toMatch(/^📣 Dólar al día\n/)
  }, 120_000)

  it('a channel that makes the bot administrator again is sent within 5 s what it refused before', async () => {
    const rank = (administrator: boolean) => people.act('add', { ...CHANNEL, administrator })
    await rank(false)
    await people.act('price', { user: ANA.user, percent: 5 })
    const refusals = async (): Promise<number> =>
      (await calls()).filter(({ answer = '' }) => answer.includes('need administrator rights')).length
    await expect.poll(refusals, SOON).toBeGreaterThan(0)
    const before = (await people.messages(CHANNEL)).length
    await rank(true)
    await expect
      .poll(async () => (await people.messages(CHANNEL)).length, { timeout: 30_000, interval: 50 })
      .toBeGreaterThan(before)
    expect((await lastOf(CHANNEL))?.text).toContain('Paralelo')
  })

  it('a pinned message shows the newest prices, and moves with its group', async () => {
    await people.act('rank', { ...BASIC_GROUP, member: 'bot', administrator: true })
    await people.act('remove', BASIC_GROUP)
    await people.act('add', { ...BASIC_GROUP, administrator: true })
    const id = await people.say(BASIC_GROUP, '/fijar')
    await people.heard(BASIC_GROUP, id, 2)
    const live = async (place: typeof ANA) =>
      (await people.messages(place)).findLast(({ text }) => text?.includes('\nEn vivo\n'))
    const first = (await live(BASIC_GROUP))?.text
    await people.act('price', { user: ANA.user, percent: 5 })
    await expect.poll(async () => (await live(BASIC_GROUP))?.text, SOON).not.toBe(first)

    await people.act('upgrade', BASIC_GROUP)
    const moved = { user: ANA.user, chat: -1_000_000_000_000 + BASIC_GROUP.chat }
    await expect.poll(async () => (await live(moved))?.text, SOON).toContain('Tasas')
  })

  it('commands of the operator are unknown to others', async () => {
    expect(await people.ask(LUIS, '/stats')).toContain('No conozco ese comando')
    expect(await people.ask(ANA, '/stats')).toMatch(/Chats privados +2/)
    expect(await people.ask(ANA, '/health')).toMatch(
      /✓ Base de datos: bien, \d+ ms\n✓ Telegram: .*\n✓ Servicio de precios: .*\nTodas/,
    )
  })

  it('commands of the operator do nothing in a group', async () => {
    const inGroup = { ...GROUP, user: LUIS.user }
    const before = await people.say(inGroup, '/broadcast hola')
    expect(await people.ask(inGroup, '/tasa usd')).toContain('BCV')
    expect(await people.heard(inGroup, before)).toHaveLength(1)
  })

  it('a broadcast without a text asks for one, asks again where it is too long, and is sent to nobody if dropped', async () => {
    expect(await people.ask(ANA, '/broadcast')).toContain('¿Qué les digo a todos?')
    expect(await people.ask(ANA, 'x'.repeat(3_001))).toContain('El mensaje es muy largo')
    expect(await people.ask(ANA, 'Nadie lo leerá')).toContain('¿Enviarlo a')
    await press(ANA, /^Cancelar/)
    await expect.poll(async () => (await lastOf(ANA))?.text, SOON).toBe('No se envió.')
    expect(await textsIn(LUIS)).not.toContain('Nadie lo leerá')
  })

  it('a broadcast is confirmed, reaches every chat once, and shows its progress', async () => {
    const text = '<Mañana> hay mantenimiento\na las 8 & después'
    // Ana and Luis, the two groups that were added or moved, and the channel; whoever left is not counted.
    expect(await people.ask(ANA, `/broadcast ${text}`)).toContain(
      '¿Enviarlo a 2 personas, 2 grupos, 1 canal, como el canal?',
    )
    await press(ANA, /^Enviar/)
    await expect.poll(async () => (await textsIn(LUIS)).filter((one) => one === text), SOON).toEqual([text])
    await expect
      .poll(async () => (await textsIn(ANA)).join('\n'), SOON)
      .toMatch(/Terminado: enviado a \d+ chats/)
    expect((await textsIn(LUIS)).filter((one) => one === text)).toHaveLength(1)
    expect((await textsIn(CHANNEL)).filter((one) => one === text)).toHaveLength(1)
  })

  it('a broadcast that is cancelled while it is sent does not keep chats from the corrected one', async () => {
    const redis = await connectRedis({
      urls: [(await findPrivateRedis(program.dataDirectory)) ?? ''],
      log: silent,
    })
    const isBeingSent = async (): Promise<boolean> => {
      const keys = await redis.keys('chat:*')
      const casts = await Promise.all(keys.map((key) => redis.hmget(key, 'cast', 'gone')))
      const begun = (await redis.hget('{broadcast}', 'id')) ?? 'none'
      return casts.every(([cast, gone]) => cast === `${begun}.` || gone)
    }
    const hear = async (text: string): Promise<number[]> =>
      Promise.all([LUIS, GROUP, CHANNEL].map(async (one) => count(await textsIn(one), text)))
    const count = (texts: readonly string[], text: string): number =>
      texts.filter((one) => one === text).length

    await people.ask(ANA, '/broadcast Hay pausa a las 8')
    await press(ANA, /^Enviar/)
    await expect.poll(async () => (await textsIn(ANA)).join('\n'), SOON).toContain('Enviado a')
    await people.act('faults', { slow_ms: SLOW_MS })
    await expect.poll(isBeingSent, SOON).toBe(true)
    await press(ANA, /^Cancelar/)
    await people.act('faults', { slow_ms: 0 })
    await people.ask(ANA, '/broadcast Hay pausa a las 9')
    await press(ANA, /^Enviar/)
    await expect.poll(() => hear('Hay pausa a las 9'), SOON).toEqual([1, 1, 1])
    expect(await hear('Hay pausa a las 8')).toEqual([1, 1, 1])
    await closeRedis(redis)
  })
})
