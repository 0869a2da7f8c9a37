import { describe, expect, test, vi } from 'vitest'
import { ALERTS_PER_CHAT_MAX } from '../../../src/chats/alerts.ts'
import { markOf } from '../../../src/chats/keys.ts'
import { ana, CHAT, captions, emma, owner, type Shown, useBot } from './harness.ts'
import { monitor, NOON, quote } from './memory.ts'

const { ask, buttonData, chatRedis, chats, press, prices, talk, talkAs, time } = await useBot()

const usd = 'dollar:page_alpha.usd'
const gap = 'dollar:page_alpha.usd/dollar:page_beta.usd'
const DAY_MS = 24 * 3_600_000

test('what is too little to be a price is offered as a step from the price now', async () => {
  const up = await ask(ana, 'avísame si el usd sube más de 5 bs')
  expect([up.text, captions(up)[0]]).toEqual([
    expect.stringContaining('Eso está muy lejos'),
    'Bs.\u00a0354,93',
  ])
  const down = await ask(ana, 'avísame si el usd baja 20 bolívares')
  expect(captions(down)[0]).toBe('Bs.\u00a0329,93')
  await press(ana, down, 'Bs.\u00a0329,93')
  expect(await chats.alerts.list(CHAT)).toEqual([expect.objectContaining({ kind: 'below', value: '329.93' })])
})

describe('/alerts on one line', () => {
  test.each([
    ['usd > 400', { kind: 'above', signal: usd, value: '400', once: false }],
    ['usd < 300 una vez', { kind: 'below', signal: usd, value: '300', once: true }],
    ['usd 2%', { kind: 'percent', signal: usd, value: '2', once: false }],
    ['usd -3%', { kind: 'fall', signal: usd, value: '3', once: false }],
    ['usd +3%', { kind: 'rise', signal: usd, value: '3', once: false }],
    ['brecha > 150', { kind: 'above', signal: gap, value: '150', once: false }],
    ['gap page_beta.promedio page_beta.usd < 30', { kind: 'below', value: '30' }],
    ['usd > 400 cada 6h', { kind: 'above', value: '400', cooldownSeconds: 21_600 }],
    ['usd > 400 hasta 31-01-2026', { kind: 'above', until: Date.UTC(2026, 1, 1, 4) }],
  ] as const)('%s is kept, and said', async (line, alert) => {
    expect((await ask(ana, `/alertas ${line}`)).text).toMatch(/^🔔 Listo\. Te aviso si /)
    expect(await chats.alerts.list(CHAT)).toEqual([expect.objectContaining(alert)])
  })

  test.each([
    [ana, '/alertas usd 0,0001%', /^El porcentaje va de 0,1 a menos de 100\./],
    [ana, 'avísame si el dólar baja un 0,05 %', /^El porcentaje va de 0,1 a menos de 100\./],
    [emma, '/alerts usd 0.09%', /^The percentage goes from 0\.1 to less than 100\./],
  ] as const)(
    'of %s by less than 0.1 %% is refused, and what to type is said: %s',
    async (person, line, said) => {
      expect((await ask(person, line)).text).toMatch(said)
      expect(await chats.alerts.list(String(person.user))).toEqual([])
      await ask(person, line.replace(/0[.,]0\d+/, '0.1'))
      expect(await chats.alerts.list(String(person.user))).toMatchObject([{ value: '0.1' }])
    },
  )

  test('says how far it is, that the threshold is passed already, and how an ambiguous number was read', async () => {
    await talk(
      [
        '/alertas usd > 400',
        /oficial supera .*400,00\.\nEstá en .*349,93: faltan .*50,07 \(14,31\s%\)\.\nCada vez/,
      ],
      ['/alertas usd > 350,200', 'Leí Bs.\u00a0350,20, no Bs.\u00a0350.200,00.'],
    )
    await talkAs(emma, [
      '/alerts usd > 300',
      /already above that: Bs\.\s349\.93\. I’ll tell you the next time/,
    ])
  })

  test('of a value far from the price now is made only if it is meant', async () => {
    for (const [made, line] of [
      'usd 0,0001',
      'usd 999999999999',
      'brecha > 5000',
      'brecha < -100',
    ].entries()) {
      const question = await ask(ana, `/alertas ${line}`)
      expect(question.text).toMatch(/^Eso está muy lejos: pides .*, y ahora está en .*¿Así lo quieres\?$/)
      expect(await chats.alerts.list(CHAT)).toHaveLength(made)
      expect((await press(ana, question, 'Sí, avísame así')).text).toMatch(/^🔔 Listo\./)
    }
  })

  test('a far number that may be read as a near one offers that first, and another to be typed', async () => {
    const question = await ask(ana, '/alertas usd > 1,200 una vez')
    expect(captions(question)).toEqual(['Bs.\u00a01.200,00', 'Sí, avísame así', 'Otro valor', 'Cancelar'])
    await buttonData(ana, question, 'Otro valor')
    await ask(ana, '420')
    await buttonData(ana, question, 'Bs.\u00a01.200,00')
    expect(await chats.alerts.list(CHAT)).toMatchObject([{ kind: 'above', value: '1200', once: true }])
    await buttonData(ana, await ask(ana, '/alertas usd 1,300'), 'Bs.\u00a01.300,00')
    expect((await chats.alerts.list(CHAT))[1]).toMatchObject({ kind: 'above', value: '1300' })
  })

  test('without a direction it takes that of the price, and a button turns it round and back', async () => {
    const made = await ask(ana, '/alertas usd 400')
    expect(made.text).toContain('supera los Bs.\u00a0400,00')
    const turned = await press(ana, made, 'Mejor cuando baje de Bs.\u00a0400')
    expect(turned.text).toMatch(
      /^🔔 Cambiada\. Te aviso si el dólar oficial baja .*400,00\.\nYa está por debajo/,
    )
    expect(await chats.alerts.list(CHAT)).toMatchObject([{ id: 1, kind: 'below', value: '400' }])
    await press(ana, turned, 'Mejor cuando pase de Bs.\u00a0400')
    expect(await chats.alerts.list(CHAT)).toMatchObject([{ id: 1, kind: 'above', value: '400' }])
    expect(captions(await ask(ana, '/alertas usd > 410'))).not.toContain('Mejor cuando baje de Bs.\u00a0410')
  })

  test('a title in several words, mistyped, makes the alert of what may be meant', async () => {
    const near = await ask(ana, '/alertas dólar parlelo > 900')
    expect(near.text).toBe('No conozco «dólar parlelo». ¿Quisiste decir una de estas?')
    expect((await press(ana, near, '$ Dólar paralelo')).text).toContain('el dólar paralelo supera los')
  })

  test('says what is missing, with examples that can be typed', async () => {
    const examples = '\nPor ejemplo:\n/alertas usd > 385\n/alertas usd 2%\n/alertas brecha > 30'
    await talk(
      ['/alertas usd', `Me falta saber cuándo avisarte.${examples}`],
      ['/alertas > 900', 'No sé de qué tasa avisarte.'],
      ['/alertas usd vuela a 400', `No entiendo «vuela».${examples}`],
      ['/alertas xyz > 3', 'No conozco «xyz».'],
    )
    expect(await chats.alerts.list(CHAT)).toEqual([])
  })

  test('the 51st is refused', async () => {
    for (let i = 0; i < 50; i++)
      await chats.alerts.add(CHAT, { kind: 'above', signal: usd, value: '900' }, '1')
    expect((await ask(ana, '/alertas usd > 400')).text).toBe(
      'Ya tienes 50 alertas, el máximo. Borra alguna con /alertas.',
    )
  })
})

test('a new alert and the list say since when the rate API does not answer', async () => {
  prices.set(prices.all().map((one) => ({ ...one, asOf: NOON - 10 * 60_000 })))
  const silence = '⚠ El servicio de precios no responde desde las 11:50 a. m.: puede haber cambios.'
  await talk(['/alertas usd > 400', silence], ['/alertas', silence])
})

test('the same alert is not made twice', async () => {
  await ask(ana, '/alertas usd > 400')
  const again = await ask(ana, '/alertas usd > 400,00')
  expect(again.text).toBe('Ya la tienes: te aviso si el dólar oficial supera los Bs.\u00a0400,00.')
  expect(captions(again)).toEqual(['⏸ Pausar', 'Cambiar el valor', 'Borrar', 'Ver las alertas'])
  await ask(ana, '/alertas usd > 400 una vez')
  expect(await chats.alerts.list(CHAT)).toHaveLength(2)
})

describe('the list of alerts', () => {
  test('pauses, resumes and deletes by its buttons, in place, and brings an alert back as it was', async () => {
    await ask(ana, '/alertas brecha page_beta.promedio page_beta.usd > 50 una vez cada 6h hasta 31-01-2026')
    const before = await chats.alerts.list(CHAT)
    const list = await ask(ana, '/alertas')
    expect(list.text).toMatch(/1\. La brecha entre el promedio y el dólar paralelo supera el 50\s%/)
    const paused = await press(ana, list, / \d/, '⏸ Pausar')
    expect(paused.text).toContain('⏸ En pausa')
    expect(await chats.alerts.list(CHAT)).toMatchObject([{ paused: true }])
    const resumed = await press(ana, paused, '▶ Activar')
    expect(resumed.text).toContain('faltan 10,21 puntos')
    const deleted = await buttonData(ana, resumed, 'Borrar')
    expect(deleted.answer).toMatchObject({ text: 'Alerta borrada.' })
    expect(deleted.message.text).toContain('Todavía no tienes alertas.')
    expect(await chats.alerts.list(CHAT)).toEqual([])
    expect((await press(ana, deleted.message, '↩ Deshacer')).text).toContain('Listo. Te aviso si la brecha')
    expect(await chats.alerts.list(CHAT)).toEqual(before.map((alert) => ({ ...alert, id: 2 })))
  })

  test('deletes all alerts once that is confirmed', async () => {
    await ask(ana, '/alertas usd > 400')
    expect(captions(await ask(ana, '/alertas'))).not.toContain('Borrar todas')
    await ask(ana, '/alertas usd > 410')
    const question = await press(ana, await ask(ana, '/alertas'), 'Borrar todas')
    expect(question.text).toBe('¿Borro tus 2 alertas? No se puede deshacer.')
    const kept = await press(ana, question, 'No, volver')
    expect(kept.text).toContain('2 de 50')
    const { message, answer } = await buttonData(ana, await press(ana, kept, 'Borrar todas'), 'Sí, borrarlas')
    expect(answer).toMatchObject({ text: 'Alertas borradas.' })
    expect(message.text).toContain('Todavía no tienes alertas.')
    expect(await chats.alerts.list(CHAT)).toEqual([])
  })

  test('deletes all alerts but the one that is named, and the first or the last one by its place', async () => {
    for (const value of ['400', '410', '420', '430']) await ask(ana, `/alertas usd > ${value}`)
    const valuesLeft = async () => (await chats.alerts.list(CHAT)).map(({ value }) => value)
    await ask(ana, 'borra la primera')
    expect(await valuesLeft()).toEqual(['410', '420', '430'])
    const question = await ask(ana, 'bórralas todas menos la de 420')
    expect(question.text).toMatch(/¿Borro las otras 2 alertas y dejo .*420\? No se puede deshacer\./)
    expect(await valuesLeft()).toEqual(['410', '420', '430'])
    await press(ana, question, 'Sí, borrarlas')
    expect(await valuesLeft()).toEqual(['420'])
    expect((await ask(ana, 'bórralas todas menos la de 900')).text).toContain('¿Cuál de tus alertas?')
    expect(await valuesLeft()).toEqual(['420'])
  })

  test('deletes the alert that was edited just before', async () => {
    await ask(ana, '/alertas usd > 400')
    await ask(ana, 'avísame si el dólar pasa de 410')
    await ask(ana, 'mejor 420')
    expect((await ask(ana, 'quita esa')).text).toContain('Alerta borrada.')
    expect(await chats.alerts.list(CHAT)).toMatchObject([{ value: '400' }])
  })

  test('shows a row for an alert of another version of the program, which can be deleted', async () => {
    await ask(ana, '/alertas usd > 400')
    const [key = ''] = await chatRedis.keys(`chat:*:${CHAT}`)
    await chatRedis.hset(key, 'alert2', `sideways ${usd} 1`)
    const list = await ask(ana, '/alertas')
    expect(list.text).toContain('2. Una alerta de otra versión del bot: no sé mostrarla')
    const card = await press(ana, list, '🔔 2')
    expect(captions(card)).toEqual(['Borrar', 'Ver las alertas'])
    await press(ana, card, 'Borrar')
    expect(await chats.alerts.list(CHAT)).toMatchObject([{ id: 1 }])
  })

  /** The question for another value of an alert above 400. */
  async function upToValue(): Promise<Shown> {
    await ask(ana, '/alertas usd > 400')
    return press(ana, await ask(ana, '/alertas'), / \d/, 'Cambiar el valor')
  }
  const values = async () => (await chats.alerts.list(CHAT)).map(({ value }) => value)

  test('gives an alert another value in its place, pressed or typed, which closes the question', async () => {
    const question = await upToValue()
    const changed = await press(ana, question, 'Bs.\u00a0360,00')
    expect(changed.text).toContain('Cambiada. Te aviso si el dólar oficial supera los Bs.\u00a0360,00.')
    await talk(['999', '999 en bolívares'])
    expect(await values()).toEqual(['360'])
    const again = await press(ana, changed, 'Cambiar el valor')
    await talk(['410,5', 'supera los Bs.\u00a0410,50.'])
    expect((await press(ana, again, 'Cancelar')).text).toBe('Esa pregunta ya está cerrada.')
    expect(await values()).toEqual(['410.5'])
  })

  test('ends the question once somebody cancels, goes back or requests the list: an amount is a conversion again', async () => {
    const question = await upToValue()
    expect((await press(ana, question, 'Cancelar')).text).toBe('Listo, lo dejamos así.')
    const far = await ask(ana, '/alertas usd > 90000')
    expect((await press(ana, far, 'Cancelar')).text).toBe('Listo, lo dejamos así.')
    const card = await press(ana, await ask(ana, '/alertas'), / \d/, 'Cambiar el valor', '‹ Atrás')
    await talk(['2000 bs', 'Dólar oficial'])
    await press(ana, card, 'Cambiar el valor')
    await talk(['/alertas', 'Alertas'], ['999', '999 en bolívares'])
    expect(await values()).toEqual(['400'])
  })

  test('by word it is deleted, paused, resumed and changed, with the list where several fit', async () => {
    const kept = () => chats.alerts.list(CHAT)
    await ask(ana, '/alertas usd > 400')
    await ask(ana, 'cambia la alerta 1 a 380')
    expect(await kept()).toMatchObject([{ value: '380' }])
    await ask(ana, 'pausa la alerta')
    expect(await kept()).toMatchObject([{ paused: true }])
    await ask(ana, 'reanuda la alerta 1')
    expect(await kept()).toMatchObject([{ paused: false }])
    await ask(ana, '/alertas paralelo > 900')
    await talk(['quita esa alerta', '¿Cuál de tus alertas?'])
    const deleted = await ask(ana, 'borra la alerta del paralelo')
    expect(await kept()).toMatchObject([{ value: '380' }])
    await press(ana, deleted, '↩ Deshacer')
    await talk(['quita todas las alertas', '¿Borro tus 2 alertas?'])
    expect(await kept()).toHaveLength(2)
  })

  test('removes expired alerts', async () => {
    await ask(ana, '/alertas usd > 400 hasta 22-01-2026')
    time.now += 3 * DAY_MS
    expect((await ask(ana, '/alertas')).text).toContain('Todavía no tienes alertas.')
    expect(await chats.alerts.list(CHAT)).toEqual([])
  })

  test('deletes expired alerts to make room for a new one', async () => {
    const until = time.now + DAY_MS
    for (let i = 0; i < ALERTS_PER_CHAT_MAX; i++)
      await chats.alerts.add(CHAT, { kind: 'above', signal: usd, value: String(400 + i), until }, '1')
    expect((await ask(ana, '/alertas usd > 500')).text).toContain(`${ALERTS_PER_CHAT_MAX} alertas`)
    time.now += 2 * DAY_MS
    expect((await ask(ana, '/alertas usd > 500')).text).toContain('Listo.')
    expect(await chats.alerts.list(CHAT)).toMatchObject([{ value: '500' }])
  })

  test('has pages', async () => {
    for (let i = 0; i < 10; i++)
      await chats.alerts.add(CHAT, { kind: 'above', signal: usd, value: String(400 + i) }, '1')
    const list = await ask(ana, '/alertas')
    expect(captions(list)).toEqual([
      'Dólar oficial 400',
      'Dólar oficial 401',
      'Dólar oficial 402',
      '›',
      '🔔 Nueva alerta',
      'Borrar todas',
    ])
    const last = await press(ana, list, '›', '›', '›')
    expect(last.text).toContain('10. El dólar oficial supera los Bs.\u00a0409,00')
    expect(captions(await press(ana, last, '›'))).toEqual(captions(list))
  })

  test('a button of an alert that is gone says so', async () => {
    await ask(ana, '/alertas usd > 400')
    const list = await ask(ana, '/alertas')
    await chats.alerts.remove(CHAT, 1)
    const { answer } = await buttonData(ana, list, / \d/)
    expect(answer).toMatchObject({ text: 'Esa alerta ya no existe.' })
  })
})

test('one counts as of the person who makes it, or of the owner where that person stays unnamed', async () => {
  const made = await ask(owner, '/alertas usd > 400')
  await ask({ ...owner, anonymous: true }, '/alertas usd > 401')
  await press(owner, made, 'Borrar', '↩ Deshacer')
  await ask(ana, '/alertas usd > 402')
  const makers = (await chats.alerts.list(String(owner.chat))).map(({ by }) => by)
  expect([makers, (await chats.alerts.list(CHAT)).length]).toEqual([Array(2).fill(markOf(CHAT)), 1])
})

test('the 201st of one person is refused, and what to do is said', async () => {
  const far = { kind: 'above', signal: usd, value: '900' } as const
  for (let i = 0; i < 200; i++) await chats.alerts.add(String(-1 - (i % 4)), far, '1', [], CHAT)
  expect((await ask(owner, '/alertas usd > 400')).text).toMatch(
    /^Ya tienes 200 alertas entre tu chat privado y tus grupos y canales.* Escribe \/alertas en uno de ellos y borra alguna\./,
  )
})

test('an alert on a monitor that is no longer published stays in the list', async () => {
  await chats.alerts.add(CHAT, { kind: 'above', signal: 'dollar:page_old.gone', value: '9' }, '1')
  prices.set([{ quote: quote(monitor('page_alpha.usd'), 'Dólar oficial', '349.9272'), asOf: NOON }])
  expect((await ask(ana, '/alertas')).text).toContain('1. Page_old.gone supera los Bs.\u00a09,00')
})

const alpha = { quote: { price: '349.9272', monitor: { key: 'usd', page: 'page_alpha' } } }
const beta = { quote: { price: '812.4', monitor: { key: 'usd', page: 'page_beta' } } }

test.each([
  ['a price', '/alertas usd > 400', [alpha]],
  ['a gap', '/alertas brecha > 150', [alpha, beta]],
])(
  'an alert on %s, and another value for it, count from the prices that were shown',
  async (_case, line, seen) => {
    const [add, edit] = [vi.spyOn(chats.alerts, 'add'), vi.spyOn(chats.alerts, 'edit')]
    await buttonData(ana, await ask(ana, line), 'Cambiar el valor')
    await ask(ana, '500')
    const shown = [...add.mock.calls, ...edit.mock.calls].map((given: readonly unknown[]) => given[3])
    expect(shown).toMatchObject([seen, seen])
  },
)

test.each([
  ['Avísame si el dólar baja de 500', 'paralelo baja de'],
  ['Avísame si el dólar sube de 500', 'oficial supera'],
  ['Avísame si el dólar baja de 300', 'oficial baja de'],
  ['Avísame si el dólar sube de 300', 'oficial supera'],
  ['Avísame si el oficial baja de 500', 'oficial baja de'],
])('%s: of several dollars it is on the first that has not got there yet', async (line, told) => {
  expect((await ask(ana, line)).text).toContain(told)
})
