import { CHANNEL_ID, EMMA, LUIS } from 'telegram-sandbox'
import { expect, test } from 'vitest'
import { ana, CHAT, captions, channel, luis, type Place, type Shown, useBot } from './harness.ts'
import { monitor } from './memory.ts'

const HEADER = '📣 Dólar al día\n'
const SHOWN_MS = 300
const SOON = { timeout: 10_000, interval: 20 }

const { act, api, ask, bot, buttonData, chats, heard, press, redis, restart, say, seen, time } = await useBot(
  {
    channelAnswersMs: SHOWN_MS,
  },
)
const askChannel = (text: string) => ask(channel, text)
const textsIn = async (place: Place): Promise<string[]> => (await seen(place)).map(({ text }) => text)

/** Luis may administer the channel too, and those who wrote to the bot can be answered in private; others read an answer for so long. */
async function haveTwo(channelAnswersMs: number): Promise<void> {
  await restart({ channelAnswersMs })
  await act('rank', { ...channel, member: LUIS.id, administrator: true })
  for (const place of [ana, luis]) await ask(place, '/start')
}

/** Posts in the channel, and what Ana is told in private. */
async function post(text: string): Promise<Shown> {
  const before = (await seen(ana)).at(-1)?.message_id ?? 0
  await say(channel, text)
  return heard(ana, before)
}

test('what is changed in a channel is confirmed to its administrator alone, and the post is deleted', async () => {
  await ask(ana, '/start')
  const answer = await post('/seguir usd')
  expect(answer.text).toMatch(new RegExp(`^${HEADER}Listo`))
  await expect.poll(() => seen(channel), SOON).toEqual([])
  expect((await chats.read(String(CHANNEL_ID))).follows).toEqual([monitor('page_alpha.usd')])
  expect((await chats.read(CHAT)).follows).toEqual([])
})

test('the buttons of the private answer change the channel, and not the private chat', async () => {
  await ask(ana, '/start')
  const after = await press(ana, await post('/ajustes'), 'Idioma y números', 'English', '‹ Back')
  expect(after.text).toMatch(new RegExp(`^${HEADER}`))
  expect(after.text).toContain('Language: English')
  expect((await chats.read(String(CHANNEL_ID))).language).toBe('en')
  expect((await chats.read(CHAT)).language).toBe('es')
})

test('a text that the private answer asks for is written as a reply to it', async () => {
  await ask(ana, '/start')
  const page = await post('/ajustes')
  await press(ana, page, 'Avisos', 'Silencio', 'Otro')
  const question = await heard(ana, page.message_id)
  expect(question.text).toMatch(new RegExp(`^${HEADER}`))
  await ask({ ...ana, reply_to: question.message_id }, '10 pm a 6 am')
  expect((await chats.read(String(CHANNEL_ID))).quiet).toEqual({ from: '22:00', to: '06:00' })
  expect((await chats.read(CHAT)).quiet).toBeUndefined()
})

test('the settings of a channel, not those of a private chat, post the card by itself, and end that', async () => {
  await ask(ana, '/start')
  const own = await ask(ana, '/ajustes')
  expect(own.text).not.toContain('Imagen automática')
  expect(captions(await press(ana, own, 'Avisos'))).not.toContain('Imagen automática')
  const page = await post('/ajustes')
  expect(page.text).toContain('Imagen automática: no')
  const looks = await press(ana, page, 'Avisos', 'Imagen automática')
  expect(captions(looks)).not.toContain('No publicar más')
  const on = await press(ana, looks, 'Cuadrada oscura')
  expect(on.text).toMatch(new RegExp(`^${HEADER}Listo: cuando el BCV publique`))
  expect(captions(on)).toContain('✓ Cuadrada oscura')
  expect((await chats.read(String(CHANNEL_ID))).posted).toMatchObject({ price: '349.9272' })
  expect((await post('/ajustes')).text).toContain('Imagen automática: sí')
  await press(ana, on, 'No publicar más')
  expect((await chats.read(String(CHANNEL_ID))).posted).toBeUndefined()
})

test('who is no administrator any more changes nothing by an old private answer', async () => {
  await haveTwo(SHOWN_MS)
  const card = await askChannel('/tasa usd')
  const before = (await seen(luis)).at(-1)?.message_id ?? 0
  await buttonData({ ...channel, user: LUIS.id }, card, 'Seguir')
  const answer = await heard(luis, before)
  await act('rank', { ...channel, member: LUIS.id, administrator: false })
  time.now += 120_000
  const { answer: refusal } = await buttonData(luis, answer, 'Dejar de seguir')
  expect(refusal).toMatchObject({
    text: 'Aquí solo los administradores pueden cambiar esto. En privado sí puedes hacerlo para ti.',
  })
  expect((await chats.read(String(CHANNEL_ID))).follows).toEqual([monitor('page_alpha.usd')])
})

test('a post of one of several administrators is answered to nobody but the one who presses the button for it', async () => {
  await haveTwo(600_000)
  const before = { ana: await textsIn(ana), luis: await textsIn(luis) }
  const offer = await askChannel('/seguir usd')
  expect(offer.text).toBe('Respuesta solo para administradores. Borro este mensaje en un momento.')
  expect(captions(offer)).toEqual(['Ver la respuesta'])
  expect((await chats.read(String(CHANNEL_ID))).follows).toEqual([monitor('page_alpha.usd')])
  expect({ ana: await textsIn(ana), luis: await textsIn(luis) }).toEqual(before)
  const reader = await buttonData({ user: EMMA.id, chat: CHANNEL_ID }, offer, 'Ver la respuesta')
  expect(reader.answer).toMatchObject({ text: expect.stringContaining('Aquí solo los administradores') })
  await buttonData({ ...channel, user: LUIS.id }, offer, 'Ver la respuesta')
  await expect.poll(async () => (await textsIn(luis)).at(-1), SOON).toMatch(new RegExp(`^${HEADER}Listo`))
  const answer = (await seen(luis)).at(-1)
  expect(answer && captions(answer)).toContain('Dejar de seguir')
  expect(await textsIn(ana)).toEqual(before.ana)
  expect((await seen(channel)).map(({ text }) => text)).toEqual([offer.text])
})

test('the button for an answer leaves the channel after a while, and says so where it is kept no more', async () => {
  await haveTwo(2_000)
  const offer = await askChannel('/seguir usd')
  for (const key of [...redis.values.keys()]) if (key.includes(' answer ')) redis.values.delete(key)
  const pressed = await buttonData(channel, offer, 'Ver la respuesta')
  expect(pressed.answer).toMatchObject({ text: 'Este botón ya no sirve. Escribe /tasa.' })
  await expect.poll(() => seen(channel), SOON).toEqual([])
})

test('an administrator who never wrote to us is answered in the channel for a while, without buttons', async () => {
  const answer = await askChannel('/ajustes')
  expect(answer.text).toMatch(/^Ajustes[\s\S]*Borro este mensaje en un momento\.$/)
  expect(captions(answer)).toEqual(['Escribir en privado'])
  await expect.poll(() => seen(channel), SOON).toEqual([])
  await askChannel('/seguir usd')
  expect((await chats.read(String(CHANNEL_ID))).follows).toEqual([monitor('page_alpha.usd')])
  await expect.poll(() => seen(channel), SOON).toEqual([])
})

test('a stop deletes what would stand in the channel for a while', async () => {
  await restart({ channelAnswersMs: 600_000 })
  await askChannel('/seguir usd')
  await bot.stop()
  await expect.poll(() => seen(channel), SOON).toEqual([])
})

test('a button in a channel answers its presser over the chat, and in private where it can', async () => {
  const card = await askChannel('/tasa usd')
  const shown = await buttonData(channel, card, 'Seguir')
  expect(shown.answer).toMatchObject({ url: expect.stringContaining('?start=') })
  expect(shown.message.text).toBe(card.text)
  await ask(ana, '/start')
  const told = await buttonData(channel, card, 'Seguir')
  expect(told.answer).toMatchObject({ text: 'Te respondí en privado.' })
  expect((await textsIn(ana)).at(-1)).toMatch(new RegExp(`^${HEADER}`))
  expect((await seen(channel)).map(({ text }) => text)).toEqual(['/tasa usd', card.text])
})

test('a reader of a channel who presses what shows prices is led to the private chat, and changes nothing', async () => {
  await ask(ana, '/start')
  const reader: Place = { user: LUIS.id, chat: CHANNEL_ID }
  const card = await askChannel('/tasa usd')
  const before = await seen(channel)
  const shown = await buttonData(reader, card, '↻ Actualizar')
  const payload = new URL(String(shown.answer.url)).searchParams.get('start')
  expect((await ask(luis, `/start ${payload}`)).text).toMatch(/^Dólar oficial/)
  const { answer } = await buttonData({ user: EMMA.id, chat: CHANNEL_ID }, card, 'Seguir')
  expect(answer).toMatchObject({ url: expect.stringContaining('?start=') })
  expect((await chats.read(String(CHANNEL_ID))).follows).toEqual([])
  expect(await seen(channel)).toEqual(before)
  expect((await press(channel, card, 'Todas las tasas')).text).toContain('Tasas')
})

test('nothing in a channel has a button to share it, and an older one posts nothing', async () => {
  await ask(ana, '/start')
  for (const text of ['/tasa', '/tasa usd', '/imagen'])
    expect(captions(await askChannel(text))).not.toContain('Compartir')
  const inline_keyboard = [[{ text: 'Compartir', callback_data: 'im|s:tall-light' }]]
  await api.sendMessage(CHANNEL_ID, 'older', { reply_markup: { inline_keyboard } })
  const before = await seen(channel)
  const { answer } = await buttonData(channel, before.at(-1) as Shown, 'Compartir')
  expect(answer).toMatchObject({ text: 'Este botón ya no sirve. Escribe /tasa.' })
  expect(await seen(channel)).toEqual(before)
})

test('a channel that adds us greets who did it in private', async () => {
  await ask(ana, '/start')
  await act('remove', channel)
  await act('add', { ...channel, administrator: true })
  await expect.poll(async () => (await textsIn(ana)).at(-1), SOON).toMatch(new RegExp(`^${HEADER}Hola`))
  expect(await seen(channel)).toEqual([])
})

test('the deletion of the data of a channel waits for a message that is being pinned there', async () => {
  await ask(ana, '/start')
  let page = await post('/ajustes')
  for (const caption of ['Mis datos', 'Borrar mis datos'])
    page = (await buttonData(ana, page, caption)).message
  const telegram = Promise.withResolvers<void>()
  const { set } = chats.live
  chats.live.set = async (...record) => {
    await telegram.promise
    await set(...record)
  }
  await say(channel, '/fijar')
  await expect.poll(() => textsIn(channel), SOON).toContainEqual(expect.stringContaining('En vivo'))
  const deleting = buttonData(ana, page, 'Sí, borrar todo')
  await ask(luis, '/tasa')
  telegram.resolve()
  expect((await deleting).message.text).toContain('borré todo')
  expect((await chats.read(String(CHANNEL_ID))).live).toBeUndefined()
  expect(await textsIn(channel)).toContainEqual(expect.stringContaining('Ya no actualizo'))
})
