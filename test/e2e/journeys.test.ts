import { request } from 'undici'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayOf, isWeekend } from '../../src/domain/caracas.ts'
import { namedIn } from '../support/chats.ts'
import { forFile, useFolder } from '../support/folder.ts'
import { ANA, createPeople, EMMA, LUIS, type Place } from '../support/people.ts'
import { spawnProgram } from '../support/program.ts'
import { withPrivateRedis } from '../support/redis.ts'
import { until } from '../support/until.ts'

const GROUP = { user: ANA.user, chat: -1_001_000_000_001 }
const CHANNEL = { user: ANA.user, chat: -1_001_000_000_003 }
const BASIC_GROUP = { user: ANA.user, chat: -4_000_001 }
const SOON = { timeout: 30_000, interval: 50 }

const dataDirectory = useFolder()
/** Ana is the operator, and owns the groups and the channel. */
const program = await forFile(spawnProgram({ dataDirectory, env: { ADMIN_CHAT_IDS: String(ANA.chat) } }))
const webChat = await program.address('Web chat')
const { act, ask, heard, insist, messages, say, tap, tapAll } = createPeople(webChat)

describe('people, groups, a channel and the operator', () => {
  beforeAll(async () => {
    await ask(LUIS, '/start')
    await until(async () => expect(await ask(ANA, '/start')).toContain('$ BCV'))
  })

  const textsIn = async (place: Place): Promise<string[]> =>
    (await messages(place)).map(({ text = '' }) => text)
  const lastIn = async (place: Place): Promise<string | undefined> => (await textsIn(place)).at(-1)

  const get = async (path: string) => (await request(`${webChat}${path}`)).body
  const download = (fileId = '') => get(`/chat/files/${fileId}?user=${ANA.user}`)

  it('a chat is told of the dollar and the euro of the bank in one message, with its own amount of dollars', async () => {
    await ask(LUIS, '/ajustes')
    expect(await tapAll(LUIS, 'Avisos', 'Monto del aviso del BCV', '$200')).toContain(
      'Monto del aviso del BCV: $200',
    )
    // So the euro is notified together with the dollar once both are followed.
    await insist(EMMA, '/follow euro bcv', /^Done: /)
    await insist(EMMA, '/follow bcv', /^Done: /)
    await insist(LUIS, '/seguir bcv', /^Listo: te aviso .*BCV/)
    const before = await insist(LUIS, '/seguir euro bcv', /^Listo: te aviso .*Euro BCV/i)
    await expect.poll(program.err, SOON).toMatch(/"monitors":2,.*registered at the rate API/)
    await act('publish')
    const [push = '', ...more] = await heard(LUIS, before)
    expect(more).toEqual([])
    expect(push).toMatch(/^\$ BCV(?: para el .*)?\n[\s\S]*\n€ Euro BCV(?: para el .*)?\n/)
    // Banks do not publish at weekends: a price of then is in force at once.
    const isToCome = !isWeekend(dayOf(Date.now()))
    expect(/^ {2}tus \$200 serán Bs\.\s[\d.]+,\d\d$/m.test(push)).toBe(isToCome)
  })

  it('a group that adds the bot is greeted once', async () => {
    const greetings = async (): Promise<number> =>
      (await textsIn(GROUP)).filter((text) => text.startsWith('Hola a todos')).length
    await act('remove', GROUP)
    await act('add', GROUP)
    await expect.poll(greetings, SOON).toBe(1)
    await act('remove', GROUP)
    await act('add', GROUP)
    await ask(GROUP, '/tasa')
    expect(await greetings()).toBe(1)
  })

  it('a channel that makes the bot administrator again is sent what it refused before', async () => {
    await say(CHANNEL, '/seguir page_beta.usd')
    await expect.poll(() => lastIn(ANA), SOON).toMatch(/^📣 Dólar al día\nListo/)
    const rank = (administrator: boolean) => act('add', { ...CHANNEL, administrator })
    await rank(false)
    await act('price', { user: ANA.user, percent: 5 })
    const isRefused = async (): Promise<boolean> =>
      (await (await get('/chat/calls')).text()).includes('need administrator rights')
    await expect.poll(isRefused, SOON).toBe(true)
    const before = (await textsIn(CHANNEL)).length
    await rank(true)
    await expect.poll(async () => (await textsIn(CHANNEL)).length, SOON).toBeGreaterThan(before)
    expect(await lastIn(CHANNEL)).toContain('Paralelo')
  })

  it('a channel is posted the card once when the bank publishes', async () => {
    await say(CHANNEL, '/imagen auto')
    await expect.poll(() => lastIn(ANA), SOON).toContain('cuando el BCV publique un precio nuevo')
    await tap(ANA, 'Cuadrada oscura')
    expect(await act('publish')).toEqual({ done: true })
    const cards = async () => (await messages(CHANNEL)).filter(({ photo }) => photo)
    await expect.poll(cards, SOON).toMatchObject([{ photo: [{ width: 1_080, height: 1_080 }] }])
    await say(CHANNEL, '/imagen auto no')
    await expect.poll(() => lastIn(ANA), SOON).toContain('ya no pongo la imagen')
    expect(await cards()).toHaveLength(1)
  })

  it('a pinned message shows the newest prices, and moves with its group', async () => {
    await act('rank', { ...BASIC_GROUP, member: 'bot', administrator: true })
    await act('remove', BASIC_GROUP)
    await act('add', { ...BASIC_GROUP, administrator: true })
    await heard(BASIC_GROUP, await say(BASIC_GROUP, '/fijar'), 2)
    const live = async (place: Place) =>
      (await messages(place)).findLast(({ text }) => text?.includes('\nEn vivo\n'))?.text
    const first = await live(BASIC_GROUP)
    await act('price', { user: ANA.user, percent: 5 })
    await expect.poll(() => live(BASIC_GROUP), SOON).not.toBe(first)
    await act('upgrade', BASIC_GROUP)
    const moved = { user: ANA.user, chat: -1_000_000_000_000 + BASIC_GROUP.chat }
    await expect.poll(() => live(moved), SOON).toContain('Tasas')
  })

  it('the operator reads figures, health and the version that runs, which others do not know', async () => {
    expect(await ask(LUIS, '/stats')).toContain('No conozco ese comando')
    expect(await ask(ANA, '/stats')).toMatch(/Chats privados +3/)
    expect(await ask(ANA, '/health')).toMatch(
      /✓ Base de datos: bien, \d+ ms\n✓ Telegram: .*\n✓ Servicio de precios: .*\n(✓ .*: hace .*\n){3}Todas.*\n.* · tasa \d+\.\d+\.\d+ \(\w+\) · Node \d/,
    )
  })

  it('a chat exports everything that is kept, and deletes it', async () => {
    await ask(LUIS, '/alertas page_gamma.usd > 5.000 una vez')
    await ask(LUIS, '/alertas brecha > 150')
    await ask(LUIS, '/ajustes')
    await tapAll(LUIS, 'Mis datos', 'Descargar mis datos')
    const sent = async () => (await messages(LUIS)).flatMap((one) => one.document ?? []).at(-1)
    await expect.poll(sent, SOON).toMatchObject({ file_name: `tasa-${LUIS.chat}.json` })
    const follow = {
      monitor: 'page_alpha.usd',
      lastTold: expect.objectContaining({ price: expect.any(String) }),
    }
    expect(await (await download((await sent())?.file_id)).json()).toMatchObject({
      language: 'es',
      numberFormat: '1.234,56',
      follows: expect.arrayContaining([expect.objectContaining(follow)]),
      alerts: [
        { kind: 'above', value: '5000', once: true, monitors: ['page_gamma.usd'] },
        { kind: 'above', value: '150', monitors: ['page_alpha.usd', 'page_beta.usd'] },
      ],
    })
    await ask(LUIS, '/ajustes')
    await tapAll(LUIS, 'Mis datos', 'Borrar mis datos', 'Sí, borrar todo')
    await withPrivateRedis(dataDirectory, (redis) =>
      expect.poll(() => namedIn(redis, String(LUIS.chat)), SOON).toEqual([]),
    )
  })
})
