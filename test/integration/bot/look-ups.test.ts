import { EMMA, LUIS } from 'telegram-sandbox'
import { expect, test } from 'vitest'
import { wordsIn } from '../../../src/words/words.ts'
import { ana, captions, emma, member, owner, useBot } from './harness.ts'
import { monitor, NOON, QUOTES, quote } from './memory.ts'

const { ask, buttonData, chats, client, ignored, limiter, press, prices, see, seen, talk, talkAs } =
  await useBot()

test('/start greets with the main rates and their gap, with four keys that say what they are called', async () => {
  const welcome = await ask(ana, '/start')
  expect(welcome.text).toBe(
    [
      'Hola. Te digo a cuánto están el dólar y el euro en Venezuela.',
      '$ Dólar oficial             349,93',
      '€ Euro oficial              410,20',
      '$ Dólar paralelo            812,40',
      '$ Promedio                  581,16',
      'Brecha                    132,16\u00a0%',
      'Escribe un monto, como 100 usd, y lo convierto.',
    ].join('\n'),
  )
  expect(captions(welcome)).toEqual(['Tasas', 'Cobrar', 'Gráfico', 'Avisarme', 'Ocultar teclas'])
  for (const [key, answer] of [
    ['Tasas', 'Tasas en Bs.'],
    ['Cobrar', '¿Cuánto cobras?'],
    ['Avisarme', 'Todavía no tienes avisos. ¿Cuándo te aviso?'],
  ] as const)
    expect((await ask(ana, key)).text).toContain(answer)
  const ways = await ask(ana, 'Avisarme')
  expect((await press(ana, ways, 'Cuando llegue a un precio')).text).toContain('🔔 ¿De qué te aviso?')
  expect((await ask(ana, 'Ocultar teclas')).keyboard).toEqual({ remove_keyboard: true })
  const inGroup = await ask(member, '/start@tasa_sandbox_bot')
  expect(captions(inGroup)).toEqual(['Todas las tasas', 'Convertir', 'Gráfico', 'Avisarme'])
})

test('/rate without arguments shows the main rates and the gap, those that the chat prefers first', async () => {
  const all = await ask(ana, '/tasa')
  expect(all.text).toBe(
    [
      'Tasas en Bs. · a las 12:00 p. m.',
      '$ Dólar oficial             349,93',
      '€ Euro oficial              410,20',
      '$ Dólar paralelo            812,40',
      '$ Promedio                  581,16',
      'Brecha                    132,16\u00a0%',
    ].join('\n'),
  )
  expect(captions(all)).toEqual(['$ Dólar oficial', '$ Dólar paralelo', '↻ Actualizar', 'Compartir'])
  await chats.settings.setDefaults(String(EMMA.id), [monitor('page_beta.promedio'), monitor('page_old.gone')])
  const own = await ask(emma, '/rate')
  expect(captions(own)[0]).toBe('$ Promedio')
  expect(own.text).toMatch(/^Rates.*\n\$ Promedio .*\n\$ Dólar oficial/)
})

test('of many rates official, parallel and USDT come first, and the rest is behind a button whose list is paged', async () => {
  const more = Array.from({ length: 12 }, (_, at) => quote(monitor(`page_gamma.m${at}`), `Otro ${at}`, '900'))
  const usdt = quote(monitor('page_delta.usdt'), 'USDT', '950')
  prices.set([...QUOTES, ...more, usdt].map((one) => ({ quote: one, asOf: NOON })))
  const all = await ask(ana, '/tasa')
  expect(all.text).toMatch(/^(?!.*(?:Otro|Promedio)).*USDT/s)
  expect(captions(all).length).toBeLessThanOrEqual(6)
  const others = await press(ana, all, 'Otras tasas ›')
  expect(others.text).toContain('Otro 11')
  const pageFrom = (first: number) => [
    ...[0, 1, 2, 3].map((at) => `$ Otro ${first + at}`),
    'Más ›',
    '‹ Tasas',
  ]
  expect(captions(others)).toEqual(['$ Promedio', ...pageFrom(0).toSpliced(3, 1)])
  const second = await press(ana, others, 'Más ›')
  expect([second.text, captions(second)]).toEqual([others.text, pageFrom(3)])
  expect(captions(await press(ana, second, 'Más ›', 'Más ›', 'Más ›'))).toEqual(captions(others))
  expect((await press(ana, others, '‹ Tasas')).text).toBe(all.text)
})

test('a bare key is the first monitor in page order, and the others are offered', async () => {
  const card = await ask(ana, '/rate USD')
  expect(card.text).toMatch(/^(?!.*page_alpha)Dólar oficial\n\$1 = Bs\.\s349,93/s)
  expect(captions(card)[0]).toBe('$ Dólar paralelo')
  expect((await press(ana, card, '$ Dólar paralelo')).text).toContain('$1 = Bs.\u00a0812,40')
})

test('the sources of a median are one tap away, and a single source has no button', async () => {
  const setSources = (...sources: string[]) =>
    prices.set([{ quote: quote(monitor('page_beta.usd'), 'Dólar', '812.4', { sources }), asOf: NOON }])
  setSources('BCV', 'DolarApi', 'Al Cambio')
  const card = await ask(ana, '/tasa usd')
  expect(card.text).toContain('\nMediana de 3 fuentes')
  expect((await buttonData(ana, card, 'Fuentes')).answer).toMatchObject({
    text: 'Mediana de 3 fuentes\n• BCV\n• DolarApi\n• Al Cambio',
    show_alert: true,
  })
  setSources('BCV')
  expect((await buttonData(ana, card, 'Fuentes')).answer).toMatchObject({ text: 'Fuente: BCV' })
  const single = await ask(ana, '/tasa usd')
  expect(single.text).toContain('\nFuente: BCV')
  expect(captions(single)).not.toContain('Fuentes')
})

test('page.key names exactly one, in capitals too, and a key may have dots', async () => {
  const card = await ask(ana, '/RATE   Page_Beta.USD ')
  expect(card.text).toContain('$1 = Bs.\u00a0812,40')
  expect(captions(card)).toEqual(['↻ Actualizar', 'Gráfico', 'Seguir', 'Compartir', 'Todas las tasas'])
  const dotted = { page: 'page_alpha', currency: 'dollar', key: 'b.i.d' } as const
  const offered = { quote: quote(dotted, 'Interbancario', '351'), asOf: NOON }
  Object.assign(prices, { refresh: async () => prices.set([offered]) })
  expect((await ask(ana, '/rate b.i.d')).text).toContain('$1 = Bs.\u00a0351,00')
  const found = await ask(ana, '/rate page_alpha.b.i.d')
  expect((await press(ana, found, 'Seguir')).text).toContain('Interbancario')
})

test('no name is called unknown before the first price is known', async () => {
  prices.set([])
  const noPrices = (await ask(ana, '/rate')).text
  expect(noPrices).toMatch(/^Todavía no tengo precios/)
  for (const line of [
    ...['/rate usd', '/follow usd', '/history usd', '/changes usd', '/gap', '/gap usd eur'],
    ...['/convert 100 paralelo', '/alerts usd > 900', '/unfollow usd'],
  ])
    await talk([line, noPrices])
})

test('an unknown name offers similar ones', async () => {
  const near = await ask(ana, '/tasa parlelo')
  expect(near.text).toBe('No conozco «parlelo». ¿Quisiste decir una de estas?')
  expect(captions(near)).toEqual(['$ Dólar paralelo'])
  expect((await ask(ana, '/tasa <b>&')).text).toBe(
    'No conozco «<b>&». Tengo Dólar oficial, Euro oficial, Dólar paralelo y Promedio. Con /tasa las ves todas.',
  )
})

test("answers and /help are in the language of the person's Telegram, and count in the rate that all senders share", async () => {
  await talkAs(emma, ['/rate eur', '2 min ago'])
  await talk(['/rate eur', 'hace 2 min'])
  expect(limiter.state.spent).toBe(2)
  await talkAs(emma, ['/help', 'Ask me as you would ask a friend'])
  await talk(['/help', 'Pregúntame como le hablas a un amigo'])
})

test('a command for another bot is ignored; an unknown one is answered in a private chat, and in a group if it names the bot and a rate', async () => {
  await talk(
    ['/frobnicate', /^No conozco ese comando\. Con \/ayuda ves los que hay\.$/],
    ['/rate@Tasa_Sandbox_Bot usd', 'Bs.\u00a0349,93'],
  )
  for (const place of [ana, owner]) expect(await ignored(place, '/rate@another_bot usd')).toBe(true)
  for (const text of ['/frobnicate', '/paralelo', '/paralelo@another_bot', '/frobnicate@tasa_sandbox_bot'])
    expect(await ignored(owner, text), text).toBe(true)
  await talkAs(owner, ['/paralelo@tasa_sandbox_bot', 'Dólar paralelo'])
})

test('a refresh shows the newest price of the API, and says in a notice where nothing changed', async () => {
  const card = await ask(ana, '/rate usd')
  const same = await buttonData(ana, card, '↻ Actualizar')
  expect(same.answer).toEqual({ answered: true, text: 'Sin cambios', show_alert: false })
  expect((await seen(ana)).at(-1)).toEqual(card)
  const news = quote(monitor('page_alpha.usd'), 'Dólar oficial', '350.5', { priceOld: '349.9272' })
  prices.refresh = async () => prices.set([{ quote: news, asOf: NOON }, ...prices.all().slice(1)])
  const { answer, message } = await buttonData(ana, card, '↻ Actualizar')
  expect([answer.text, captions(message)]).toEqual([undefined, captions(card)])
  expect(message.text).toContain('350,50')
  const again = await buttonData(ana, message, '↻ Actualizar')
  expect([again.answer.text, captions(again.message)]).toEqual(['Sin cambios', captions(card)])
  expect((await press(ana, await ask(ana, '/rate'), '↻ Actualizar')).text).toContain('350,50 +0,16\u00a0%')
  const other = await press(ana, message, '$ Dólar paralelo', '↻ Actualizar')
  expect(captions(other)[0]).toBe('↻ Actualizar')
})

test('a word for dollars is the main rates, and a word of a title with it one of them', async () => {
  const main = (await ask(ana, '/tasa')).text
  for (const word of ['dólar', 'dolar', 'dólares', '$', 'DOLLAR', 'verde'])
    expect((await ask(ana, `/tasa ${word}`)).text).toBe(main)
  await talk(['/tasa oficial usd', 'Dólar oficial\n$1 = Bs.\u00a0349,93'], ['/tasa usd', 'Dólar oficial\n'])
})

test('a page is shown by its key and by its name', async () => {
  prices.set(
    prices.all().map((seen) => {
      const isBeta = seen.quote.monitor.page === 'page_beta'
      return isBeta ? { ...seen, quote: { ...seen.quote, source: 'Promedio paralelo' } } : seen
    }),
  )
  const page = await ask(ana, '/tasa page_beta')
  expect(page.text).toMatch(
    /^Tasas en Bs\. · a las 12:00 p\. m\.\nPROMEDIO PARALELO .*\n\$ Dólar paralelo .*\n\$ Promedio /,
  )
  expect((await ask(ana, '/tasa Promedio Paralelo')).text).toBe(page.text)
  expect(captions(page)).toEqual(['$ Dólar paralelo', '$ Promedio', 'Todas las tasas'])
  expect((await press(ana, page, 'Todas las tasas')).text).toContain('Dólar oficial')
})

test('menus are set in Spanish and English, and that of group members has no commands for administrators', async () => {
  await ask(ana, '/help')
  const menuOf = async (user: number, chat: number): Promise<Record<string, string>> => {
    const { chats } = await see(`chats?user=${user}`)
    const commands = chats.find(({ id }) => id === chat)?.commands ?? []
    const entries = commands as { command: string; description: string }[]
    return Object.fromEntries(entries.map(({ command, description }) => [command, description]))
  }
  const ofOwner = await menuOf(owner.user, owner.chat)
  expect([ofOwner.tasa, ofOwner.fijar]).toEqual([expect.any(String), expect.any(String)])
  const ofMember = await menuOf(LUIS.id, member.chat)
  expect([ofMember.tasa, ofMember.fijar]).toEqual([expect.any(String), undefined])
  expect((await menuOf(emma.user, emma.chat)).rate).toBe('What it costs: /rate or /rate usd')
  expect((await menuOf(ana.user, ana.chat)).tasa).toBe('A cuánto está: /tasa o /tasa usd')
})

test('/brecha compares the first two pages, with the range of 30 days asked for once', async () => {
  client.set(monitor('page_alpha.usd'), { '2026-01-12': '300', '2026-01-19': '345' })
  client.set(monitor('page_beta.usd'), { '2026-01-11': '720', '2026-01-15': '800' })
  const gap = await ask(ana, '/brecha')
  expect(gap.text).toBe(
    [
      'Brecha: 132,16\u00a0%',
      'El dólar paralelo está 132,16\u00a0% más caro que el dólar oficial',
      '$ Dólar oficial             349,93',
      '$ Dólar paralelo            812,40',
      'Diferencia en Bs.           462,47',
      '',
      'Últimos 30 días',
      'Mínima el 20/01           131,88\u00a0%',
      'Máxima el 18/01           166,67\u00a0%',
    ].join('\n'),
  )
  const news = [...QUOTES.slice(0, 2), quote(monitor('page_beta.usd'), 'Dólar paralelo', '820')]
  prices.set(news.map((one) => ({ quote: one, asOf: NOON })))
  const { message } = await buttonData(ana, gap, '↻ Actualizar')
  expect(message.text).toContain('Brecha: 134,33\u00a0%')
  const again = await buttonData(ana, message, '↻ Actualizar')
  expect(again.answer).toMatchObject({ answered: true, text: wordsIn('es').nothingNew })
  expect(client.state.asked).toBe(2)
})

test('/gap compares two named monitors, or one with the official one', async () => {
  await talkAs(emma, ['/gap page_beta.promedio vs page_beta.usd', 'Gap: 39.79%'])
  await talk(
    ['/brecha promedio', '$ Dólar oficial'],
    ['/brecha usd', 'La brecha compara dos tasas distintas. Por ejemplo: /brecha bcv paralelo'],
    ['/brecha usd promedio page_beta.usd', /^La brecha compara dos/],
  )
  expect(captions(await ask(ana, '/brecha parlelo'))).toEqual(['$ Dólar paralelo'])
})

test('the gap is shown without its range while the API does not answer, and a missing pair is said', async () => {
  client.state.isDown = true
  await talk(['/brecha', /^Brecha: 132,16\s%[\s\S]*El historial no responde ahora/])
  prices.set(prices.all().slice(0, 1))
  await talk(['/brecha', /^Para una brecha hacen falta dos tasas/])
})

test('an offer in plain words is compared, and turned round by a button', async () => {
  const sold = await ask(ana, 'me venden 100$ en 780')
  expect(sold.text).toMatch(/^Te venden a Bs\.\s780,00\n\$100 son Bs\.\s78\.000,00\n/)
  expect(sold.text).toContain(
    '✓ Te conviene: es 3,99\u00a0% más barato que el paralelo. Pagas Bs.\u00a03.240,00 menos.',
  )
  expect(captions(sold)).toEqual(['Me compran a 780,00'])
  const bought = await press(ana, sold, 'Me compran a 780,00')
  expect(bought.text).toContain('✗ No te conviene: te pagan 3,99\u00a0% menos que el paralelo.')
  expect(captions(bought)).toEqual(['Me venden a 780,00'])
})

test('it is a command too, for everybody in a group, in both languages', async () => {
  await talkAs(member, ['/conviene 900', '✗ No te conviene: es 10,78\u00a0% más caro que el paralelo.'])
  await talk(['/worth sell at 900', 'Te compran a Bs.\u00a0900,00'])
})

test('USDT stands beside the others where there is a price of it, and euros are compared with the euro', async () => {
  const usdt = quote(monitor('binance.usdt'), 'USDT', '801')
  prices.set([...QUOTES, usdt].map((one) => ({ quote: one, asOf: 0 })))
  await talk(
    ['me compran a 810', /oficial .*\n.*paralelo .*\nUSDT +801,00 +\+1,12\s%/],
    ['me venden 50 euros a 500', /€50 son Bs\.\s25\.000,00[\s\S]*es 21,89\s% más caro que la tasa oficial/],
  )
})

test('a price far from all others is no offer, and without prices there is none', async () => {
  for (const text of ['/conviene', 'me paga con 20', '/conviene 9,70', 'me venden a 98000'])
    await talk([text, /^¿Qué te ofrecen\?/])
  prices.set([])
  await talk(['me venden a 980', 'Todavía no tengo precios'])
})

test('a price of all that is offered is divided by how much that is', async () => {
  await talk(['me compra 100 dólares en 81 mil', /^Te compran a Bs\.\s810,00\n\$100 son Bs\.\s81\.000,00\n/])
})
