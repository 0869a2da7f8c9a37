import { GROUP_ID, LUIS } from 'telegram-sandbox'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ana, CHAT, captions, luis, owner, type Shown, useBot } from './harness.ts'

const {
  act,
  ask,
  buttonData,
  chats,
  heard,
  ignored,
  limiter,
  lines,
  press,
  redis,
  say,
  seen,
  talk,
  talkAs,
  time,
} = await useBot()
const usd = 'dollar:page_alpha.usd'

describe('the dialog for a new alert', () => {
  /** The question when to tell Ana, in private. */
  const upToWhen = async () => press(ana, await ask(ana, '/alertas'), '🔔 Nueva alerta', '$ Dólar oficial')
  /** The question for a price. */
  const upToPrice = async () => press(ana, await upToWhen(), '▲ Si pasa de un precio')
  let price: Shown
  beforeEach(async () => {
    price = await upToPrice()
  })

  test('needs nothing but presses', async () => {
    expect(price.text).toBe('El dólar oficial\nAhora: Bs.\u00a0349,93\n¿Qué precio? Toca uno, o escríbelo.')
    const made = await press(ana, price, 'Bs.\u00a0355,00', 'Una sola vez')
    expect(made.text).toContain('Te aviso si el dólar oficial supera los Bs.\u00a0355,00.')
    expect(await chats.alerts.list(CHAT)).toMatchObject([{ value: '355', once: true }])
  })

  test('asks for a price first, and for a percentage behind one button', async () => {
    const when = await upToWhen()
    expect(captions(when)).toEqual([
      ...['▲ Si pasa de un precio', '▼ Si baja de un precio', '% Por porcentaje ›'],
      ...['‹ Atrás', 'Cancelar'],
    ])
    const percents = await press(ana, when, '% Por porcentaje ›')
    expect(captions(percents).slice(0, 3)).toEqual([
      ...['± Si se mueve un porcentaje', '+ Si sube un porcentaje', '− Si baja un porcentaje'],
    ])
    const back = await press(ana, percents, '+ Si sube un porcentaje', '‹ Atrás')
    expect(captions(back)).toEqual(captions(percents))
    expect(captions(await press(ana, back, '‹ Atrás'))).toEqual(captions(when))
    await press(ana, when, '% Por porcentaje ›', '+ Si sube un porcentaje', /^\+ /, 'Una sola vez')
    expect(await chats.alerts.list(CHAT)).toMatchObject([{ kind: 'rise', once: true }])
  })

  test.each([
    ['340', 'below', '¿a cómo está el euro?'],
    ['Bs. 400', 'above', '100 usd'],
  ])('takes the price %s that is typed where it asks when, as %s', async (typed, kind, question) => {
    await upToWhen()
    expect((await ask(ana, question)).text).toMatch(/Bs\.|en bolívares/)
    await press(ana, await ask(ana, typed), 'Cada vez que cruce')
    const value = typed.replace('Bs. ', '')
    expect(await chats.alerts.list(CHAT)).toMatchObject([{ kind, value }])
  })

  test('asks again about a typed value that is none, or far from the price now', async () => {
    await talk(['mucho', 'No puedo usar «mucho».'])
    const question = await ask(ana, '1.000.000')
    expect(question.text).toContain('Eso está muy lejos: pides Bs.\u00a01.000.000,00')
    await press(ana, question, 'Sí, avísame así', 'Una sola vez')
    expect(await chats.alerts.list(CHAT)).toMatchObject([{ value: '1000000' }])
  })

  test('leaves commands and buttons working, and ends at /cancel', async () => {
    await press(ana, await ask(ana, '/tasa usd'), 'Todas las tasas')
    await talk(
      ['950', 'Bs.\u00a0950,00'],
      ['/cancelar', 'Listo, lo dejamos así.'],
      ['/cancelar', 'No hay nada que cancelar.'],
      ['950', '950 en bolívares'],
    )
  })

  test('going back from the question for a price leads to when, which takes a price too', async () => {
    await press(ana, price, '‹ Atrás')
    expect((await ask(ana, '50 %')).text).not.toContain('supera')
    await talk(['950', 'El dólar oficial supera los Bs.\u00a0950,00.'])
  })

  test.each(['{', '["0.4",1e15,[]]', '{"version":[0,1],"state":{"new-alert":[]}}'])(
    'of another version of the program, stored as %s, is forgotten with a word',
    async (text) => {
      const forget = (): void => {
        for (const key of redis.values.keys()) if (key.includes(' dialog ')) redis.values.set(key, text)
      }
      forget()
      await talk(
        ['2000 bs', 'Dólar oficial'],
        ['950', 'Me actualicé y olvidé esa pregunta. Empieza otra vez, por favor.'],
        ['950', '950 en bolívares'],
      )
      const often = await press(ana, price, 'Bs.\u00a0355,00')
      forget()
      await press(ana, often, 'Una sola vez')
      expect(await chats.alerts.list(CHAT)).toMatchObject([{ value: '355', once: true }])
    },
  )

  test('of two answers at once the second is judged after the first', async () => {
    await act('faults', { slow_ms: 50 })
    const first = await say(ana, 'mucho')
    await say(ana, '950')
    const asksHowOften = async () => (await seen(ana)).find((one) => captions(one).includes('Una sola vez'))
    const often = await vi.waitUntil(asksHowOften, { timeout: 30_000 })
    expect((await heard(ana, first)).text).toContain('No puedo usar «mucho».')
    await buttonData(ana, often, 'Una sola vez')
    expect(await chats.alerts.list(CHAT)).toMatchObject([{ value: '950', once: true }])
  })

  test('a button of another message continues from its own choices and ends the open dialog', async () => {
    const euro = await press(ana, await ask(ana, '/alertas'), '🔔 Nueva alerta', '€ Euro oficial')
    expect(euro.text).toContain('El euro oficial')
    const often = await press(ana, price, 'Bs.\u00a0355,00')
    await press(ana, euro, '▼ Si baja de un precio')
    await talk(['400', 'El euro oficial baja de los Bs.\u00a0400,00.'])
    await press(ana, often, 'Una sola vez')
    expect(await chats.alerts.list(CHAT)).toMatchObject([{ signal: usd, value: '355', once: true }])
  })

  test.each([
    [15, '950 en bolívares'],
    [14, 'supera los Bs.\u00a0950,00'],
  ])('a question is %d minutes old: an amount is answered by %s', async (minutes, answer) => {
    time.now += minutes * 60_000
    await talk(['950', answer])
  })

  test('ends after ten answers that it cannot use', async () => {
    for (let i = 0; i < 9; i++) await talk([`mucho ${i}`, `No puedo usar «mucho ${i}».`])
    await talk(['mucho', 'Listo, lo dejamos así.'], ['950', '950 en bolívares'])
  })

  test('ends where it fails', async () => {
    const often = await press(ana, price, 'Bs.\u00a0355,00')
    chats.alerts.add = async () => {
      throw new Error('READONLY')
    }
    await press(ana, often, 'Una sola vez')
    await talk(['950', '950 en bolívares'])
  })

  test('leaves an amount to be converted while Redis cannot be reached', async () => {
    redis.hget = () => Promise.reject(new Error('away'))
    await talk(['950', '950 en bolívares'])
  })

  test('a question to another person is not answered', async () => {
    await talkAs(luis, ['/start', 'Hola'], ['950', '950 en bolívares'])
  })
})

describe('a question in a group', () => {
  /** Up to the message that wants a reply with the price, asked of the owner. */
  async function upToReply() {
    const what = await press(owner, await ask(owner, '/alertas'), '🔔 Nueva alerta')
    const price = await press(owner, what, '$ Dólar oficial', '▲ Si pasa de un precio', 'Otro valor')
    const question = await heard(owner, price.message_id)
    expect(question.text).toContain('Escribe el número en respuesta a este mensaje.')
    const replying = { ...owner, reply_to: question.message_id }
    return { price, replying, anonymous: { ...replying, anonymous: true } }
  }
  const ANSWERED = 'El dólar oficial supera los Bs.\u00a0950,00.'

  test('is answered by a reply of the person who was asked, and by nothing else', async () => {
    const { price, replying } = await upToReply()
    await act('add', { ...owner, administrator: true }) // sees all that is said
    for (const who of [{ ...replying, user: LUIS.id }, owner, { ...owner, reply_to: price.message_id }])
      expect(await ignored(who, '1')).toBe(true)
    const often = await ask(replying, '950')
    expect(often.text).toContain(ANSWERED)
    await press(owner, often, 'Cada vez que cruce')
    expect(await chats.alerts.list(String(GROUP_ID))).toMatchObject([{ value: '950' }])
  })

  test('is answered once in the name of the group, which ends the dialog of who was asked', async () => {
    const { anonymous, replying } = await upToReply()
    await talkAs(anonymous, ['950', ANSWERED])
    expect(await ignored(replying, '960')).toBe(true)
  })

  test('is cancelled in the name of the group by a reply to it', async () => {
    const { anonymous, replying } = await upToReply()
    await talkAs({ ...owner, anonymous: true }, ['/cancelar', 'No hay nada que cancelar.'])
    await talkAs(anonymous, ['/cancelar', 'Listo, lo dejamos así.'])
    expect(await ignored(replying, '950')).toBe(true)
  })

  test('can be answered again where a limit held back what follows', async () => {
    const { replying } = await upToReply()
    const { send } = limiter.groups
    limiter.groups.send = async () => 37_200
    await say(replying, '950')
    await expect.poll(() => lines.join()).toContain('retry after 38')
    limiter.groups.send = send
    await talkAs(replying, ['950', ANSWERED])
  })
})
