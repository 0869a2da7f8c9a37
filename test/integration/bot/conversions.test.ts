import { ANA, GROUP_ID } from 'telegram-sandbox'
import { expect, test } from 'vitest'
import { ana, captions, emma, startBot } from './harness.ts'
import { monitor, NOON, QUOTES, quote } from './memory.ts'

const group = { user: ANA.id, chat: GROUP_ID }

test('a conversion shows official and parallel together, with buttons that copy the number', async () => {
  const { ask } = await startBot()
  const answer = await ask(ana, '/convertir 100 usd')
  expect(answer.text).toBe(
    [
      '$100 en bolívares',
      '$ Dólar oficial          34.992,72',
      '$ Dólar paralelo         81.240,00',
      'Último cambio hace 2 min',
    ].join('\n'),
  )
  expect(answer.reply_markup?.inline_keyboard[0]).toEqual([
    { text: 'Copiar 34.992,72', copy_text: { text: '34992,72' } },
    { text: 'Copiar 81.240,00', copy_text: { text: '81240,00' } },
  ])
})

test('buttons show one monitor, turn the conversion round below it and compare again', async () => {
  const { ask, buttonData } = await startBot()
  const both = await ask(ana, '/convert 100 usd')
  const one = (await buttonData(ana, both, '$ Dólar paralelo')).message
  expect(one.text).toBe('$100 = Bs.\u00a081.240,00\nDólar paralelo: $1 = Bs.\u00a0812,40\nhace 2 min')
  const turned = (await buttonData(ana, one, '⇄ Bs.\u00a0100 → $')).message
  expect(turned.text).toBe(
    '$100 = Bs.\u00a081.240,00\nDólar paralelo: $1 = Bs.\u00a0812,40\nhace 2 min\nSi eran Bs.\u00a0100: $0,12',
  )
  expect(captions(turned).filter((caption) => caption.includes('⇄'))).toEqual([])
  const again = (await buttonData(ana, turned, 'Comparar todas')).message
  expect(again.text).toContain('$100 en bolívares\n')
  expect(again.text).toContain('Si eran Bs.\u00a0100:\n$ Dólar oficial')
  expect(again.message_id).toBe(both.message_id)
})

test('without arguments it asks, with amounts to tap', async () => {
  const { ask, buttonData } = await startBot()
  const question = await ask(ana, '/convertir')
  expect(question.text).toMatch(/^¿Cuánto quieres convertir\?/)
  expect(captions(question)).toContain('Bs.\u00a01.000')
  expect((await buttonData(ana, question, '€10')).message.text).toContain('€10 = Bs.\u00a04.102,00')
})

test('an amount without a currency is answered with a button for each currency', async () => {
  const { ask, buttonData } = await startBot()
  const question = await ask(ana, '/convertir 100')
  expect(question.text).toBe('¿100 de qué?')
  expect(captions(question)).toEqual(['$100', '€100', 'Bs.\u00a0100', 'Cobrar $100'])
  expect((await buttonData(ana, question, 'Bs.\u00a0100')).message.text).toContain('Bs.\u00a0100 en dólares')
  expect(captions(await ask(ana, '/convertir page_beta.usd'))).toContain('$20')
})

test('a dot groups thousands without a word; a doubtful comma is said, with the other reading to choose', async () => {
  const { ask, buttonData } = await startBot()
  const obvious = await ask(ana, '/convertir 1.500 usd page_beta.usd')
  expect(obvious.text).toContain('$1.500 = Bs.\u00a01.218.600,00')
  expect(obvious.text).not.toContain('Leí el monto')
  const answer = await ask(ana, '/convertir 1,500 usd page_beta.usd')
  expect(answer.text).toContain('Leí el monto como 1,50, no como 1500.')
  const other = (await buttonData(ana, answer, 'Era 1500')).message
  expect(other.text).toContain('$1.500 = Bs.\u00a01.218.600,00')
  expect(other.text).not.toContain('Leí el monto')
})

test('a past day is converted at the price in force, which is requested once', async () => {
  const { ask, client } = await startBot()
  client.set(monitor('page_alpha.usd'), { '2026-01-16': '341.7425', '2026-01-20': '347.26' })
  client.set(monitor('page_beta.usd'), { '2026-01-18': '790' })
  const sunday = await ask(ana, '/convertir 100 usd 18-01-2026')
  expect(sunday.text).toBe(
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
  const one = await ask(emma, '/convert 100 usd page_alpha.usd 18-01-2026')
  expect(one.text).toContain('On Sunday, January 18, 2026 the price of Friday, January 16, 2026 was in force')
  expect((await ask(ana, '/convertir 100 usd 18-01-2020')).text).toBe(
    'No tengo precios del sábado 18 de enero de 2020 ni de antes.',
  )
})

test('a past day is refused while the API is down, and today is answered', async () => {
  const { ask, client } = await startBot()
  client.state.isDown = true
  expect((await ask(ana, '/convertir 100 usd 18-01-2026')).text).toMatch(/^El historial no responde ahora/)
  expect((await ask(ana, '/convertir 100 usd')).text).toContain('34.992,72')
})

test('today has the price in force, and a day to come only one that is published for it', async () => {
  const { ask, prices } = await startBot()
  const coming = quote(monitor('page_alpha.usd'), 'Dólar oficial', '352.7063', {
    lastUpdate: Date.UTC(2026, 0, 22, 4),
    inForce: { price: '349.9272', lastUpdate: Date.UTC(2026, 0, 21, 4) },
  })
  prices.set([{ quote: coming, asOf: NOON }])
  const answer = await ask(ana, '/convertir 100 usd')
  expect(answer.text).toContain('$100 = Bs.\u00a034.992,72')
  expect(answer.text).toContain('Mañana jueves 22: Bs.\u00a035.270,63')
  expect((await ask(ana, '/convertir 100 usd hoy')).text).toContain('$100 = Bs.\u00a034.992,72')
  expect((await ask(ana, '/convertir 100 usd mañana')).text).toContain('$100 = Bs.\u00a035.270,63')
  prices.set([{ quote: { ...coming, lastUpdate: Date.UTC(2026, 0, 23, 4) }, asOf: NOON }])
  expect((await ask(ana, '/convertir 100 usd mañana')).text).toMatch(
    /^Esa fecha no ha llegado\. Hoy:\n\n\$100 = Bs\.\u00a034\.992,72/,
  )
  expect((await ask(ana, '/convertir 100 usd 23-01-2026')).text).toContain('$100 = Bs.\u00a035.270,63')
  const tooEarly = (await ask(ana, '/convertir 100 usd 26-01-2026')).text
  expect(tooEarly).toContain('$100 = Bs.\u00a034.992,72')
  expect(tooEarly).toContain('viernes 23: Bs.\u00a035.270,63')
  for (const text of ['24 de diciembre de 2030', '24-01-2026'])
    expect((await ask(ana, `dolar el ${text}`)).text).toMatch(/^Esa fecha no ha llegado\. Hoy:/)
  prices.set([
    {
      quote: { ...coming, lastUpdate: Date.UTC(2026, 0, 24, 4), holdsFrom: Date.UTC(2026, 0, 22, 4) },
      asOf: NOON,
    },
  ])
  const ahead = await ask(ana, '/convertir 100 usd 23-01-2026')
  expect(ahead.text).toContain(
    'El viernes 23 de enero de 2026 regirá el precio del sábado 24 de enero de 2026',
  )
  const bad = await ask(ana, 'dolar el 31 de febrero')
  expect(bad.text).toBe('La fecha «31 de febrero» no existe.\nPor ejemplo: /convertir 100 usd 15-03-2026')
  prices.set([{ quote: QUOTES[2] ?? coming, asOf: NOON }])
  expect((await ask(ana, '/convertir 100 usd mañana')).text).toMatch(
    /^Esa fecha no ha llegado\. Hoy:\n\n\$100 = Bs\.\u00a081\.240,00/,
  )
})

test('the answer names the day of the price that it used', async () => {
  const { ask, prices } = await startBot()
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
  const { ask, prices } = await startBot()
  const cop = quote(monitor('bcv.cop'), 'Peso colombiano', '0.2121')
  const eur = quote(monitor('bcv.eur'), 'Euro', '975.2')
  const usd = quote(monitor('bcv.usd'), 'Dólar', '850.1')
  prices.set([usd, eur, cop].map((one) => ({ quote: one, asOf: NOON })))
  expect((await ask(ana, '/rate bcv.eur')).text).toContain('€1 = Bs.\u00a0975,20')
  expect((await ask(ana, '/convert 100 cop')).text).toMatch(/^COP 100 = Bs\.\u00a021,21\n/)
  expect((await ask(ana, '/convert 100 eur')).text).toMatch(/^€100 = Bs\.\u00a097\.520,00\nEuro: €1/)
  expect((await ask(ana, '/convert 100 bcv.eur')).text).toMatch(/^€100 = Bs\.\u00a097\.520,00\n/)
  expect((await ask(ana, '/convert 100 usd')).text).toMatch(/^\$100 = Bs\.\u00a085\.010,00\n/)
  expect((await ask(ana, '/convert 100 usd a eur')).text).toMatch(/^\$100 = €87,17\n/)
  expect(captions(await ask(ana, '/convert cop'))).toContain('COP 10')
})

test('an unknown rate offers similar ones for the same amount', async () => {
  const { ask, buttonData } = await startBot()
  const near = await ask(ana, '/convertir 100 parlelo')
  expect(near.text).toBe('No conozco «parlelo». ¿Quisiste decir una de estas?')
  expect((await buttonData(ana, near, '$ Dólar paralelo')).message.text).toContain(
    '$100 = Bs.\u00a081.240,00',
  )
})

test('a rate that is found only by asking the API again is used', async () => {
  const { ask, prices } = await startBot()
  const [first, ...others] = prices.all()
  prices.set(others)
  Object.assign(prices, { refresh: async () => prices.set([...(first ? [first] : []), ...others]) })
  expect((await ask(ana, '/convertir 100 page_alpha.usd')).text).toContain('$100 = Bs.\u00a034.992,72')
})

test('a conversion by the only monitor has no button to compare', async () => {
  const { ask, prices } = await startBot()
  prices.set(prices.all().slice(0, 1))
  expect(captions(await ask(ana, '/convertir 100 usd'))).toEqual(['Copiar 34.992,72', '⇄ Bs.\u00a0100 → $'])
})

const REFUSED = [
  ['/convertir 0 usd', 'El monto debe ser mayor que cero.'],
  ['/convertir 100 usd 31-02-2026', 'La fecha «31-02-2026» no existe.', '/convertir 100 usd 15-03-2026'],
  ['/convertir 100 usd 200 eur', 'Veo más de un monto. Dime uno solo.'],
  ['/convertir 100 bs a bs', 'Eso ya está en la misma moneda.'],
] as const

test('a conversion that cannot be read is refused with an example', async () => {
  const { ask } = await startBot()
  for (const [text, refusal, example = '/convertir 100 usd'] of REFUSED)
    expect((await ask(ana, text)).text).toBe(`${refusal}\nPor ejemplo: ${example}`)
})

test('in a private chat a message that is a conversion is answered', async () => {
  const { ask } = await startBot()
  expect((await ask(ana, '5.000 bs')).text).toContain('Bs.\u00a05.000 en dólares')
  expect((await ask(emma, 'how much is 100 usd?')).text).toContain('$100 in bolivars')
  expect((await ask(ana, '100 promedio')).text).toContain('$100 = Bs.\u00a058.116,00')
})

test('in a private chat what is not understood is answered with a line and buttons that work', async () => {
  const { ask, buttonData } = await startBot()
  for (const text of ['qué pereza', 'llego en 5 min', 'te debo 100$', 'al', '¿?']) {
    const hint = await ask(ana, text)
    expect(hint.text).toBe('No te entendí. Escribe un monto, como 100 usd, o una tasa, como usd.')
    expect(captions(hint)).toEqual(['Tasas', 'Convertir', 'Gráfico', 'Avisarme'])
  }
  const begins = {
    Tasas: 'Tasas en Bs. · ',
    Convertir: '¿Cuánto quieres',
    Gráfico: '¿De cuál',
    Avisarme: '🔔 ¿Qué quieres',
  }
  for (const [caption, begin] of Object.entries(begins)) {
    const { message } = await buttonData(ana, await ask(ana, 'qué pereza'), caption)
    expect(message.text).toContain(begin)
  }
})

test('in a private chat an amount alone is answered with a button for each currency', async () => {
  const { ask, buttonData } = await startBot()
  const question = await ask(ana, '1.500,50')
  expect(question.text).toBe('¿1.500,50 de qué?')
  expect((await buttonData(ana, question, '$1.500,50')).message.text).toContain('$1.500,50 en bolívares')
  expect((await ask(emma, '5 mil')).text).toBe('5,000 of what?')
})

test('in a private chat the name of a rate, or a question for it, shows it, and one that is near offers it', async () => {
  const { ask } = await startBot()
  for (const text of [
    'Dólar',
    '¿A cómo está el dólar hoy?',
    'how much is the dollar',
    'Hola, a cuánto está $?',
  ])
    expect((await ask(ana, text)).text).toContain('Dólar oficial\n$1 = Bs.\u00a0349,93')
  expect((await ask(ana, 'page_beta.usd')).text).toContain('$1 = Bs.\u00a0812,40')
  expect(captions(await ask(ana, 'oaralelo'))).toEqual(['$ Dólar paralelo'])
  expect((await ask(ana, '100 cop')).text).toBe('No conozco «cop». Con /tasa las ves todas.')
  expect(captions(await ask(ana, '100 oromedio'))).toEqual(['$ Promedio'])
})

test('in a group nothing is converted but a command, a mention and a reply', async () => {
  const { ask, act, ignored } = await startBot()
  await act('add', { ...group, administrator: true }) // sees all that is said
  for (const text of ['100 usd', '1.500,50', 'hola', 'dolar', '100 cop'])
    expect(await ignored(group, text)).toBe(true)
  expect((await ask(group, '@tasa_sandbox_bot 100 usd')).text).toContain('$100 en bolívares')
  expect((await ask(group, '/convertir 100 usd')).text).toContain('$100 en bolívares')
})
