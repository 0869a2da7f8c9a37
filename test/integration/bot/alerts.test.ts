import { ANA, EMMA, GROUP_ID, LUIS } from 'telegram-sandbox'
import { describe, expect, test, vi } from 'vitest'
import { captions, type Place, startBot } from './harness.ts'
import { monitor, NOON, quote } from './memory.ts'

const ana = { user: ANA.id, chat: ANA.id }
const emma = { user: EMMA.id, chat: EMMA.id }
const usd = 'dollar:page_alpha.usd'
const gap = 'dollar:page_alpha.usd/dollar:page_beta.usd'
const DAY_MS = 24 * 3_600_000

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
    const { ask, chats } = await startBot()
    expect((await ask(ana, `/alertas ${line}`)).text).toMatch(/^🔔 Listo\. Te aviso si /)
    expect(await chats.alerts.list(String(ANA.id))).toEqual([expect.objectContaining(alert)])
  })

  test.each([
    [ana, '/alertas usd 0,0001%', /^El porcentaje va de 0,1 a menos de 100\./],
    [ana, 'avísame si el dólar baja un 0,05 %', /^El porcentaje va de 0,1 a menos de 100\./],
    [emma, '/alerts usd 0.09%', /^The percentage goes from 0\.1 to less than 100\./],
  ] as const)(
    'of %s by less than 0.1 %% is refused, and what to type is said: %s',
    async (person, line, said) => {
      const { ask, chats } = await startBot()
      expect((await ask(person, line)).text).toMatch(said)
      expect(await chats.alerts.list(String(person.user))).toEqual([])
      await ask(person, line.replace(/0[.,]0\d+/, '0.1'))
      expect(await chats.alerts.list(String(person.user))).toMatchObject([{ value: '0.1' }])
    },
  )

  test('is about the preferred monitor if it names none, or only its currency', async () => {
    const { ask, prices, chats } = await startBot()
    const signals = async () => (await chats.alerts.list(String(ANA.id))).map(({ signal }) => signal)
    expect((await ask(ana, '/alertas > 900')).text).toContain('No sé qué tasa quieres vigilar.')
    await chats.settings.setDefaults(String(ANA.id), [
      monitor('page_beta.promedio'),
      monitor('page_beta.usd'),
    ])
    await ask(ana, '/alertas > 900')
    await ask(ana, '/alertas si el dólar pasa de 901')
    await ask(ana, '/alertas oficial > 902')
    expect(await signals()).toEqual(['dollar:page_beta.promedio', 'dollar:page_beta.promedio', usd])
    prices.set(prices.all().filter(({ quote: { monitor: id } }) => id.key !== 'usd'))
    await ask(ana, '/alertas $ > 903')
    await ask(ana, '/alertas euro > 900')
    expect((await signals()).slice(3)).toEqual(['dollar:page_beta.promedio', 'euro:page_alpha.eur'])
  })

  test('says how far it is, that the threshold is passed already, and how an ambiguous number was read', async () => {
    const { ask } = await startBot()
    const { text } = await ask(ana, '/alertas usd > 400')
    expect(text).toContain('Te aviso si el dólar oficial supera los Bs.\u00a0400,00.')
    expect(text).toContain('Está en Bs.\u00a0349,93: faltan Bs.\u00a050,07 (14,31\u00a0%).')
    expect(text).toContain('Cada vez que cruce')
    expect((await ask(emma, '/alerts usd > 300')).text).toContain(
      'It’s already above that: Bs.\u00a0349.93. I’ll tell you the next time it crosses.',
    )
    expect((await ask(ana, '/alertas usd > 350,200')).text).toContain(
      'Leí Bs.\u00a0350,20, no Bs.\u00a0350.200,00.',
    )
  })

  test.each([
    '/alertas usd 0,0001',
    '/alertas usd 999999999999',
    '/alertas brecha > 5000',
    '/alertas brecha < -100',
  ])('%s is far from the price now, and made only if it is meant', async (line) => {
    const { ask, buttonData, chats } = await startBot()
    const question = await ask(ana, line)
    expect(question.text).toMatch(/^Eso está muy lejos: pides .*, y ahora está en .*¿Así lo quieres\?$/)
    expect(await chats.alerts.list(String(ANA.id))).toEqual([])
    expect((await buttonData(ana, question, 'Sí, avísame así')).message.text).toMatch(/^🔔 Listo\./)
    expect(await chats.alerts.list(String(ANA.id))).toHaveLength(1)
  })

  test('a far number that may be read as a near one offers that first, and another to be typed', async () => {
    const { ask, buttonData, chats } = await startBot()
    const question = await ask(ana, '/alertas usd > 1,200 una vez')
    expect(captions(question)).toEqual(['Bs.\u00a01.200,00', 'Sí, avísame así', 'Otro valor', 'Cancelar'])
    await buttonData(ana, question, 'Otro valor')
    await ask(ana, '420')
    await buttonData(ana, question, 'Bs.\u00a01.200,00')
    expect(await chats.alerts.list(String(ANA.id))).toMatchObject([
      { kind: 'above', value: '1200', once: true },
    ])
    await buttonData(ana, await ask(ana, '/alertas usd 1,300'), 'Bs.\u00a01.300,00')
    expect((await chats.alerts.list(String(ANA.id)))[1]).toMatchObject({ kind: 'above', value: '1300' })
  })

  test('without a direction it takes that of the price, and a button turns it round and back', async () => {
    const { ask, buttonData, chats } = await startBot()
    const made = await ask(ana, '/alertas usd 400')
    expect(made.text).toContain('supera los Bs.\u00a0400,00')
    const turned = await buttonData(ana, made, 'Mejor cuando baje de Bs.\u00a0400')
    expect(turned.message.text).toContain(
      'Cambiada. Te aviso si el dólar oficial baja de los Bs.\u00a0400,00.',
    )
    expect(turned.message.text).toContain('Ya está por debajo')
    expect(await chats.alerts.list(String(ANA.id))).toMatchObject([{ id: 1, kind: 'below', value: '400' }])
    await buttonData(ana, turned.message, 'Mejor cuando pase de Bs.\u00a0400')
    expect(await chats.alerts.list(String(ANA.id))).toMatchObject([{ id: 1, kind: 'above', value: '400' }])
    expect(captions(await ask(ana, '/alertas usd > 410'))).not.toContain('Mejor cuando baje de Bs.\u00a0410')
  })

  test('offers the others of the key, the way that their price is from the value where no direction is said', async () => {
    const { ask, buttonData, chats } = await startBot()
    const made = await ask(ana, 'avísame cuando el dólar llegue a 600')
    expect(made.text).toContain('si el dólar oficial supera los Bs.\u00a0600,00')
    await buttonData(ana, made, '$ Dólar paralelo')
    expect(await chats.alerts.list(String(ANA.id))).toMatchObject([
      { signal: usd, kind: 'above', value: '600' },
      { signal: 'dollar:page_beta.usd', kind: 'below', value: '600' },
    ])
    await buttonData(ana, await ask(ana, '/alertas usd > 900 una vez'), '$ Dólar paralelo')
    expect((await chats.alerts.list(String(ANA.id))).at(-1)).toMatchObject({
      signal: 'dollar:page_beta.usd',
      value: '900',
      once: true,
    })
  })

  test('a title in several words, mistyped, makes the alert of what may be meant', async () => {
    const { ask, buttonData } = await startBot()
    const near = await ask(ana, '/alertas dólar parlelo > 900')
    expect(near.text).toBe('No conozco «dólar parlelo». ¿Quisiste decir una de estas?')
    expect((await buttonData(ana, near, '$ Dólar paralelo')).message.text).toContain(
      'el dólar paralelo supera los',
    )
  })

  test('says what is missing, with examples that can be typed', async () => {
    const { ask, chats } = await startBot()
    const { text } = await ask(ana, '/alertas usd')
    expect(text).toBe(
      'Me falta saber cuándo avisarte.\nPor ejemplo:\n/alertas usd > 385\n/alertas usd 2%\n/alertas brecha > 30',
    )
    expect((await ask(ana, '/alertas usd vuela a 400')).text).toMatch(/^No entiendo «vuela»\.\nPor ejemplo:/)
    expect((await ask(ana, '/alertas xyz > 3')).text).toContain('No conozco «xyz».')
    expect(await chats.alerts.list(String(ANA.id))).toEqual([])
  })

  test('the 51st is refused', async () => {
    const { ask, chats } = await startBot()
    for (let i = 0; i < 50; i++)
      await chats.alerts.add(String(ANA.id), { kind: 'above', signal: usd, value: '900' }, '1')
    expect((await ask(ana, '/alertas usd > 400')).text).toBe(
      'Ya tienes 50 alertas, el máximo. Borra alguna con /alertas.',
    )
  })
})

test('a new alert and the list say since when the rate API does not answer', async () => {
  const { ask, prices } = await startBot()
  prices.set(prices.all().map((one) => ({ ...one, asOf: NOON - 10 * 60_000 })))
  const silence = '⚠ El servicio de precios no responde. Lo último que tengo es de hace 10 min.'
  expect((await ask(ana, '/alertas usd > 400')).text).toContain(silence)
  expect((await ask(ana, '/alertas')).text).toContain(silence)
})

test('the same alert is not made twice', async () => {
  const { ask, chats } = await startBot()
  await ask(ana, '/alertas usd > 400')
  const again = await ask(ana, '/alertas usd > 400,00')
  expect(again.text).toBe('Ya la tienes: te aviso si el dólar oficial supera los Bs.\u00a0400,00.')
  expect(captions(again)).toEqual(['⏸ Pausar', 'Cambiar el valor', 'Borrar', 'Ver las alertas'])
  await ask(ana, '/alertas usd > 400 una vez')
  expect(await chats.alerts.list(String(ANA.id))).toHaveLength(2)
})

describe('the list of alerts', () => {
  test('pauses, resumes and deletes by its buttons, in place', async () => {
    const { ask, buttonData, chats } = await startBot()
    await ask(ana, '/alertas usd > 400')
    const list = await ask(ana, '/alertas')
    expect(list.text).toContain('1. El dólar oficial supera los Bs.\u00a0400,00')
    const card = await buttonData(ana, list, '🔔 1')
    const paused = await buttonData(ana, card.message, '⏸ Pausar')
    expect(paused.message.text).toContain('⏸ En pausa')
    expect(await chats.alerts.list(String(ANA.id))).toMatchObject([{ paused: true }])
    const resumed = await buttonData(ana, paused.message, '▶ Activar')
    expect(resumed.message.text).toContain('faltan Bs.\u00a050,07')
    const deleted = await buttonData(ana, resumed.message, 'Borrar')
    expect(deleted.answer).toMatchObject({ text: 'Alerta borrada.' })
    expect(deleted.message.text).toContain('Todavía no tienes alertas.')
    const back = await buttonData(ana, deleted.message, '↩ Deshacer')
    expect(back.message.text).toContain('Listo. Te aviso si el dólar oficial supera los Bs.\u00a0400,00.')
    expect(await chats.alerts.list(String(ANA.id))).toHaveLength(1)
  })

  test('brings a deleted alert back as it was', async () => {
    const { ask, buttonData, chats } = await startBot()
    await ask(ana, '/alertas brecha page_beta.promedio page_beta.usd > 50 una vez cada 6h hasta 31-01-2026')
    await chats.alerts.pause(String(ANA.id), 1, true)
    const before = await chats.alerts.list(String(ANA.id))
    const card = await buttonData(ana, await ask(ana, '/alertas'), '🔔 1')
    const deleted = await buttonData(ana, card.message, 'Borrar')
    expect(await chats.alerts.list(String(ANA.id))).toEqual([])
    await buttonData(ana, deleted.message, '↩ Deshacer')
    expect(await chats.alerts.list(String(ANA.id))).toEqual(before)
  })

  test('deletes all alerts once that is confirmed', async () => {
    const { ask, buttonData, chats } = await startBot()
    await ask(ana, '/alertas usd > 400')
    expect(captions(await ask(ana, '/alertas'))).not.toContain('Borrar todas')
    await ask(ana, '/alertas usd > 410')
    const question = await buttonData(ana, await ask(ana, '/alertas'), 'Borrar todas')
    expect(question.message.text).toBe('¿Borro tus 2 alertas? No se puede deshacer.')
    const kept = await buttonData(ana, question.message, 'No, volver')
    expect(kept.message.text).toContain('2 de 50')
    const sure = await buttonData(ana, kept.message, 'Borrar todas')
    const { message, answer } = await buttonData(ana, sure.message, 'Sí, borrarlas')
    expect(answer).toMatchObject({ text: 'Alertas borradas.' })
    expect(message.text).toContain('Todavía no tienes alertas.')
    expect(await chats.alerts.list(String(ANA.id))).toEqual([])
  })

  test('shows a row for an alert of another version of the program, which can be deleted', async () => {
    const { ask, buttonData, chats } = await startBot()
    await ask(ana, '/alertas usd > 400')
    await chats.alerts.add(String(ANA.id), { kind: 'sideways' as 'above', signal: usd, value: '1' }, '1')
    const list = await ask(ana, '/alertas')
    expect(list.text).toContain('2. Una alerta de otra versión del bot: no sé mostrarla')
    const card = await buttonData(ana, list, '🔔 2')
    expect(captions(card.message)).toEqual(['Borrar', 'Ver las alertas'])
    await buttonData(ana, card.message, 'Borrar')
    expect(await chats.alerts.list(String(ANA.id))).toMatchObject([{ id: 1 }])
  })

  /** Up to the question for another value of an alert above 400. */
  async function upToValue() {
    const bot = await startBot()
    await bot.ask(ana, '/alertas usd > 400')
    const card = (await bot.buttonData(ana, await bot.ask(ana, '/alertas'), '🔔 1')).message
    const question = (await bot.buttonData(ana, card, 'Cambiar el valor')).message
    const values = async () => (await bot.chats.alerts.list(String(ANA.id))).map(({ value }) => value)
    return { ...bot, question, values }
  }

  test('gives an alert another value in its place, pressed or typed, which closes the question', async () => {
    const { ask, buttonData, question, values } = await upToValue()
    const changed = await buttonData(ana, question, 'Bs.\u00a0360,00')
    expect(changed.message.text).toContain(
      'Cambiada. Te aviso si el dólar oficial supera los Bs.\u00a0360,00.',
    )
    expect((await ask(ana, '999')).text).toBe('¿999 de qué?')
    expect(await values()).toEqual(['360'])
    const again = (await buttonData(ana, changed.message, 'Cambiar el valor')).message
    expect((await ask(ana, '410,5')).text).toContain('supera los Bs.\u00a0410,50.')
    expect((await buttonData(ana, again, 'Cancelar')).message.text).toBe('Esa pregunta ya está cerrada.')
    expect(await values()).toEqual(['410.5'])
  })

  test('says that all stays as it is where an open question, or one about a far value, is cancelled', async () => {
    const { ask, buttonData, question } = await upToValue()
    expect((await buttonData(ana, question, 'Cancelar')).message.text).toBe('Listo, lo dejamos así.')
    const far = await ask(ana, '/alertas usd > 90000')
    expect((await buttonData(ana, far, 'Cancelar')).message.text).toBe('Listo, lo dejamos así.')
  })

  test('ends the question once somebody goes back or requests the list, so that an amount is a conversion again', async () => {
    const { ask, buttonData, question, values } = await upToValue()
    const card = (await buttonData(ana, question, '‹ Atrás')).message
    expect((await ask(ana, '2000 bs')).text).toContain('Dólar oficial')
    await buttonData(ana, card, 'Cambiar el valor')
    await ask(ana, '/alertas')
    expect((await ask(ana, '999')).text).toBe('¿999 de qué?')
    expect(await values()).toEqual(['400'])
  })

  test('by word it is deleted, paused, resumed and changed, with the list where several fit', async () => {
    const { ask, buttonData, chats } = await startBot()
    const kept = () => chats.alerts.list(String(ANA.id))
    await ask(ana, '/alertas usd > 400')
    await ask(ana, 'cambia la alerta 1 a 380')
    expect(await kept()).toMatchObject([{ value: '380' }])
    await ask(ana, 'pausa la alerta')
    expect(await kept()).toMatchObject([{ paused: true }])
    await ask(ana, 'reanuda la alerta 1')
    expect(await kept()).toMatchObject([{ paused: false }])
    await ask(ana, '/alertas paralelo > 900')
    expect((await ask(ana, 'quita esa alerta')).text).toContain('¿Cuál de tus alertas?')
    const deleted = await ask(ana, 'borra la alerta del paralelo')
    expect(await kept()).toMatchObject([{ value: '380' }])
    await buttonData(ana, deleted, '↩ Deshacer')
    const question = await ask(ana, 'quita todas las alertas')
    expect(question.text).toContain('¿Borro tus 2 alertas?')
    expect(await kept()).toHaveLength(2)
  })

  test('removes expired alerts', async () => {
    const { ask, chats, time } = await startBot()
    await ask(ana, '/alertas usd > 400 hasta 22-01-2026')
    time.now += 3 * DAY_MS
    expect((await ask(ana, '/alertas')).text).toContain('Todavía no tienes alertas.')
    expect(await chats.alerts.list(String(ANA.id))).toEqual([])
  })

  test('has pages', async () => {
    const { ask, buttonData, chats } = await startBot()
    for (let i = 0; i < 10; i++)
      await chats.alerts.add(String(ANA.id), { kind: 'above', signal: usd, value: String(400 + i) }, '1')
    const list = await ask(ana, '/alertas')
    expect(captions(list)).toEqual(['🔔 1', '🔔 2', '🔔 3', '›', '🔔 Nueva alerta', 'Borrar todas'])
    const second = await buttonData(ana, list, '›')
    const third = await buttonData(ana, second.message, '›')
    const { message } = await buttonData(ana, third.message, '›')
    expect(message.text).toContain('10. El dólar oficial supera los Bs.\u00a0409,00')
    expect(captions((await buttonData(ana, message, '›')).message)).toEqual(captions(list))
  })

  test('a button of an alert that is gone says so', async () => {
    const { ask, buttonData, chats } = await startBot()
    await ask(ana, '/alertas usd > 400')
    const list = await ask(ana, '/alertas')
    await chats.alerts.remove(String(ANA.id), 1)
    const { answer } = await buttonData(ana, list, '🔔 1')
    expect(answer).toMatchObject({ text: 'Esa alerta ya no existe.' })
  })
})

describe('the dialog for a new alert', () => {
  /** Up to the question for a price, asked of Ana in private. */
  async function upToPrice() {
    const bot = await startBot()
    const list = await bot.ask(ana, '/alertas')
    const what = await bot.buttonData(ana, list, '🔔 Nueva alerta')
    const when = await bot.buttonData(ana, what.message, '$ Dólar oficial')
    const price = await bot.buttonData(ana, when.message, '▲ Si pasa de un precio')
    return { ...bot, price: price.message }
  }

  test('needs nothing but presses', async () => {
    const { buttonData, price, chats } = await upToPrice()
    expect(price.text).toBe('El dólar oficial\nAhora: Bs.\u00a0349,93\n¿Qué precio? Toca uno, o escríbelo.')
    const often = await buttonData(ana, price, 'Bs.\u00a0355,00')
    const made = await buttonData(ana, often.message, 'Una sola vez')
    expect(made.message.text).toContain('Te aviso si el dólar oficial supera los Bs.\u00a0355,00.')
    expect(await chats.alerts.list(String(ANA.id))).toMatchObject([{ value: '355', once: true }])
  })

  test.each([
    ['340', 'below', '¿a cómo está el euro?'],
    ['Bs. 400', 'above', '100 usd'],
  ])('takes the price %s that is typed where it asks when, as %s', async (typed, kind, question) => {
    const { ask, buttonData, chats } = await startBot()
    const what = await buttonData(ana, await ask(ana, '/alertas'), '🔔 Nueva alerta')
    await buttonData(ana, what.message, '$ Dólar oficial')
    expect((await ask(ana, question)).text).toMatch(/Bs\.|en bolívares/)
    const often = await ask(ana, typed)
    await buttonData(ana, often, 'Cada vez que cruce')
    const value = typed.replace('Bs. ', '')
    expect(await chats.alerts.list(String(ANA.id))).toMatchObject([{ kind, value }])
  })

  test('takes a typed value, after one that is none', async () => {
    const { ask, buttonData, chats } = await upToPrice()
    expect((await ask(ana, 'mucho')).text).toContain('No puedo usar «mucho».')
    const often = await ask(ana, '1.000')
    await buttonData(ana, often, 'Cada vez que cruce')
    expect(await chats.alerts.list(String(ANA.id))).toMatchObject([{ value: '1000', once: false }])
  })

  test('asks about a typed value that is far from the price now', async () => {
    const { ask, buttonData, chats } = await upToPrice()
    const question = await ask(ana, '1000000')
    expect(question.text).toContain('Eso está muy lejos: pides Bs.\u00a01.000.000,00')
    const often = await buttonData(ana, question, 'Sí, avísame así')
    await buttonData(ana, often.message, 'Una sola vez')
    expect(await chats.alerts.list(String(ANA.id))).toMatchObject([{ value: '1000000' }])
  })

  test('commands work inside it, and /cancel ends it', async () => {
    const { ask } = await upToPrice()
    expect((await ask(ana, '/tasa usd')).text).toContain('Dólar oficial')
    expect((await ask(ana, '/cancelar')).text).toBe('Listo, lo dejamos así.')
    expect((await ask(ana, '/cancelar')).text).toBe('No hay nada que cancelar.')
    expect((await ask(ana, '950')).text).toBe('¿950 de qué?')
  })

  test('a look-up by command or button does not end the question', async () => {
    const { ask, buttonData } = await upToPrice()
    await buttonData(ana, await ask(ana, '/tasa usd'), 'Todas las tasas')
    expect((await ask(ana, '950')).text).toContain('Bs.\u00a0950,00')
  })

  test('going back from the question for a price leads to when, which takes a price too', async () => {
    const { buttonData, ask, price } = await upToPrice()
    await buttonData(ana, price, '‹ Atrás')
    expect((await ask(ana, '50 %')).text).not.toContain('supera')
    expect((await ask(ana, '950')).text).toContain('El dólar oficial supera los Bs.\u00a0950,00.')
  })

  test.each(['{', '{"v":1}', '{"version":[0,1],"state":{"new-alert":[]}}'])(
    'a stored dialog that reads %s is forgotten with a word',
    async (text) => {
      const { ask, buttonData, price, redis, chats } = await upToPrice()
      const forget = (): void => {
        for (const key of redis.values.keys()) if (key.includes(' dialog ')) redis.values.set(key, text)
      }
      forget()
      expect((await ask(ana, '2000 bs')).text).toContain('Dólar oficial')
      expect((await ask(ana, '950')).text).toBe(
        'Me actualicé y olvidé esa pregunta. Empieza otra vez, por favor.',
      )
      expect((await ask(ana, '950')).text).toBe('¿950 de qué?')
      const often = await buttonData(ana, price, 'Bs.\u00a0355,00')
      forget()
      await buttonData(ana, often.message, 'Una sola vez')
      expect(await chats.alerts.list(String(ANA.id))).toMatchObject([{ value: '355', once: true }])
    },
  )

  test('a stored dialog of an older version is deleted, and the person is told', async () => {
    const { ask, redis } = await upToPrice()
    for (const [key, text] of redis.values) redis.values.set(key, text.replaceAll('"answer"', '"other"'))
    expect((await ask(ana, '950')).text).toBe(
      'Me actualicé y olvidé esa pregunta. Empieza otra vez, por favor.',
    )
    expect((await ask(ana, '950')).text).toBe('¿950 de qué?')
  })

  test('of two answers at once the second is judged after the first', async () => {
    const { act, say, heard, buttonData, chats, seen } = await upToPrice()
    await act('faults', { slow_ms: 50 })
    const first = await say(ana, 'mucho')
    await say(ana, '950')
    const often = await vi.waitUntil(
      async () => (await seen(ana)).find((one) => captions(one).includes('Una sola vez')),
      { timeout: 30_000, interval: 10 },
    )
    expect((await heard(ana, first)).text).toContain('No puedo usar «mucho».')
    await buttonData(ana, often, 'Una sola vez')
    expect(await chats.alerts.list(String(ANA.id))).toMatchObject([{ value: '950', once: true }])
  })

  test('a button of another message continues from its own choices and ends the open dialog', async () => {
    const { ask, buttonData, price, chats } = await upToPrice()
    const euro = await buttonData(
      ana,
      (await buttonData(ana, await ask(ana, '/alertas'), '🔔 Nueva alerta')).message,
      '€ Euro oficial',
    )
    expect(euro.message.text).toContain('El euro oficial')
    const often = await buttonData(ana, price, 'Bs.\u00a0355,00')
    await buttonData(ana, euro.message, '▼ Si baja de un precio')
    expect((await ask(ana, '400')).text).toContain('El euro oficial baja de los Bs.\u00a0400,00.')
    await buttonData(ana, often.message, 'Una sola vez')
    expect(await chats.alerts.list(String(ANA.id))).toMatchObject([{ signal: usd, value: '355', once: true }])
  })

  test('a question of another chat, or to another person, is not answered', async () => {
    const { ask } = await upToPrice()
    await ask({ user: LUIS.id, chat: LUIS.id }, '/start')
    expect((await ask({ user: LUIS.id, chat: LUIS.id }, '950')).text).toBe('¿950 de qué?')
  })
})

describe('alerts in a group', () => {
  const owner: Place = { user: ANA.id, chat: GROUP_ID }
  const member: Place = { user: LUIS.id, chat: GROUP_ID }

  /** Up to the message that wants a reply with the price, asked of the owner. */
  async function upToReply() {
    const bot = await startBot()
    const list = await bot.ask(owner, '/alertas')
    let { message } = await bot.buttonData(owner, list, '🔔 Nueva alerta')
    for (const caption of ['$ Dólar oficial', '▲ Si pasa de un precio', 'Otro valor'])
      message = (await bot.buttonData(owner, message, caption)).message
    const question = await bot.heard(owner, message.message_id)
    const reply = async (who: Place, text: string): Promise<number> => {
      const { message: said } = await bot.act('send', { ...who, text, reply_to: question.message_id })
      return said?.message_id ?? 0
    }
    return { ...bot, question, reply }
  }

  test('the value is asked for by a message to reply to, and accepted from the person who was asked', async () => {
    const { reply, heard, question, buttonData, chats, seen } = await upToReply()
    expect(question.text).toContain('Escribe el número en respuesta a este mensaje.')
    await reply(member, '1')
    const often = await heard(owner, await reply(owner, '950'))
    expect(often.text).toContain('El dólar oficial supera los Bs.\u00a0950,00.')
    await buttonData(owner, often, 'Cada vez que cruce')
    expect(await chats.alerts.list(String(GROUP_ID))).toMatchObject([{ value: '950' }])
    expect((await seen(owner)).some(({ text }) => text?.includes('Bs.\u00a01,00'))).toBe(false)
  })

  test('an administrator who writes as the group can answer the question that a button began', async () => {
    const { reply, heard, question } = await upToReply()
    const often = await heard(owner, await reply({ ...owner, anonymous: true }, '950'))
    expect(often.text).toContain('El dólar oficial supera los Bs.\u00a0950,00.')
    expect(often.message_id).toBeGreaterThan(question.message_id)
  })

  test('one counts as of the person who makes it, or of the owner where that person stays unnamed', async () => {
    const { ask, buttonData, chats } = await startBot()
    const made = await ask(owner, '/alertas usd > 400')
    await ask({ ...owner, anonymous: true }, '/alertas usd > 401')
    await buttonData(owner, (await buttonData(owner, made, 'Borrar')).message, '↩ Deshacer')
    await ask(ana, '/alertas usd > 402')
    expect(chats.makers).toEqual([owner.user, owner.user, owner.user, ana.user].map(String))
  })

  test('the 201st of one person is refused, and what to do is said', async () => {
    const { ask, chats } = await startBot()
    chats.fullPersons.add(String(owner.user))
    const { text } = await ask(owner, '/alertas usd > 400')
    expect(text).toContain('Ya tienes 200 alertas entre tu chat privado y tus grupos y canales')
    expect(text).toContain('Escribe /alertas en uno de ellos y borra alguna.')
  })

  test('a member can neither make one nor press the buttons', async () => {
    const { ask, buttonData, chats } = await startBot()
    const refused = 'Aquí solo los administradores pueden cambiar esto. En privado sí puedes hacerlo para ti.'
    expect((await ask(member, '/alertas usd > 400')).text).toBe(refused)
    const list = await ask(owner, '/alertas')
    expect((await buttonData(member, list, '🔔 Nueva alerta')).answer).toMatchObject({
      url: expect.stringMatching(/\?start=/),
    })
    expect(await chats.alerts.list(String(GROUP_ID))).toEqual([])
  })
})

test('an alert on a monitor that is no longer published stays in the list', async () => {
  const { ask, chats, prices } = await startBot()
  await chats.alerts.add(String(ANA.id), { kind: 'above', signal: 'dollar:page_old.gone', value: '9' }, '1')
  prices.set([{ quote: quote(monitor('page_alpha.usd'), 'Dólar oficial', '349.9272'), asOf: NOON }])
  expect((await ask(ana, '/alertas')).text).toContain('1. Page_old.gone supera los Bs.\u00a09,00')
})

test.each([
  'a:d:page_alpha.usd|a-5r',
  'a|gp2r',
  'a:d:page_alpha.usd|p300r',
  'al|v1:-3',
  'fl:d:page_alpha.usd|77',
])('a button that says %s was not made by us, and changes nothing', async (data) => {
  const { ask, act, api, seen, chats } = await startBot()
  await ask(ana, '/seguir usd')
  await ask(ana, '/alertas usd > 400')
  const inline_keyboard = [[{ text: 'x', callback_data: data }]]
  const { message_id } = await api.sendMessage(ana.chat, 'x', { reply_markup: { inline_keyboard } })
  const before = await chats.read(String(ANA.id))
  await act('press', { ...ana, message_id, data })
  await vi.waitFor(async () => expect((await seen(ana)).at(-1)?.text).toContain('Este botón ya no sirve.'))
  expect(await chats.read(String(ANA.id))).toEqual(before)
})

test.each(['a|x', 'al|v1:x', '+fm:d:page_alpha.usd|x', '+fm:d:page_alpha.usd|-1', 'ch|d0'])(
  'a button with the malformed data %s changes nothing, and its presser is told so',
  async (data) => {
    const { act, api, ask, seen } = await startBot()
    await ask(ana, '/ayuda')
    const inline_keyboard = [[{ text: 'x', callback_data: data }]]
    const { message_id } = await api.sendMessage(ana.chat, 'x', { reply_markup: { inline_keyboard } })
    const before = await seen(ana)
    const answer = await act('press', { ...ana, message_id, data })
    expect(answer).toMatchObject({ text: 'Este botón ya no sirve. Escribe /tasa.' })
    expect(await seen(ana)).toEqual(before)
  },
)

const alpha = { quote: { price: '349.9272', monitor: { key: 'usd', page: 'page_alpha' } } }
const beta = { quote: { price: '812.4', monitor: { key: 'usd', page: 'page_beta' } } }

test.each([
  ['a price', '/alertas usd > 400', [alpha]],
  ['a gap', '/alertas brecha > 150', [alpha, beta]],
])(
  'an alert on %s, and another value for it, count from the prices that were shown',
  async (_case, line, seen) => {
    const { ask, buttonData, chats } = await startBot()
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
  const { ask } = await startBot()
  expect((await ask(ana, line)).text).toContain(told)
})
