import { ANA, BASIC_GROUP_ID, FORUM_ID, GROUP_ID, LUIS } from 'telegram-sandbox'
import { describe, expect, test } from 'vitest'
import type { Broadcasts } from '../../../src/chats/broadcast.ts'
import { createBroadcast } from '../../../src/features/operator/broadcast.ts'
import { broadcasters } from '../../../src/features/operator/command.ts'
import { captions, luis, member, owner, type Place, useBot } from './harness.ts'
import { monitor } from './memory.ts'

const {
  act,
  api,
  ask,
  buttonData,
  chats,
  client,
  heard,
  ignored,
  limiter,
  moves,
  press,
  redis,
  restart,
  seen,
  talkAs,
  time,
} = await useBot()

const REFUSED = 'Aquí solo los administradores pueden cambiar esto. En privado sí puedes hacerlo para ti.'

test.each([
  ['follow', '/tasa usd', 'Seguir', 'Seguir'],
  ['make an alert', '/start', 'Avisarme', 'Avisarme'],
])(
  'a member who may not %s in the group is led to where he may for himself, and an administrator may',
  async (_what, command, caption, ownButton) => {
    const answer = await ask(member, command)
    const before = await seen(member)
    const { answer: told } = await buttonData(member, answer, caption)
    expect(told.url).toMatch(LINK)
    const [, payload] = LINK.exec(String(told.url)) ?? []
    expect([await seen(member), await chats.read(String(GROUP_ID))]).toMatchObject([
      before,
      { follows: [], alerts: [] },
    ])
    expect(captions(await ask(luis, `/start ${payload}`))).toContain(ownButton)
    expect((await chats.read(String(LUIS.id))).follows).toEqual([])
    expect((await buttonData(owner, answer, caption)).answer).not.toHaveProperty('url')
  },
)

test('who asked may press the look-up buttons of the answer, and so may an administrator', async () => {
  const all = await ask(member, '/tasa')
  const card = (await buttonData(member, all, '$ Dólar paralelo')).message
  expect(card.text).toMatch(/^Dólar paralelo/)
  const back = (await buttonData(owner, card, 'Todas las tasas')).message
  expect(back.text).toContain('Tasas')
})

test.each([
  ['a pick of several rates', '/historial', '$ Dólar oficial'],
  ['the button below a price', '/tasa usd', 'Gráfico'],
])(
  'a chart that a member gets by %s is his own answer, and so is what he gets by its buttons',
  async (_how, command, caption) => {
    client.set(monitor('page_alpha.usd'), { '2026-01-20': '400', '2026-01-21': '410' })
    const answer = await ask(member, command)
    await buttonData(member, answer, caption)
    const chart = await heard(member, answer.message_id)
    const wider = await buttonData(member, chart, '1 año')
    expect([wider.answer.url, wider.message]).toMatchObject([undefined, { message_id: chart.message_id }])
    await buttonData(member, chart, 'Cambios de hoy')
    const changes = await heard(member, chart.message_id)
    const { answer: refreshed } = await buttonData(member, changes, '↻ Actualizar')
    expect(refreshed).toMatchObject({ answered: true, text: 'Sin cambios' })
  },
)

const LINK = /^https:\/\/t\.me\/tasa_sandbox_bot\?start=([\w-]{1,64})$/

test.each([
  ['/tasa', '$ Dólar paralelo', /^Dólar paralelo/],
  ['/tasa usd', '↻ Actualizar', /^Dólar oficial/],
  ['/convertir 100 usd', 'Más ›', /81\.240/],
  ['/start', 'Convertir', /Convertir|Escribe|cuánto/i],
])(
  'another member who presses a button below %s, %s, is led to the private chat, which shows that',
  async (text, caption, expected) => {
    const answer = await ask(owner, text)
    const before = await seen(member)
    const { answer: told } = await buttonData(member, answer, caption)
    expect(await seen(member)).toEqual(before)
    const [, payload] = LINK.exec(String(told.url)) ?? []
    expect((await ask(luis, `/start ${payload}`)).text).toMatch(expected)
  },
)

test('a member who presses is led away without a share of the limit of the group', async () => {
  const answer = await ask(owner, '/tasa')
  limiter.groups.admit = async () => ({ kind: 'silence', waitMs: 1_000 })
  expect((await buttonData(member, answer, '↻ Actualizar')).answer).toMatchObject({
    url: expect.stringMatching(LINK),
  })
})

test('a link that names no button begins as ever, and one that names a change changes nothing', async () => {
  for (const data of ['x', 'f:d:page_alpha.usd']) {
    const payload = Buffer.from(data).toString('base64url')
    expect((await ask(luis, `/start ${payload}`)).text).toContain('Hola')
  }
  expect((await chats.read(String(LUIS.id))).follows).toEqual([])
})

test('a link that shows a card in another look does not choose that look for who opens it', async () => {
  const payload = Buffer.from('im|square-dark').toString('base64url')
  const card = await ask(luis, `/start ${payload}`)
  expect(captions(card)).toEqual(expect.arrayContaining(['▯ Vertical', '☀ Clara']))
  expect((await chats.read(String(LUIS.id))).look).toBeUndefined()
  await buttonData(luis, card, '☀ Clara')
  expect((await chats.read(String(LUIS.id))).look).toBe('square-light')
})

test('an answer is sent to the topic of the command, and later notifications too', async () => {
  const inTopic = (topic?: number): Place => ({ user: ANA.id, chat: FORUM_ID, ...(topic && { topic }) })
  const follow = async (topic: number, name: string) => {
    const { text, message_thread_id } = await ask(inTopic(topic), `/seguir ${name}`)
    expect([message_thread_id, (await chats.read(String(FORUM_ID))).thread]).toEqual([topic, topic])
    return text
  }
  const moved = 'Desde ahora aviso en este tema de todo lo que sigue el grupo.'
  expect(await follow(3, 'usd')).not.toContain(moved)
  expect(await follow(3, 'eur')).not.toContain(moved)
  expect(await follow(2, 'page_beta.promedio')).toContain(moved)
  expect((await ask(inTopic(), '/tasa eur')).message_thread_id).toBeUndefined()
})

test('a button whose message was deleted is answered in its topic', async () => {
  const inTopic: Place = { user: ANA.id, chat: FORUM_ID, topic: 2 }
  const card = await ask(inTopic, '/tasa eur')
  const { add: follow } = chats.follows
  chats.follows.add = async (...wanted) => {
    await api.deleteMessage(FORUM_ID, card.message_id)
    return follow(...wanted)
  }
  await buttonData(inTopic, card, 'Seguir')
  expect((await seen(inTopic)).at(-1)).toMatchObject({
    message_thread_id: 2,
    text: expect.stringMatching(/^Listo/),
  })
})

test('the live message of a group is changed by no press', async () => {
  const card = await ask(owner, '/tasa usd')
  await chats.live.set(String(GROUP_ID), card.message_id, undefined)
  for (const person of [owner, member])
    for (const caption of ['↻ Actualizar', 'Seguir'])
      expect(await buttonData(person, card, caption)).toMatchObject({
        answer: { text: 'Este botón ya no sirve. Escribe /tasa.' },
        message: card,
      })
  expect((await chats.read(String(GROUP_ID))).follows).toEqual([])
})

test('a group that becomes a supergroup keeps its follows, and nothing stays under its former number', async () => {
  const group: Place = { user: ANA.id, chat: BASIC_GROUP_ID }
  for (const text of ['/seguir usd', '/seguir eur', '/dejar eur', '/imagen Mi Bodega; pan 1'])
    await ask(group, text)
  const kept = () =>
    Promise.all(
      ['left euro:page_alpha.eur', 'shop'].map((field) => redis.hget(`session:${BASIC_GROUP_ID}`, field)),
    )
  expect(await kept()).not.toContain(null)
  await act('upgrade', group)
  const supergroup = String(-1_000_000_000_000 + BASIC_GROUP_ID)
  await expect.poll(() => moves().slice(-1)).toEqual([`migrate ${BASIC_GROUP_ID} ${supergroup}`])
  await expect.poll(async () => (await chats.read(supergroup)).follows).toEqual([monitor('page_alpha.usd')])
  await expect.poll(kept).toEqual([null, null])
})

test('a group that removes the bot is retired', async () => {
  await ask(owner, '/help')
  await act('remove', owner)
  await expect.poll(moves).toEqual([`retire ${GROUP_ID}`])
})

const rank = (administrator: boolean) => ({ ...owner, member: LUIS.id, administrator })

describe('a dialog in a group accepts answers only while its administrator is one', () => {
  const REFUSED_OR_LED = new RegExp(`^${REFUSED}$|${LINK.source}`)

  const keptNow = async () => JSON.stringify(await chats.read(String(GROUP_ID)))
  /** Luis is an administrator, and presses his way to a question. */
  async function upTo(command: string, ...buttons: readonly (string | RegExp)[]) {
    await ask(owner, '/seguir eur')
    await ask(owner, '/alertas usd > 400')
    await act('rank', rank(true))
    const message = await press(member, await ask(member, command), ...buttons)
    const before = await keptNow()
    await act('rank', rank(false))
    time.now += 120_000
    return { message, before }
  }

  test.each([
    [
      'a new alert',
      '900',
      '/alertas',
      ['🔔 Nueva alerta', '$ Dólar oficial', '▲ Si pasa de un precio', 'Otro valor'],
    ],
    ['quiet hours', '9pm a 7am', '/ajustes', ['Avisos', 'Silencio', 'Otro']],
    ['the least change', '3', '/seguir', ['€ Euro oficial', 'Otro']],
  ] as const)('%s is not changed by a reply', async (_what, text, command, buttons) => {
    const { message, before } = await upTo(command, ...buttons)
    const { message_id } = await heard(member, message.message_id)
    expect((await ask({ ...member, reply_to: message_id }, text)).text).toBe(REFUSED)
    expect(await keptNow()).toBe(before)
  })

  test.each([
    ['a new alert', '/alertas', ['🔔 Nueva alerta', '$ Dólar oficial', '▲ Si pasa de un precio']],
    ['quiet hours', '/ajustes', ['Avisos', 'Silencio']],
  ] as const)('%s is not changed by a press', async (_what, command, buttons) => {
    const { message, before } = await upTo(command, ...buttons)
    for (const caption of captions(message)) {
      const { answer } = await buttonData(member, message, caption)
      expect(String(answer.url ?? answer.text)).toMatch(REFUSED_OR_LED)
    }
    expect(await keptNow()).toBe(before)
  })
})

describe('who was an administrator a moment ago', () => {
  /** Luis, an administrator, comes up to a button, and is an administrator no more. */
  async function upTo(...buttons: readonly string[]) {
    await chats.settings.setLanguage(String(GROUP_ID), 'es')
    await act('rank', rank(true))
    const message = await press(member, await ask(member, '/ajustes'), 'Mis datos', ...buttons)
    await act('rank', rank(false))
    return message
  }

  test.each([
    ['exports', 'Descargar mis datos', []],
    ['deletes', 'Sí, borrar todo', ['Borrar mis datos']],
  ])('%s nothing of the group', async (_what, last, buttons) => {
    const message = await upTo(...buttons)
    const before = (await seen(member)).length
    expect((await buttonData(member, message, last)).answer).toMatchObject({ text: REFUSED })
    expect(await seen(member)).toHaveLength(before)
    expect(await chats.read(String(GROUP_ID))).toMatchObject({ language: 'es' })
  })

  /** The bot with `/broadcast` in the chats of operators, and the texts of the broadcasts that begin. */
  async function startOperators(chats: readonly string[]) {
    const begun: string[] = []
    const broadcasts = {
      current: async () => undefined,
      begin: async ({ html }: { html: string }) => begun.push(html) > 0,
    }
    const reach = async () => ({ people: 1, groups: 0, channels: 0 })
    await restart({
      operatorFeatures: (access) => [
        createBroadcast(access, broadcasters(chats), {
          broadcasts: broadcasts as unknown as Broadcasts,
          reach,
        }),
      ],
    })
    return begun
  }

  test('broadcasts nothing', async () => {
    const begun = await startOperators([String(GROUP_ID)])
    await act('rank', rank(true))
    const draft = await ask(member, '/broadcast hola')
    await act('rank', rank(false))
    expect((await buttonData(member, draft, 'Enviar')).answer).toMatchObject({ text: REFUSED })
    expect((await ask(member, '/broadcast hola')).text).toBe(REFUSED)
    expect(begun).toEqual([])
  })

  test('ends no draft of the group by the button of an earlier one', async () => {
    const begun = await startOperators([String(GROUP_ID)])
    const asGroup = { ...owner, anonymous: true }
    const earlier = await ask(asGroup, '/broadcast uno')
    const draft = await ask(asGroup, '/broadcast dos')
    expect((await buttonData(member, earlier, 'Cancelar')).answer).toMatchObject({ text: REFUSED })
    await buttonData(owner, draft, 'Enviar')
    expect(begun).toEqual(['dos'])
  })

  test.each(['Enviar', 'Cancelar'])(
    'is told at [%s] that it is of no use, where the chat was one of operators',
    async (caption) => {
      const chats = [String(LUIS.id)]
      const begun = await startOperators(chats)
      const draft = await ask(luis, '/broadcast hola')
      chats.length = 0
      const { answer } = await buttonData(luis, draft, caption)
      expect(answer).toMatchObject({ answered: true, text: 'Este botón ya no sirve. Escribe /tasa.' })
      expect(begun).toEqual([])
    },
  )
})

describe('people who speak to the bot in a group', () => {
  const mention = (text: string): string => `@tasa_sandbox_bot ${text}`

  test('anyone is told a rate, and only administrators change what the chat keeps', async () => {
    expect((await ask(member, mention('a cómo está el paralelo'))).text).toContain('Bs.\u00a0812,40')
    await ask(owner, mention('resumen a las 7 de la mañana'))
    const wish = mention('avísame si el dólar pasa de 400')
    const ofDigest = ['no me mandes nada los domingos', 'quita el de las 7', 'y también a las 5 de la tarde']
    for (const text of [wish, ...ofDigest.map(mention)]) {
      const refused = await ask(member, text)
      expect([refused.text, captions(refused)]).toEqual([REFUSED, ['Escríbeme en privado']])
      expect(refused.reply_markup?.inline_keyboard[0]?.[0]).toMatchObject({
        url: expect.stringMatching(LINK),
      })
    }
    const schedule = { times: ['07:00'], weekdays: [] }
    expect(await chats.read(String(GROUP_ID))).toMatchObject({ digest: { schedule }, alerts: [] })
    expect((await ask(owner, wish)).text).toMatch(/^🔔 Listo/)
    expect(await chats.alerts.list(String(GROUP_ID))).toMatchObject([{ kind: 'above', value: '400' }])
  })

  test('a value without a direction waits on the other side of the price', async () => {
    await ask(owner, mention('avísame cuando el paralelo llegue a 700'))
    await ask(owner, '/alertas paralelo 900')
    expect(await chats.alerts.list(String(GROUP_ID))).toMatchObject([{ kind: 'below' }, { kind: 'above' }])
  })

  test('a reply is answered if it is understood or asks something, and talk below a price is left alone', async () => {
    const replying = { ...member, reply_to: (await ask(member, '/tasa usd')).message_id }
    expect(await ignored(replying, 'jajaja qué locura')).toBe(true)
    await talkAs(replying, ['¿y el euro?', 'Euro oficial'], ['¿y la gasolina?', 'No te entendí'])
  })
})
