import { ANA, EMMA, GROUP_ID, LUIS } from 'telegram-sandbox'
import { expect, test } from 'vitest'
import { ana, captions, emma, startBot } from './harness.ts'
import { monitor, NOON, QUOTES, quote } from './memory.ts'

test('/start greets with the two main prices and their gap, and four things to do', async () => {
  const { ask, buttonData } = await startBot()
  const welcome = await ask(ana, '/start')
  expect(welcome.text).toBe(
    [
      'Hola. Te digo a cuánto están el dólar y el euro en Venezuela.',
      '$ Dólar oficial             349,93',
      '$ Dólar paralelo            812,40',
      'Brecha                    132,16\u00a0%',
      'Escribe un monto, como 100 usd, y lo convierto.',
    ].join('\n'),
  )
  expect(captions(welcome)).toEqual(['Todas las tasas', 'Convertir', 'Gráfico', 'Avisarme'])
  expect((await buttonData(ana, welcome, 'Convertir')).message.text).toContain('¿Cuánto quieres')
  expect((await buttonData(ana, await ask(ana, '/start'), 'Avisarme')).message.text).toContain('🔔')
})

test('/rate without arguments shows the main rates and the gap', async () => {
  const { ask } = await startBot()
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
})

test('of many rates five come first, and the rest is behind a button whose list is paged', async () => {
  const { ask, prices, buttonData } = await startBot()
  const more = Array.from({ length: 12 }, (_, at) => quote(monitor(`page_gamma.m${at}`), `Otro ${at}`, '900'))
  prices.set([...QUOTES, ...more].map((one) => ({ quote: one, asOf: NOON })))
  const all = await ask(ana, '/tasa')
  expect(all.text).toContain('Otro 0')
  expect(all.text).not.toContain('Otro 1')
  expect(captions(all).length).toBeLessThanOrEqual(6)
  const others = (await buttonData(ana, all, 'Otros dólares ›')).message
  expect(others.text).toContain('Otro 11')
  const ofPage = (first: number) =>
    [0, 1, 2, 3].flatMap((at) => (first + at < 12 ? [`$ Otro ${first + at}`] : []))
  expect(captions(others)).toEqual([...ofPage(1), 'Más ›', '‹ Tasas'])
  const second = (await buttonData(ana, others, 'Más ›')).message
  expect([second.text, captions(second)]).toEqual([others.text, [...ofPage(5), 'Más ›', '‹ Tasas']])
  const third = (await buttonData(ana, second, 'Más ›')).message
  expect(captions((await buttonData(ana, third, 'Más ›')).message)).toEqual(captions(others))
  expect((await buttonData(ana, others, '‹ Tasas')).message.text).toBe(all.text)
})

test('a bare key is the first monitor in page order, and the others are offered', async () => {
  const { ask, buttonData } = await startBot()
  const card = await ask(ana, '/rate USD')
  expect(card.text).toContain('Dólar oficial\n$1 = Bs.\u00a0349,93')
  expect(card.text).not.toContain('page_alpha')
  expect(captions(card)[0]).toBe('$ Dólar paralelo')
  const { message } = await buttonData(ana, card, '$ Dólar paralelo')
  expect(message.text).toContain('$1 = Bs.\u00a0812,40')
})

test('the sources of a median are one tap away, and a single source has no button', async () => {
  const { ask, prices, buttonData } = await startBot()
  const usd = monitor('page_beta.usd')
  const sources = ['BCV', 'DolarApi', 'Al Cambio']
  prices.set([{ quote: quote(usd, 'Dólar', '812.4', { sources }), asOf: NOON }])
  const card = await ask(ana, '/tasa usd')
  expect(card.text).toContain('\nMediana de 3 fuentes')
  const pressed = await buttonData(ana, card, 'Fuentes')
  expect(pressed.answer).toMatchObject({
    text: 'Mediana de 3 fuentes\n• BCV\n• DolarApi\n• Al Cambio',
    show_alert: true,
  })

  prices.set([{ quote: quote(usd, 'Dólar', '812.4', { sources: ['BCV'] }), asOf: NOON }])
  expect((await buttonData(ana, card, 'Fuentes')).answer).toMatchObject({ text: 'Fuente: BCV' })
  const single = await ask(ana, '/tasa usd')
  expect(single.text).toContain('\nFuente: BCV')
  expect(captions(single)).not.toContain('Fuentes')
})

test('page.key names exactly one', async () => {
  const { ask } = await startBot()
  const card = await ask(ana, '/rate Page_Beta.USD')
  expect(card.text).toContain('$1 = Bs.\u00a0812,40')
  expect(captions(card)).toEqual(['↻ Actualizar', 'Gráfico', 'Seguir', 'Compartir', 'Todas las tasas'])
})

test('a key with a dot is found by it, and by its page', async () => {
  const { ask, prices, buttonData } = await startBot()
  prices.set([{ quote: quote(monitor('page_alpha.usd'), 'Dólar', '350'), asOf: NOON }])
  const dotted = { page: 'page_alpha', currency: 'dollar', key: 'b.i.d' } as const
  const offered = { quote: quote(dotted, 'Interbancario', '351'), asOf: NOON }
  Object.assign(prices, { refresh: async () => prices.set([offered]) })
  expect((await ask(ana, '/rate b.i.d')).text).toContain('$1 = Bs.\u00a0351,00')
  const card = await ask(ana, '/rate page_alpha.b.i.d')
  expect(card.text).toContain('Interbancario')
  expect((await buttonData(ana, card, 'Seguir')).message.text).toContain('Interbancario')
})

test('no name is called unknown before the first price is known', async () => {
  const { ask, prices } = await startBot()
  prices.set([])
  const noPrices = (await ask(ana, '/rate')).text
  expect(noPrices).toMatch(/^Todavía no tengo precios/)
  for (const line of [
    '/rate usd',
    '/follow usd',
    '/history usd',
    '/changes usd',
    '/gap',
    '/gap usd eur',
    '/convert 100 paralelo',
    '/alerts usd > 900',
    '/unfollow usd',
  ])
    expect((await ask(ana, line)).text, line).toBe(noPrices)
})

test('an unknown name offers similar ones', async () => {
  const { ask } = await startBot()
  const near = await ask(ana, '/tasa parlelo')
  expect(near.text).toBe('No conozco «parlelo». ¿Quisiste decir una de estas?')
  expect(captions(near)).toEqual(['$ Dólar paralelo'])
  const far = await ask(ana, '/tasa <b>&')
  expect(far.text).toBe('No conozco «<b>&». Con /tasa las ves todas.')
})

test("answers and /help are in the language of the person's Telegram, and count in the rate that all senders share", async () => {
  const { ask, limiter } = await startBot()
  expect((await ask(emma, '/rate eur')).text).toContain('2 min ago')
  expect((await ask(ana, '/rate eur')).text).toContain('hace 2 min')
  expect(limiter.state.spent).toBe(2)
  expect((await ask(emma, '/help')).text).toContain('/follow · I’ll tell you when a rate changes')
  expect((await ask(ana, '/help')).text).toContain('/seguir · Te aviso si una tasa cambia')
})

test('a command for another bot is ignored, an unknown one is answered in a private chat', async () => {
  const { ask, ignored } = await startBot()
  expect((await ask(ana, '/frobnicate')).text).toBe('No conozco ese comando. Con /ayuda ves los que hay.')
  expect(await ignored(ana, '/rate@another_bot usd')).toBe(true)
  expect((await ask(ana, '/rate@tasa_sandbox_bot usd')).text).toContain('Bs.\u00a0349,93')
})

test('a refresh that finds the same price leaves the message and says so in a notice', async () => {
  const { ask, buttonData, seen } = await startBot()
  const card = await ask(ana, '/rate page_beta.usd')
  const { answer } = await buttonData(ana, card, '↻ Actualizar')
  expect(answer).toEqual({ answered: true, text: 'Sin cambios', show_alert: false })
  expect((await seen(ana)).at(-1)).toEqual(card)
})

test('a refresh keeps the buttons of the others that share the key, and a card that had none has none', async () => {
  const { ask, buttonData, prices } = await startBot()
  const card = await ask(ana, '/rate usd')
  const news = quote(monitor('page_alpha.usd'), 'Dólar oficial', '350.5')
  prices.refresh = async () => prices.set([{ quote: news, asOf: NOON }, ...prices.all().slice(1)])
  const { message } = await buttonData(ana, card, '↻ Actualizar')
  expect(message.text).toContain('350,50')
  expect(captions(message)).toEqual(captions(card))
  const { answer, message: same } = await buttonData(ana, message, '↻ Actualizar')
  expect([answer.text, captions(same)]).toEqual(['Sin cambios', captions(card)])
  const other = (await buttonData(ana, message, '$ Dólar paralelo')).message
  expect(captions((await buttonData(ana, other, '↻ Actualizar')).message)[0]).toBe('↻ Actualizar')
})

test('a word for a currency, or a word of a title with it, is the rate of its code', async () => {
  const { ask } = await startBot()
  for (const word of ['dólar', 'dolar', 'dólares', '$', 'DOLLAR', 'oficial usd'])
    expect((await ask(ana, `/tasa ${word}`)).text, word).toContain('Dólar oficial\n$1 = Bs.\u00a0349,93')
})

test('a refresh shows the newest price of the API, and the next one compares with that', async () => {
  const { ask, buttonData, prices } = await startBot()
  const all = await ask(ana, '/rate')
  const news = quote(monitor('page_beta.usd'), 'Dólar paralelo', '820.5', { priceOld: '812.4' })
  prices.refresh = async () => prices.set([{ quote: news, asOf: NOON }])
  const { answer, message } = await buttonData(ana, all, '↻ Actualizar')
  expect(answer.text).toBeUndefined()
  expect(message.text).toContain('820,50 ▲1,00')
  expect((await buttonData(ana, message, '↻ Actualizar')).answer.text).toBe('Sin cambios')
})

test('a refresh does not wait for an API that does not answer, and a card has a button for all rates', async () => {
  const { ask, buttonData, prices } = await startBot()
  const card = await ask(ana, '/rate eur')
  prices.refresh = () => new Promise(() => {})
  expect((await buttonData(ana, card, '↻ Actualizar')).answer.text).toBe('Sin cambios')
  expect((await buttonData(ana, card, 'Todas las tasas')).answer.text).toBeUndefined()
})

test('a page is shown by its key and by its name', async () => {
  const { ask, buttonData, prices } = await startBot()
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
  expect((await buttonData(ana, page, 'Todas las tasas')).message.text).toContain('Dólar oficial')
})

test('the preferred monitors of a chat are shown first', async () => {
  const { ask, chats } = await startBot()
  const { read } = chats
  const defaults = [monitor('page_beta.promedio'), monitor('page_old.gone')]
  chats.read = async (chat) => ({ ...(await read(chat)), defaults })
  const all = await ask(ana, '/rate')
  expect(captions(all)[0]).toBe('$ Promedio')
  expect(all.text).toMatch(/^Tasas.*\n\$ Promedio .*\n\$ Dólar oficial/)
})

test('menus are set in Spanish and English, and that of group members has no commands for administrators', async () => {
  const { ask, see } = await startBot()
  await ask(ana, '/help')
  const menuOf = async (user: number): Promise<string[]> => {
    const group = (await see(`chats?user=${user}`)).chats.find(({ id }) => id === GROUP_ID)
    return ((group?.commands ?? []) as { command: string }[]).map(({ command }) => command)
  }
  expect(await menuOf(ANA.id)).toEqual(expect.arrayContaining(['tasa', 'seguir']))
  expect(await menuOf(LUIS.id)).toContain('tasa')
  expect(await menuOf(LUIS.id)).not.toContain('seguir')
  const commandsFor = async (user: number): Promise<unknown> =>
    (await see(`chats?user=${user}`)).chats.find(({ id }) => id === user)?.commands
  expect(await commandsFor(EMMA.id)).toContainEqual({
    command: 'rate',
    description: 'What it costs: /rate or /rate usd',
  })
  expect(await commandsFor(ANA.id)).toContainEqual({
    command: 'tasa',
    description: 'A cuánto está: /tasa o /tasa usd',
  })
})
