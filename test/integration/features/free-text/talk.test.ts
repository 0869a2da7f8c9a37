import { expect, test } from 'vitest'
import { daily } from '../../../../src/domain/schedule.ts'
import { ana, CHAT, captions, emma, member, useBot } from '../../bot/harness.ts'
import { monitor, quote } from '../../bot/memory.ts'

const { act, ask, chats, client, press, prices, redis, say, seen, talk, talkAs } = await useBot()

const YESTERDAY = { '2026-01-05': '338', '2026-01-19': '338', '2026-01-20': '340' }

test('a question goes on from the one before, from a command and from a button, in a private chat', async () => {
  await talk(
    ['5000 bs', 'en dólares'],
    ['y en euros?', 'Bs.\u00a05.000 = €12,19'],
    ['¿y 100?', 'Bs.\u00a0100 = €0,24'],
    ['/tasa paralelo', ''],
    ['y 50?', '$50 = Bs.\u00a040.620,00'],
    ['/convertir 20 usd', ''],
    ['¿y en euros?', '$20 = €17,06'],
    ['/cobrar 20', ''],
    ['y 50?', /^\$50,00 = Bs\.\s17\.496,36\n/],
    ['¿y en euros?', '$50 = €42,65'],
    ['100 usd', ''],
    ['y al promedio?', '$100 = Bs.\u00a058.116,00'],
    ['hola', ''],
    ['y el promedio?', 'Promedio'],
  )
  await press(ana, await ask(ana, '/convertir'), '€10')
  await talk(['y en dólares?', '€10 = $11,72'])
  await talkAs(emma, ['and in euros?', '€1 = Bs.\u00a0410.20'])
})

test('a question goes on to a past day from a command; another request ends what was asked before, thanks do not', async () => {
  client.set(monitor('page_alpha.usd'), YESTERDAY)
  await talk(
    ['/tasa oficial', ''],
    ['y ayer?', '$1 = Bs.\u00a0340,00'],
    ['/cobrar 20', ''],
    ['y ayer?', '6.800,00'],
    ['oficial el 20 de enero', ''],
    ['gracias', ''],
    ['y al oficial?', '340,00'],
    ['brecha', ''],
    ['y el oficial?', /^(?!.*340,00)/s],
    ['100 usd', ''],
    ['/brecha', ''],
    ['y al oficial?', /^(?!.*\$100)/s],
  )
})

test('an amount without its money is asked for, and the money alone answers', async () => {
  await talk(
    ['/convertir', ''],
    ['20', '20 en bolívares'],
    ['euros', '€20 = Bs.\u00a08.204,00'],
    ['euros', '€1 = Bs.\u00a0410,20'],
  )
})

test('dollars and euros are added up at the rates that have both, so that what is shown makes the total', async () => {
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
  expect(captions(sum)).toEqual(['Copiar 9.049,54', 'Compartir'])
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

test('with which price the day began is said where that is asked', async () => {
  const close = { day: '2026-01-20', price: '810' }
  prices.set(prices.all().map((one) => ({ ...one, quote: { ...one.quote, close } })))
  expect((await ask(ana, 'a cómo amaneció el paralelo')).text).toContain(
    'Dólar paralelo amaneció hoy en Bs.\u00a0810,00.\n\nDólar paralelo',
  )
  expect((await ask(ana, 'a cómo está el paralelo')).text).not.toContain('amaneció')
})

test('the monitor of a chart is told after its days', async () => {
  client.set(monitor('page_alpha.usd'), YESTERDAY)
  await talk(['100 usd', ''])
  await talk(['/historial 7d', '¿De cuál'])
  for (const chart of ['gráfico de la semana', 'grafico del mes']) {
    const both = expect.stringMatching(/^Dólar oficial: /)
    expect(await ask(ana, chart)).toMatchObject({ caption: both })
    expect(await ask(ana, 'y del oficial?')).toMatchObject({
      caption: expect.stringContaining('Dólar oficial'),
    })
  }
})

test('a command that nobody knows is read as its words', async () => {
  client.set(monitor('page_alpha.usd'), YESTERDAY)
  await talk(
    ['/paralelo', 'Dólar paralelo'],
    ['/Dolar', 'Tasas en Bs.'],
    ['/grafico', '¿De cuál'],
    ['/gráfico', '¿De cuál'],
    ['/100 usd', '$100 en bolívares'],
    ['/frobnicate', 'No conozco ese comando'],
  )
  expect(await ask(ana, '/grafico_oficial')).toMatchObject({
    caption: expect.stringContaining('Dólar oficial'),
  })
  await talkAs(emma, ['/chart', 'Which'])
})

test('what is paid later is added up, and the sum is said first', async () => {
  await talk(
    ['/cobrar 100', ''],
    ['me da 40', /^(?!.*Sumado)/s],
    ['paga 60 usd', /^Sumado a lo que ya pagó, van \$100,00\.\n\n\$100,00 = Bs\.[\s\S]*✓ Pago completo/],
  )
  await talkAs(
    emma,
    ['/charge 100', ''],
    ['pays 40 usd', ''],
    ['pays 5000 bs', /^Added to what was paid before, that makes \$40\.00 and Bs\.\s5,000\.00\.\n\n/],
  )
})

test('a conversion into a money without a price says so', async () => {
  const none = /^No tengo precio de «pesos colombianos»\. Lo que sí tengo:\n\n\$100/
  await talk(['cuanto es 100 dolares en pesos colombianos', none])
  await talkAs(emma, ['how much is 100 dollars in colombian pesos', /^I have no price of “colombian pesos”/])
})

test('an answer never waits for what is kept, and without Redis a text is read by itself', async () => {
  redis.hset = () => new Promise(() => {})
  await talk(['/convertir 20 usd', '$20 en bolívares'])
  redis.hget = () => Promise.reject(new Error('no Redis'))
  await talk(['y en euros?', '€1 = Bs.\u00a0410,20'])
})

test('in a group nothing is kept, and nothing is gone on from', async () => {
  await talkAs(
    member,
    ['/tasa usd', ''],
    ['/cobrar', ''],
    ['@tasa_sandbox_bot 5000 bs', ''],
    ['@tasa_sandbox_bot y en euros?', '€1 = Bs.\u00a0410,20'],
  )
  expect([...redis.values.keys()].filter((key) => key.startsWith('session:'))).toEqual([])
  await talk(['/tasa usd', ''])
  await expect.poll(() => [...redis.values.keys()]).toContain(`session:${CHAT} asked`)
})

test('each of several rates on a day gets its answer', async () => {
  client.set(monitor('page_alpha.usd'), { '2026-01-20': '340' })
  client.set(monitor('page_beta.usd'), { '2026-01-20': '800' })
  const { message } = await act('send', { ...ana, text: 'oficial y paralelo el 20 de enero' })
  await ask(ana, '/start')
  const answers = (await seen(ana)).filter(
    ({ message_id, from }) => message_id > message.message_id && from?.is_bot,
  )
  expect(answers.slice(0, 2).map(({ text }) => /^\$1 = Bs\.\s[\d.,]+/.exec(text ?? '')?.[0])).toEqual([
    '$1 = Bs.\u00a0340,00',
    '$1 = Bs.\u00a0800,00',
  ])
})

test('one text that names many rates and days gets six answers, and is told of the others', async () => {
  const asked = await say(ana, 'oficial y paralelo 15/1, 16/1, 17/1, 18/1, 19/1, 20/1 y mañana')
  await say(ana, '/cancelar')
  const answers = async () => (await seen(ana)).filter((one) => one.message_id > asked && one.from?.is_bot)
  await expect.poll(async () => (await answers()).at(-1)?.text, { timeout: 30_000 }).toContain('cancelar')
  expect((await answers()).slice(6).map(({ text }) => text)).toEqual([
    'Respondo hasta 6 a la vez. Pregunta aparte por las demás.',
    expect.stringContaining('cancelar'),
  ])
})

test('a question about more rates or years than a chart has room for is told so', async () => {
  const keys = ['uno', 'dos', 'tres', 'cuatro', 'cinco'].map((key) => monitor(`page_beta.${key}`))
  prices.set(keys.map((id) => ({ quote: quote(id, id.key, '800'), asOf: Date.now() })))
  for (const id of keys) client.set(id, { '2026-01-19': '790', '2026-01-20': '795' })
  const names = keys.map(({ page, key }) => `${page}.${key}`)
  expect((await ask(ana, `tasa ${names.join(', ')} ayer y antier`)).text).toContain('caben 4 tasas')
  expect((await ask(ana, `tasa ${names[0]} el 1/1/2005 y ayer`)).text).toContain('de 2 días a 10 años')
})

test('a digest is set and ended in words', async () => {
  const main = 'Lleva las tasas principales; para elegirlas: /seguir.'
  await talk([
    'resumen a las 7 de la mañana',
    `🔔 Listo. Te mando el resumen cada día a las 7:00 a. m.\n${main}`,
  ])
  expect(await chats.read(CHAT)).toMatchObject({ digest: { schedule: daily('07:00') } })
  await talk([
    'a las 9 y a la 1, de lunes a viernes',
    'Te mando el resumen de lunes a viernes a las 9:00 a. m. y a la 1:00 p. m.',
  ])
  await talk(['quitar el resumen', 'Listo: ya no te mando el resumen.'])
  expect((await chats.read(CHAT)).digest).toBeUndefined()
})

test.each([
  ['mándame el promedio todos los días a las 8', 'Listo. Te mando el resumen cada día a las 8:00 a. m.'],
  ['send me the promedio every day at 8 am', 'Done. I’ll send the digest every day at 8:00 AM.'],
])('%s: of a rate that the digest has, nothing more is told', async (text, digest) => {
  await chats.settings.setLanguage(CHAT, text.startsWith('send') ? 'en' : 'es')
  expect((await ask(ana, text)).text).toContain(digest)
  expect(await chats.read(CHAT)).toMatchObject({ digest: { schedule: daily('08:00') }, follows: [] })
})

test('a rate that the digest lacks is followed, and told at that hour', async () => {
  await ask(ana, 'seguir euro')
  const answer = await ask(ana, 'mándame el promedio todos los días a las 8')
  expect(answer.text).toContain('Listo: te aviso cuando cambie el promedio.')
  expect(answer.text.split('\n').at(-1)).toBe('Y te mando el resumen cada día a las 8:00 a. m.')
  expect(captions(answer)).toEqual(['⚙ Qué cambios', 'Dejar de seguir', 'Resumen'])
  expect((await chats.read(CHAT)).follows).toContainEqual(expect.objectContaining({ key: 'promedio' }))
})

test('an alert on a rise alone is made in words, of the dollar if nothing is named', async () => {
  await talk(
    ['avísame si sube 5%', 'Te aviso si el dólar oficial sube 5\u00a0%'],
    ['si baja 3 por ciento el paralelo', 'el dólar paralelo baja 3\u00a0%'],
  )
  expect(await chats.alerts.list(CHAT)).toMatchObject([
    { kind: 'rise', value: '5' },
    { kind: 'fall', value: '3' },
  ])
})

test('small talk is answered kindly in a private chat', async () => {
  for (const text of ['jaja', '❤️', 'ok', '👍🏽', 'bendiciones'])
    await talk([text, '😄 Aquí estoy: escribe un monto, como 20$, o una tasa, como bcv.'])
})

test('a sum is calculated before it is converted', async () => {
  await talk(
    ['/convertir 12x25+8 dólares', '$308 en bolívares'],
    ['/convertir 20$ y 5€', '$20 + €5 = Bs.\u00a09.049,54'],
    ['20 + 15 usd', '$35 en bolívares'],
    ['el 30% de 50 dolares', '$15 en bolívares'],
    ['50 dolares menos 10', '$40 en bolívares'],
    ['5 dolares menos 10', 'El monto debe ser mayor que cero.'],
  )
})

test('zelle has no rate of its own, which is said above all rates', async () => {
  const answer = await ask(ana, '¿cuánto vale el zelle?')
  expect(answer.text).toMatch(/^Zelle no tiene tasa propia: son dólares[\s\S]*Dólar oficial/)
  expect(captions(answer)).toContain('$ Dólar oficial')
  await talkAs(emma, ['how much is zelle', /^Zelle has no rate of its own/])
})

test('what is asked beside a rate is answered, and never dropped', async () => {
  await talk(
    ['mándame la tasa cada hora', '¿Cuál quieres seguir?'],
    ['¿de dónde sacas los precios?', /^Los precios vienen de: /],
    ['demasiados mensajes', '¿Cómo te escribo menos?'],
    ['cuánto cuesta el dólar en colombia', 'No te entendí'],
    ['45.000 bs por un pollo de 50$, ¿a qué tasa?', /^\$1 = Bs\.\s900,00\n\$50 son Bs\.\s45\.000,00\n/],
  )
})

test('a pause until a day is said, and ends by words or by its button', async () => {
  const paused = await ask(ana, 'pausa hasta el 30 de enero')
  expect(paused.text).toBe('🔕 Listo: no te escribo antes del viernes 30. Lo que pase te lo digo ese día.')
  expect((await chats.read(CHAT)).mutedUntil).toBe(Date.parse('2026-01-30T04:00:00Z'))
  await talk(['vuelve', 'Listo: los avisos están encendidos'])
  expect((await chats.read(CHAT)).mutedUntil).toBeUndefined()
  await press(ana, await ask(ana, 'no me escribas hasta el 30 de enero'), 'Volver a avisar')
  expect((await chats.read(CHAT)).mutedUntil).toBeUndefined()
  await ask(ana, 'no me escribas hasta el 30 de enero')
  await press(ana, await ask(ana, '/ajustes'), 'Avisos', 'Silencio', 'Sin silencio')
  expect((await chats.read(CHAT)).mutedUntil).toBeUndefined()
})
