import { expect, test } from 'vitest'
import { ana, captions, emma, owner, useBot } from './harness.ts'
import { monitor, NOON, QUOTES, quote } from './memory.ts'

const { act, ask, client, heard, ignored, press, prices, restart, talk, talkAs } = await useBot()

test('a conversion shows official and parallel together, with buttons that copy, charge and share it', async () => {
  const answer = await ask(ana, '/convertir 100 usd')
  expect(answer.text).toBe(
    [
      '$100 en bolívares',
      '$ Dólar oficial          34.992,72',
      '$ Dólar paralelo         81.240,00',
      'Último cambio hace 2 min',
    ].join('\n'),
  )
  expect(captions(answer)).toEqual(['Copiar Dólar oficial', 'Cobrar $100', 'Compartir', 'Más ›'])
  expect(answer.reply_markup?.inline_keyboard[0]?.[0]).toMatchObject({ copy_text: { text: '34992,72' } })
  await press(ana, answer, 'Compartir')
  const shared = await heard(ana, answer.message_id)
  // The times are by the clock of the simulated Telegram, which stamps the message.
  expect(shared.text.split('\n')).toEqual([
    '$100 en bolívares',
    '$ Dólar oficial: 34.992,72',
    '$ Dólar paralelo: 81.240,00',
    expect.stringMatching(/^Último cambio (?:a las? \d|el \d)/),
    expect.stringMatching(/^\p{Lu}\p{Ll}+ \d+ de \p{Ll}+, \d+:\d\d [ap]\. m\. · @tasa_sandbox_bot$/u),
  ])
  expect(captions(shared)).toEqual(['WhatsApp', 'Telegram', 'Copiar el texto'])
  const [[whatsApp, telegram] = [], [copy] = []] = shared.reply_markup?.inline_keyboard ?? []
  expect(whatsApp).toMatchObject({ url: `https://wa.me/?text=${encodeURIComponent(shared.text)}` })
  expect(telegram).toMatchObject({ url: `https://t.me/share/url?url=${encodeURIComponent(shared.text)}` })
  expect(copy).toMatchObject({ copy_text: { text: shared.text } })
})

test('buttons show one monitor, all of them, and turn the conversion round', async () => {
  const both = await ask(ana, '/convert 100 usd')
  const text = '$100 = Bs.\u00a081.240,00\nDólar paralelo: $1 = Bs.\u00a0812,40\nhace 2 min'
  const one = await press(ana, both, 'Más ›', '$ Dólar paralelo')
  expect(one.text).toBe(text)
  expect(captions(one)).toEqual(['Copiar Dólar paralelo', 'Cobrar $100', 'Compartir', 'Más ›'])
  const turned = await press(ana, one, 'Más ›', '⇄ Bs.\u00a0100 → $')
  expect(turned.text).toMatch(/^\$100 en bolívares\n[\s\S]*Si eran Bs\.\s100:\n\$ Dólar oficial/)
  expect(captions(turned).join()).not.toContain('⇄')
  expect(turned.message_id).toBe(both.message_id)
})

test('without an amount it asks, with amounts to tap; an amount without its money is dollars and euros by the main rates', async () => {
  const question = await ask(ana, '/convertir')
  expect(question.text).toMatch(/^¿Cuánto quieres convertir\?/)
  expect(captions(question)).toContain('Bs.\u00a01.000')
  expect((await press(ana, question, '€10')).text).toContain('€10 = Bs.\u00a04.102,00')
  expect(captions(await ask(ana, '/convertir page_beta.usd'))).toContain('$20')
  const money = await ask(ana, '/convertir 100')
  expect(money.text).toBe(
    [
      '100 en bolívares',
      '$ Dólar oficial          34.992,72',
      '€ Euro oficial           41.020,00',
      '$ Dólar paralelo         81.240,00',
      '$ Promedio               58.116,00',
      'Último cambio hace 2 min',
    ].join('\n'),
  )
  expect(captions(money)).toEqual(['Eran €', 'Eran Bs.', 'Cobrar $100', 'Compartir'])
  expect((await press(ana, money, 'Eran Bs.')).text).toContain('Bs.\u00a0100 en dólares')
  expect((await press(ana, await ask(ana, '1.500,50'), 'Eran €')).text).toContain('€1.500,50 = Bs.')
})

test('a dot groups thousands without a word; a doubtful comma is said, with the other reading to choose', async () => {
  const obvious = await ask(ana, '/convertir 1.500 usd page_beta.usd')
  expect(obvious.text).toMatch(/^(?!.*Leí el monto)\$1\.500 = Bs\.\s1\.218\.600,00/s)
  const answer = await ask(ana, '/convertir 1,500 usd page_beta.usd')
  expect(answer.text).toContain('Leí el monto como 1,50, no como 1500.')
  expect((await press(ana, answer, 'Era 1500')).text).toBe(obvious.text)
  const byAll = await ask(ana, '1,500 usd')
  expect((await press(ana, byAll, 'Era 1500')).text).toBe((await ask(ana, '1.500 usd')).text)
})

test('a past day is converted at the price in force, which is requested once, and refused while the API is down', async () => {
  client.set(monitor('page_alpha.usd'), { '2026-01-16': '341.7425', '2026-01-20': '347.26' })
  client.set(monitor('page_beta.usd'), { '2026-01-18': '790' })
  expect((await ask(ana, '/convertir 100 usd 18-01-2026')).text).toBe(
    [
      '$100 en bolívares',
      'Precios vigentes el domingo 18 de enero de 2026',
      '$ Dólar oficial          34.174,25',
      '  precio del 16/01',
      '$ Dólar paralelo         79.000,00',
    ].join('\n'),
  )
  expect(client.state.asked).toBe(2)
  await ask(emma, '/convert 200 usd 18-01-2026')
  expect(client.state.asked).toBe(2)
  await talkAs(emma, [
    '/convert 100 usd page_alpha.usd 18-01-2026',
    'On Sunday, January 18, 2026 the price of Friday, January 16, 2026 was in force',
  ])
  await talk(
    ['/convertir 100 usd 18-01-2020', /^No tengo precios del sábado 18 de enero de 2020 ni de antes\.$/],
    ['cuanto era 50 dolares en 2020', /^No tengo precios del jueves 31 de diciembre de 2020 ni de antes\.$/],
  )
  client.state.isDown = true
  await talk(
    ['/convertir 100 usd 17-01-2019', /^El historial no responde ahora/],
    ['/convertir 100 usd', '34.992,72'],
  )
})

test('today has the price in force, and a day to come only one that is published for it', async () => {
  const coming = (day: number, more: object = {}) =>
    prices.set([
      {
        quote: quote(monitor('page_alpha.usd'), 'Dólar oficial', '352.7063', {
          lastUpdate: Date.UTC(2026, 0, day, 4),
          inForce: { price: '349.9272', lastUpdate: Date.UTC(2026, 0, 21, 4) },
          ...more,
        }),
        asOf: NOON,
      },
    ])
  const TODAY = '$100 = Bs.\u00a034.992,72'
  const COMING = '$100 = Bs.\u00a035.270,63'
  const notYet = /^El precio de ese día todavía no ha salido\. Hoy:\n\n\$100 = Bs\.\s34\.992,72/
  coming(22)
  await talk(
    ['/convertir 100 usd', /^\$100 = Bs\.\s34\.992,72[\s\S]*Mañana jueves 22: Bs\.\s35\.270,63/],
    ['/convertir 100 usd hoy', TODAY],
    ['/convertir 100 usd mañana', COMING],
    ['pago 100$ hoy o mañana', /^\$100 = Bs\.\s34\.992,72[\s\S]*Mañana jueves 22: Bs\.\s35\.270,63/],
  )
  coming(23)
  await talk(
    ['pago 100$ hoy o mañana', notYet],
    ['/convertir 100 usd mañana', notYet],
    ['/convertir 100 usd 23-01-2026', COMING],
    ['/convertir 100 usd 26-01-2026', 'viernes 23: Bs.\u00a035.270,63'],
    ['/convertir 100 usd 24 de diciembre de 2030', notYet],
  )
  coming(24, { holdsFrom: Date.UTC(2026, 0, 22, 4) })
  await talk(
    [
      '/convertir 100 usd 23-01-2026',
      'El viernes 23 de enero de 2026 regirá el precio del sábado 24 de enero de 2026',
    ],
    [
      'dolar el 31 de febrero',
      'La fecha «31 de febrero» no existe.\nPor ejemplo: /convertir 50$ el 15 de marzo',
    ],
  )
  prices.set(QUOTES.slice(2, 3).map((one) => ({ quote: one, asOf: NOON })))
  await talk([
    '/convertir 100 usd mañana',
    /^El precio de ese día todavía no ha salido\. Hoy:\n\n\$100 = Bs\.\s81\.240,00/,
  ])
})

test('the answer names the day of the price that it used', async () => {
  const price = quote(monitor('bcv.usd'), 'Dólar', '352.7063', { lastUpdate: Date.UTC(2026, 0, 22, 4) })
  const usedToday = async (more: Partial<typeof price>): Promise<string | undefined> => {
    prices.set([{ quote: { ...price, ...more }, asOf: NOON }])
    return (await ask(ana, '/convertir 100 bcv.usd hoy')).text.split('\n').at(-1)
  }
  expect(await usedToday({})).toBe('Precio del jueves 22 de enero de 2026')
  const inForce = { price: '349.9272', lastUpdate: Date.UTC(2026, 0, 21, 4) }
  expect(await usedToday({ inForce })).toBe('Precio del miércoles 21 de enero de 2026')
  expect(await usedToday({ lastUpdate: NOON - 2 * 86_400_000 })).toBe('Precio del lunes 19 de enero de 2026')
})

test('a currency listed among the dollars keeps its own name, and a euro its sign', async () => {
  const cop = quote(monitor('bcv.cop'), 'Peso colombiano', '0.2121')
  const eur = quote(monitor('bcv.eur'), 'Euro', '975.2')
  const usd = quote(monitor('bcv.usd'), 'Dólar', '850.1')
  prices.set([usd, eur, cop].map((one) => ({ quote: one, asOf: NOON })))
  await talk(
    ['/rate bcv.eur', '€1 = Bs.\u00a0975,20'],
    ['/convert 100 cop', /^COP 100 = Bs\.\s21,21\n/],
    ['/convert 100 eur', /^€100 = Bs\.\s97\.520,00\nEuro: €1/],
    ['/convert 100 bcv.eur', /^€100 = Bs\.\s97\.520,00\n/],
    ['/convert 100 usd', /^\$100 = Bs\.\s85\.010,00\n/],
    ['/convert 100 usd a eur', /^\$100 = €87,17\n/],
  )
  expect(captions(await ask(ana, '/convert cop'))).toContain('COP 10')
})

test('an unknown rate offers similar ones for the same amount', async () => {
  const near = await ask(ana, '/convertir 100 parlelo')
  expect(near.text).toBe('No conozco «parlelo». ¿Quisiste decir una de estas?')
  expect((await press(ana, near, '$ Dólar paralelo')).text).toContain('$100 = Bs.\u00a081.240,00')
})

test('the rate of a bank is said to be unknown, and the official one is offered', async () => {
  const answer = await ask(ana, 'whats the rate at banco mercantil')
  expect(answer.text).toMatch(/^No llevo la tasa propia de «mercantil»/)
  expect((await press(ana, answer, '$ Dólar oficial')).text).toContain('$1 = Bs.\u00a0349,92')
})

test('a rate that is found only by asking the API again is used', async () => {
  const [first] = prices.all()
  prices.set([])
  Object.assign(prices, { refresh: async () => prices.set(first ? [first] : []) })
  const answer = await ask(ana, '/convertir 100 page_alpha.usd')
  expect(answer.text).toContain('$100 = Bs.\u00a034.992,72')
})

test('a conversion that cannot be read is refused with an example', async () => {
  for (const [text, refusal, example = '/convertir 100 usd'] of [
    ['/convertir 0 usd', 'El monto debe ser mayor que cero.'],
    ['/convertir 100 usd 31-02-2026', 'La fecha «31-02-2026» no existe.', '/convertir 50$ el 15 de marzo'],
    ['/convertir 100 usd 200 eur', 'Veo más de un monto. Dime uno solo.'],
    ['/convertir 100 bs a bs', 'Eso ya está en la misma moneda.'],
  ] as const)
    expect((await ask(ana, text)).text).toBe(`${refusal}\nPor ejemplo: ${example}`)
})

test('in a private chat amounts, names of rates and questions for them are answered without a command', async () => {
  const card = /^Tasas en Bs\..*\n\$ Dólar oficial +349,93\n€ Euro oficial.*\n\$ Dólar paralelo +812,40\n/
  await talk(
    ['5.000 bs', 'Bs.\u00a05.000 en dólares'],
    ['100 promedio', '$100 = Bs.\u00a058.116,00'],
    ['Dólar', card],
    ['¿A cómo está el dólar hoy?', card],
    ['Hola, a cuánto está $?', card],
    ['page_beta.usd', '$1 = Bs.\u00a0812,40'],
    ['100 cop', /^No conozco «cop»\. Tengo .* Con \/tasa las ves todas\.$/],
  )
  await talkAs(emma, ['how much is 100 usd?', '$100 in bolivars'], ['5 mil', '5,000 in bolivars'])
  expect(captions(await ask(ana, 'oaralelo'))).toEqual(['$ Dólar paralelo'])
  expect(captions(await ask(ana, '100 oromedio'))).toEqual(['$ Promedio'])
})

test('in a private chat what is not understood is answered with a line and buttons, and the next time by examples', async () => {
  for (const text of ['qué pereza', 'llego en 5 min', 'al', '¿?']) {
    const hint = await ask(ana, text)
    expect(hint.text).toBe('No te entendí. Escribe un monto, como 100 usd, o una tasa, como usd.')
    expect(captions(hint)).toEqual(['Tasas', 'Convertir', 'Gráfico', 'Avisarme'])
    expect((await ask(ana, text)).text).toContain('Pregúntame como le hablas a un amigo')
  }
  for (const [caption, begin] of [
    ['Tasas', 'Tasas en Bs. · '],
    ['Convertir', '¿Cuánto quieres'],
    ['Gráfico', '¿De cuál'],
    ['Avisarme', '¿Cuándo te aviso?'],
  ] as const) {
    await restart()
    const hint = await ask(ana, 'qué pereza')
    expect((await press(ana, hint, caption)).text).toContain(begin)
  }
})

test('in a group nothing is converted but a command, a mention and a reply', async () => {
  await act('add', { ...owner, administrator: true }) // sees all that is said
  for (const text of ['100 usd', '1.500,50', 'hola', 'dolar', '100 cop'])
    expect(await ignored(owner, text)).toBe(true)
  const answer = '$100 en bolívares'
  await talkAs(owner, ['@tasa_sandbox_bot 100 usd', answer], ['/convertir 100 usd', answer])
})

test("at a rate of one's own the sum comes first, beside what it is by the main rates", async () => {
  const answer = await ask(ana, '20$ a 900')
  expect(answer.text).toMatch(
    /^\$20 = Bs\.\s18\.000,00\n\$1 = Bs\.\s900,00\n\n\$20 en bolívares\n\$ Dólar oficial +6\.998,54\n\$ Dólar paralelo /,
  )
  expect(captions(answer)).toEqual(['Copiar 18.000,00', 'Compartir'])
  expect((await ask(ana, '20 dólares a tasa euro')).text).toMatch(
    /^\$20 = Bs\.\s8\.204,00\nEuro oficial: \$1 = Bs\.\s410,20\n/,
  )
  const back = await ask(ana, '18.000 bs a 900')
  expect(back.text).toMatch(
    /^Bs\.\s18\.000 = \$20,00\n\$1 = Bs\.\s900,00\n\nBs\.\s18\.000 en dólares\n\$ Dólar oficial +\$51,44\n/,
  )
  expect(captions(back)).toEqual(['Copiar 20,00', 'Compartir'])
})

test('of a text that is not understood it says so, and what its sums come to', async () => {
  const seen = await ask(ana, 'vi 50 $ y Bs. 45.000 en la vitrina rara')
  expect(seen.text).toMatch(/^No entendí toda la pregunta/)
  expect(seen.text).toContain('$50 en bolívares')
  expect(seen.text).toMatch(/Bs\.\s45\.000 en dólares/)
  expect((await ask(ana, 'vi algo raro de 6,80 en la vitrina')).text).toContain('$6,80 en bolívares')
  expect((await ask(ana, 'vi 50 $ en la vitrina rara')).text).toContain('$50 en bolívares')
  expect((await ask(ana, 'y al paralelo')).text).toMatch(/^\$50 = /)
  // What was wanted of that sum is not known, so that nothing is added to it.
  expect((await ask(ana, 'más 40 aparte')).text).not.toContain('$90')
  // Nor is what was asked before a text with numbers that was not understood.
  await ask(ana, '84 dólares en bs')
  expect((await ask(ana, 'el tipo lleva 2 amortiguadores no 1')).text).toMatch(/^No te entendí/)
  expect((await ask(ana, 'y con el iva')).text).not.toContain('97,44')
})

test('a number that is put right asks the text before anew', async () => {
  const bill = await ask(ana, '30 champús a 4,25')
  expect(bill.text).toContain('$127,50')
  expect((await ask(ana, 'no, eran 13')).text).toContain('$55,25')
  expect((await ask(ana, 'perdón, 14')).text).toContain('$59,50')
})
