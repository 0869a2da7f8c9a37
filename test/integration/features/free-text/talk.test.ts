import { GROUP_ID, LUIS } from 'telegram-sandbox'
import { expect, test } from 'vitest'
import { ana, CHAT, captions, emma, startBot } from '../../bot/harness.ts'
import { monitor, quote } from '../../bot/memory.ts'

const group = { user: LUIS.id, chat: GROUP_ID }

test('a question goes on from the one before, in a private chat', async () => {
  const { ask } = await startBot()
  expect((await ask(ana, '5000 bs')).text).toContain('en dólares')
  expect((await ask(ana, 'y en euros?')).text).toContain('Bs.\u00a05.000 = €12,19')
  expect((await ask(ana, '¿y 100?')).text).toContain('Bs.\u00a0100 = €0,24')
  expect((await ask(emma, 'and in euros?')).text).toContain('€1 = Bs.\u00a0410.20')
})

test('a question goes on from a command and from a button too', async () => {
  const { ask, buttonData } = await startBot()
  await ask(ana, '/tasa paralelo')
  expect((await ask(ana, 'y 50?')).text).toContain('$50 = Bs.\u00a040.620,00')
  await ask(ana, '/convertir 20 usd')
  expect((await ask(ana, '¿y en euros?')).text).toContain('$20 = €17,06')
  await ask(ana, '/cobrar 20')
  expect((await ask(ana, 'y 50?')).text).toMatch(/^\$50,00 = Bs\.\s17\.496,36\n/)
  expect((await ask(ana, '¿y en euros?')).text).toContain('$50 = €42,65')
  await buttonData(ana, await ask(ana, '/convertir'), '€10')
  expect((await ask(ana, 'y en dólares?')).text).toContain('€10 = $11,72')
})

test('a question goes on to a past day from a command', async () => {
  const { ask, client } = await startBot()
  client.set(monitor('page_alpha.usd'), { '2026-01-20': '340' })
  await ask(ana, '/tasa oficial')
  expect((await ask(ana, 'y ayer?')).text).toContain('$1 = Bs.\u00a0340,00')
  await ask(ana, '/cobrar 20')
  expect((await ask(ana, 'y ayer?')).text).toContain('6.800,00')
})

test('an amount without its money is asked for, and the money alone answers', async () => {
  const { ask } = await startBot()
  await ask(ana, '/convertir')
  expect((await ask(ana, '20')).text).toBe('¿20 de qué?')
  expect((await ask(ana, 'euros')).text).toContain('€20 = Bs.\u00a08.204,00')
  expect((await ask(ana, 'euros')).text).toContain('€1 = Bs.\u00a0410,20')
})

test('dollars and euros are added up at the rates that have both, so that what is shown makes the total', async () => {
  const { ask, prices } = await startBot()
  const sum = await ask(ana, '20$ y 5€ cuánto es')
  expect(sum.text.replaceAll('\u00a0', ' ')).toBe(
    [
      '$20 + €5 = Bs. 9.049,54',
      '$20 = Bs. 6.998,54',
      '€5 = Bs. 2.051,00',
      'Dólar oficial: $1 = Bs. 349,9272',
      'Euro oficial: €1 = Bs. 410,20',
      'hace 2 min',
    ].join('\n'),
  )
  expect(captions(sum)).toEqual(['Copiar 9.049,54'])
  expect((await ask(ana, 'y al paralelo?')).text.replaceAll('\u00a0', ' ')).toContain(
    '$20 + €5 = Bs. 18.299,00\n$20 = Bs. 16.248,00\n€5 = Bs. 2.051,00\n',
  )
  prices.set([
    ...prices.all(),
    { quote: quote(monitor('page_beta.eur', 'euro'), 'Euro paralelo', '900'), asOf: 0 },
  ])
  expect((await ask(ana, '20$ y 5€')).text.replaceAll('\u00a0', ' ')).toContain(
    [
      '$20 + €5 en bolívares',
      '$20 Dólar oficial         6.998,54',
      '€5 Euro oficial           2.051,00',
      'Total                     9.049,54',
      '$20 Dólar paralelo       16.248,00',
      '€5 Euro paralelo          4.500,00',
      'Total                    20.748,00',
    ].join('\n'),
  )
  expect((await ask(emma, '20 dollars and 5000 bs in euros')).text).toMatch(
    /^\$20 \+ Bs\.\s5,000 in euros\n\$20 Dólar oficial +€17\.06\nBs\.\s5,000 +€12\.19\nTotal +€29\.25\n/,
  )
})

test('what another program kept is no question', async () => {
  const { ask, redis } = await startBot()
  await redis.hset(`session:${CHAT}`, 'asked', '["5000 bs"]')
  expect((await ask(ana, 'y en euros?')).text).toContain('€1 = Bs.\u00a0410,20')
})

test('a rate or an amount is asked for at another price', async () => {
  const { ask } = await startBot()
  await ask(ana, '100 usd')
  expect((await ask(ana, 'y al promedio?')).text).toContain('$100 = Bs.\u00a058.116,00')
  await ask(ana, 'hola')
  expect((await ask(ana, 'y el promedio?')).text).toContain('Promedio')
})

test('with which price the day began is said where that is asked', async () => {
  const { ask, prices } = await startBot()
  const close = { day: '2026-01-20', price: '810' }
  prices.set(prices.all().map((one) => ({ ...one, quote: { ...one.quote, close } })))
  expect((await ask(ana, 'a cómo amaneció el paralelo')).text).toContain(
    'Hoy amaneció en Bs.\u00a0810,00.\n\nDólar paralelo',
  )
  expect((await ask(ana, 'a cómo está el paralelo')).text).not.toContain('amaneció')
})

test('another request ends what was asked before, thanks do not', async () => {
  const { ask, client } = await startBot()
  client.set(monitor('page_alpha.usd'), { '2026-01-20': '340' })
  await ask(ana, 'oficial el 20 de enero')
  await ask(ana, 'gracias')
  expect((await ask(ana, 'y al oficial?')).text).toContain('340,00')
  await ask(ana, 'brecha')
  expect((await ask(ana, 'y el oficial?')).text).not.toContain('340,00')
  await ask(ana, '100 usd')
  await ask(ana, '/brecha')
  expect((await ask(ana, 'y al oficial?')).text).not.toContain('$100')
})

test('the monitor of a chart is told after its days', async () => {
  const { ask, client } = await startBot()
  client.set(monitor('page_alpha.usd'), { '2026-01-19': '338', '2026-01-20': '340' })
  for (const chart of ['gráfico de la semana', '/historial 7d']) {
    expect((await ask(ana, chart)).text).toContain('¿De cuál')
    const drawn = await ask(ana, 'y del oficial?')
    expect(JSON.stringify(drawn)).toMatch(/"caption":"[^"]*Dólar oficial/)
  }
})

test('after a chart of the month whose monitor was asked for, a rate is that of its chart', async () => {
  const { ask, client } = await startBot()
  client.set(monitor('page_alpha.usd'), { '2026-01-05': '338', '2026-01-20': '340' })
  await ask(ana, '100 usd')
  expect((await ask(ana, 'grafico del mes')).text).toContain('¿De cuál')
  expect(JSON.stringify(await ask(ana, 'y del oficial?'))).toMatch(/"caption":"[^"]*Dólar oficial/)
})

test('a command that nobody knows is read as its words', async () => {
  const { ask, client } = await startBot()
  client.set(monitor('page_alpha.usd'), { '2026-01-19': '338', '2026-01-20': '340' })
  expect((await ask(ana, '/paralelo')).text).toContain('Dólar paralelo')
  expect((await ask(ana, '/Dolar')).text).toContain('$1 = Bs.')
  expect((await ask(ana, '/grafico')).text).toContain('¿De cuál')
  expect((await ask(ana, '/gráfico')).text).toContain('¿De cuál')
  expect(JSON.stringify(await ask(ana, '/grafico_oficial'))).toMatch(/"caption":"[^"]*Dólar oficial/)
  expect((await ask(ana, '/100 usd')).text).toContain('$100 en bolívares')
  expect((await ask(ana, '/frobnicate')).text).toContain('No conozco ese comando')
  expect((await ask(emma, '/chart')).text).toContain('Which')
})

test.each(['/paralelo', '/paralelo@another_bot', '/frobnicate@tasa_sandbox_bot'])(
  'in a group %s is not answered, as it may be for another bot or asks for nothing',
  async (text) => {
    const { ignored } = await startBot()
    expect(await ignored(group, text)).toBe(true)
  },
)

test('in a group an unknown command with the name of the bot is read as its words', async () => {
  const { ask } = await startBot()
  expect((await ask(group, '/paralelo@tasa_sandbox_bot')).text).toContain('Dólar paralelo')
})

test('what is paid later is added up, and the sum is said first', async () => {
  const { ask } = await startBot()
  await ask(ana, '/cobrar 100')
  expect((await ask(ana, 'me da 40')).text).not.toContain('Sumado')
  const more = (await ask(ana, 'paga 60 usd')).text
  expect(more).toMatch(/^Sumado a lo que ya pagó, van \$100,00\.\n\n\$100,00 = Bs\./)
  expect(more).toContain('✓ Pago completo')
  await ask(emma, '/charge 100')
  await ask(emma, 'pays 40 usd')
  expect((await ask(emma, 'pays 5000 bs')).text).toMatch(
    /^Added to what was paid before, that makes \$40\.00 and Bs\.\s5,000\.00\.\n\n/,
  )
})

test('a conversion into a money without a price says so', async () => {
  const { ask } = await startBot()
  const answer = await ask(ana, 'cuanto es 100 dolares en pesos colombianos')
  expect(answer.text).toMatch(/^No tengo precio de «pesos colombianos»\. Lo que sí tengo:\n\n\$100/)
  const english = await ask(emma, 'how much is 100 dollars in colombian pesos')
  expect(english.text).toMatch(/^I have no price of “colombian pesos”/)
})

test('an answer never waits for what is kept, and without Redis a text is read by itself', async () => {
  const { ask, redis } = await startBot()
  redis.hset = () => new Promise(() => {})
  expect((await ask(ana, '/convertir 20 usd')).text).toContain('$20 en bolívares')
  redis.hget = () => Promise.reject(new Error('no Redis'))
  expect((await ask(ana, 'y en euros?')).text).toContain('€1 = Bs.\u00a0410,20')
})

test('in a group nothing is kept, and nothing is gone on from', async () => {
  const { ask, redis } = await startBot()
  await ask(group, '/tasa usd')
  await ask(group, '/cobrar')
  await ask(group, '@tasa_sandbox_bot 5000 bs')
  expect((await ask(group, '@tasa_sandbox_bot y en euros?')).text).toContain('€1 = Bs.\u00a0410,20')
  expect([...redis.values.keys()].filter((key) => key.startsWith('session:'))).toEqual([])
  await ask(ana, '/tasa usd')
  await expect.poll(() => [...redis.values.keys()]).toContain(`session:${CHAT} asked`)
})

test('each of several rates on a day gets its answer', async () => {
  const { act, ask, seen, client } = await startBot()
  client.set(monitor('page_alpha.usd'), { '2026-01-20': '340' })
  client.set(monitor('page_beta.usd'), { '2026-01-20': '800' })
  const { message } = await act('send', { ...ana, text: 'oficial y paralelo el 20 de enero' })
  await ask(ana, '/start')
  const answers = (await seen(ana)).filter(
    ({ message_id, from }) => message_id > message.message_id && from.is_bot,
  )
  expect(answers.slice(0, 2).map(({ text }) => /^\$1 = Bs\.\s[\d.,]+/.exec(text ?? '')?.[0])).toEqual([
    '$1 = Bs.\u00a0340,00',
    '$1 = Bs.\u00a0800,00',
  ])
})

test('one text that names many rates and days gets six answers, and is told of the others', async () => {
  const { say, seen } = await startBot()
  const asked = await say(ana, 'oficial y paralelo 15/1, 16/1, 17/1, 18/1, 19/1, 20/1 y mañana')
  await say(ana, '/cancelar')
  const answers = async () => (await seen(ana)).filter((one) => one.message_id > asked && one.from.is_bot)
  await expect.poll(async () => (await answers()).at(-1)?.text, { timeout: 30_000 }).toContain('cancelar')
  expect((await answers()).slice(6).map(({ text }) => text)).toEqual([
    'Respondo hasta 6 a la vez. Pregunta aparte por las demás.',
    expect.stringContaining('cancelar'),
  ])
})

test('a question about more rates or years than a chart has room for is told so', async () => {
  const { ask, prices, client } = await startBot()
  const keys = ['uno', 'dos', 'tres', 'cuatro', 'cinco'].map((key) => monitor(`page_beta.${key}`))
  prices.set(keys.map((id) => ({ quote: quote(id, id.key, '800'), asOf: Date.now() })))
  for (const id of keys) client.set(id, { '2026-01-19': '790', '2026-01-20': '795' })
  const names = keys.map(({ page, key }) => `${page}.${key}`)
  expect((await ask(ana, `tasa ${names.join(', ')} ayer y antier`)).text).toContain('caben 4 tasas')
  expect((await ask(ana, `tasa ${names[0]} el 1/1/2005 y ayer`)).text).toContain('de 2 días a 10 años')
})

test('a digest is set and ended in words', async () => {
  const { ask, chats } = await startBot()
  expect((await ask(ana, 'resumen a las 7 de la mañana')).text).toBe(
    '🔔 Listo. Cada día a las 7:00 a. m. te mando el resumen de las tasas que sigues.\n' +
      'Todavía no sigues ninguna: empieza con /seguir.',
  )
  expect(await chats.read(CHAT)).toMatchObject({ digest: { at: '07:00' } })
  expect((await ask(ana, 'quitar el resumen')).text).toBe('Listo: ya no te mando el resumen.')
  expect((await chats.read(CHAT)).digest).toBeUndefined()
})

test.each([
  [
    'mándame el promedio todos los días a las 8',
    'Listo: te aviso cuando cambie el promedio.',
    'Y cada día a las 8:00 a. m. te mando el resumen de las tasas que sigues.',
    ['⚙ Qué cambios', 'Dejar de seguir', 'Resumen diario'],
  ],
  [
    'send me the promedio every day at 8 am',
    'Done: I’ll tell you when Promedio changes.',
    'And every day at 8:00 AM I’ll send the digest of the rates you follow.',
    ['⚙ Which changes', 'Unfollow', 'Daily digest'],
  ],
])(
  '%s: one message says that it is followed, and told at that hour',
  async (text, follow, digest, buttons) => {
    const { act, chats, ask, seen } = await startBot()
    await chats.settings.setLanguage(CHAT, text.startsWith('send') ? 'en' : 'es')
    const { message } = await act('send', { ...ana, text })
    await ask(ana, '/start')
    const [answer, ...others] = (await seen(ana)).filter(
      ({ message_id, from }) => message_id > message.message_id && from.is_bot,
    )
    expect(others).toHaveLength(1)
    expect(answer?.text).toContain(follow)
    expect(answer?.text.split('\n').at(-1)).toBe(digest)
    expect(answer && captions(answer)).toEqual(buttons)
    expect(await chats.read(CHAT)).toMatchObject({ digest: { at: '08:00' }, follows: [{ key: 'promedio' }] })
  },
)

test('an alert on a rise alone is made in words, of the dollar if nothing is named', async () => {
  const { ask, chats } = await startBot()
  expect((await ask(ana, 'avísame si sube 5%')).text).toContain('Te aviso si el dólar oficial sube 5\u00a0%')
  expect((await ask(ana, 'si baja 3 por ciento el paralelo')).text).toContain(
    'el dólar paralelo baja 3\u00a0%',
  )
  expect(await chats.alerts.list(CHAT)).toMatchObject([
    { kind: 'rise', value: '5' },
    { kind: 'fall', value: '3' },
  ])
})

test.each(['jaja', '❤️', 'ok', '👍🏽', 'bendiciones'])(
  '%j is answered kindly in a private chat',
  async (text) => {
    const { ask } = await startBot()
    expect((await ask(ana, text)).text).toBe(
      '😄 Aquí estoy: escribe un monto, como 20$, o una tasa, como bcv.',
    )
  },
)

test.each([
  ['/convertir 12x25+8 dólares', '$308 en bolívares'],
  ['/convertir 20 + 15 usd', '$35 en bolívares'],
  ['/convertir 20$ y 5€', '$20 + €5 = Bs.\u00a09.049,54'],
  ['20 + 15 usd', '$35 en bolívares'],
  ['12x25+8 dólares', '$308 en bolívares'],
  ['el 30% de 50 dolares', '$15 en bolívares'],
  ['50 dolares menos 10', '$40 en bolívares'],
  ['5 dolares menos 10', 'El monto debe ser mayor que cero.'],
])('%j is calculated before it is converted', async (text, answer) => {
  const { ask } = await startBot()
  expect((await ask(ana, text)).text).toContain(answer)
})

test('zelle has no rate of its own, which is said above all rates', async () => {
  const { ask } = await startBot()
  const answer = await ask(ana, '¿cuánto vale el zelle?')
  expect(answer.text).toMatch(/^Zelle no tiene tasa propia: son dólares/)
  expect(answer.text).toContain('Dólar oficial')
  expect(captions(answer)).toContain('$ Dólar oficial')
  expect((await ask(emma, 'how much is zelle')).text).toMatch(/^Zelle has no rate of its own/)
})

test('a past year without prices is said to have none', async () => {
  const { ask } = await startBot()
  expect((await ask(ana, 'cuanto era 50 dolares en 2020')).text).toMatch(
    /^No tengo precios del jueves 31 de diciembre de 2020 ni de antes\.$/,
  )
})
