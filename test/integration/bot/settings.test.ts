import { ANA, EMMA, LUIS } from 'telegram-sandbox'
import { describe, expect, test } from 'vitest'
import { ana, CHAT, captions, emma, member, owner, type Shown, startBot } from './harness.ts'
import { monitor } from './memory.ts'

const LANGUAGE = 'Idioma y números'

type Bot = Awaited<ReturnType<typeof startBot>>

/** Opens the settings and presses one button after another. */
async function pressAll({ ask, buttonData }: Bot, ...buttons: readonly (string | RegExp)[]): Promise<Shown> {
  let message = await ask(ana, '/ajustes')
  for (const caption of buttons) message = (await buttonData(ana, message, caption)).message
  return message
}

describe('/settings', () => {
  test('shows what is chosen', async () => {
    const { ask } = await startBot()
    expect((await ask(ana, '/ajustes')).text).toBe(
      [
        'Ajustes',
        'Idioma: Español',
        'Números: 1.234,56',
        'Horas de silencio: ninguna',
        'Resumen diario: no',
        'Zona horaria: Caracas',
        'Mi monto: $100',
        'Tasas preferidas: las de siempre',
        'Gráficos: claros',
        'Cobros: al céntimo, sin IGTF',
      ].join('\n'),
    )
  })

  test.each([
    [['Avisos', 'Zona horaria', 'Bogotá'], 'Zona horaria: Bogotá', { zone: 'America/Bogota' }],
    [
      ['Avisos', 'Silencio', /^10:00 p\. m\. – 7/],
      'Horas de silencio: de 10:00 p. m. a 7:00 a. m.',
      { quiet: { from: '22:00', to: '07:00' } },
    ],
    [
      ['Avisos', 'Resumen diario', '8:00 a. m.'],
      'Resumen diario: a las 8:00 a. m.',
      { digest: { at: '08:00' } },
    ],
    [[LANGUAGE, '1,234.56', '‹ Atrás'], 'Números: 1,234.56', { numbers: 'en-US' }],
    [['Avisos', 'Mi monto', '$200'], 'Mi monto: $200', { ownAmount: '200' }],
    [[LANGUAGE, 'English', '‹ Back'], 'Language: English', { language: 'en' }],
    [
      ['Tasas preferidas', 'Más ›', '$ Promedio', 'Más ›', '$ Dólar oficial', '‹ Atrás'],
      'Tasas preferidas: $ Promedio, $ Dólar oficial',
      { defaults: [monitor('page_beta.promedio'), monitor('page_alpha.usd')] },
    ],
  ] as const)('%j: %s', async (buttons, text, chatState) => {
    const bot = await startBot()
    expect((await pressAll(bot, ...buttons)).text).toContain(text)
    expect(await bot.chats.read(CHAT)).toMatchObject(chatState)
  })

  test('removes each choice again', async () => {
    const bot = await startBot()
    await pressAll(bot, LANGUAGE, '1,234.56')
    await pressAll(bot, 'Avisos', 'Zona horaria', 'Madrid')
    await pressAll(bot, 'Avisos', 'Silencio', /^9:00/)
    await pressAll(bot, 'Avisos', 'Mi monto', '$500')
    await pressAll(bot, 'Avisos', 'Resumen diario', '7:00 a. m.')
    bot.time.now += 60_000 // more than the command limit allows at once
    await pressAll(bot, 'Tasas preferidas', '$ Dólar paralelo')
    bot.time.now += 60_000
    await pressAll(bot, LANGUAGE, '1.234,56')
    await pressAll(bot, 'Avisos', 'Zona horaria', 'Caracas')
    await pressAll(bot, 'Avisos', 'Silencio', 'Sin silencio')
    await pressAll(bot, 'Avisos', 'Mi monto', '$100')
    await pressAll(bot, 'Avisos', 'Resumen diario', 'Sin resumen')
    bot.time.now += 60_000
    await pressAll(bot, 'Tasas preferidas', '1. $ Dólar paralelo')
    const chatState = await bot.chats.read(CHAT)
    expect(chatState.defaults).toEqual([])
    const { numbers, zone, quiet, digest, ownAmount } = chatState
    expect([numbers, zone, quiet, digest, ownAmount]).toEqual(Array(5).fill(undefined))
  })

  test.each([
    [['Avisos', 'Zona horaria', 'Otro'], 'nueva york', 'Zona horaria: Miami, Nueva York'],
    [['Avisos', 'Zona horaria', 'Otro'], 'Marte', 'No encuentro la hora de «Marte».'],
    [['Avisos', 'Silencio', 'Otro'], '11pm a 5:30', 'Horas de silencio: de 11:00 p. m. a 5:30 a. m.'],
    [['Avisos', 'Silencio', 'Otro'], 'nunca', 'No entiendo «nunca». Escribe dos horas'],
    [['Avisos', 'Resumen diario', 'Otro'], '13:15', 'Resumen diario: a la 1:15 p. m.'],
    [['Avisos', 'Resumen diario', 'Otro'], '?', 'Escribe una hora'],
    [['Avisos', 'Mi monto', 'Otro'], '$1.250,50', 'Mi monto: $1.250,50'],
    [['Avisos', 'Mi monto', 'Otro'], 'dos mil dólares', 'Mi monto: $2.000'],
    [['Avisos', 'Mi monto', 'Otro'], '100 bs', 'Bs.\u00a0100 en dólares'],
  ] as const)('%j, then typed %s: %s', async (buttons, text, answer) => {
    const bot = await startBot()
    await pressAll(bot, ...buttons)
    expect((await bot.ask(ana, text)).text).toContain(answer)
  })

  test('what is typed while the buttons of a setting are shown is no choice', async () => {
    const bot = await startBot()
    for (const [button, text] of [
      ['Silencio', '22'],
      ['Resumen diario', '20'],
      ['Mi monto', '20'],
      ['Zona horaria', 'Madrid'],
    ] as const) {
      await pressAll(bot, 'Avisos', button)
      await bot.ask(ana, text)
      bot.time.now += 60_000 // more than the command limit allows at once
    }
    const { quiet, digest, ownAmount, zone } = await bot.chats.read(CHAT)
    expect([quiet, digest, ownAmount, zone]).toEqual(Array(4).fill(undefined))
  })

  test('a question for a text leads back to the one before, or ends, and nothing typed later answers it', async () => {
    const bot = await startBot()
    const listed = await pressAll(bot, 'Avisos', 'Resumen diario')
    await bot.buttonData(ana, listed, 'Otro')
    const question = await bot.heard(ana, listed.message_id)
    expect(captions(question)).toEqual(['‹ Atrás', 'Cancelar'])
    const before = await bot.buttonData(ana, question, '‹ Atrás')
    expect(captions(before.message)).toEqual(captions(listed))
    await bot.buttonData(ana, before.message, 'Otro')
    const again = await bot.heard(ana, question.message_id)
    const ended = await bot.buttonData(ana, again, 'Cancelar')
    expect(ended.message.text).toBe('Listo, lo dejamos así.')
    await bot.ask(ana, '7:30')
    expect((await bot.chats.read(CHAT)).digest).toBeUndefined()
  })

  test.each(['Silencio', 'Resumen diario'])(
    'a conversion while %s is asked for is answered, changes nothing and leaves the question open',
    async (button) => {
      const bot = await startBot()
      await pressAll(bot, 'Avisos', button, 'Otro')
      expect((await bot.ask(ana, '20 usd')).text).toContain('$20 en bolívares')
      const { quiet, digest } = await bot.chats.read(CHAT)
      expect([quiet, digest]).toEqual([undefined, undefined])
      expect((await bot.ask(ana, '9 perros')).text).toContain('No entiendo «9 perros».')
      const answer = button === 'Silencio' ? '8 de la noche a 6 de la mañana' : '8 de la noche'
      expect((await bot.ask(ana, answer)).text).toContain('8:00 p. m.')
    },
  )

  test.each([
    ['Silencio', 'a cuanto el dolar negro', 'Dólar paralelo'],
    ['Resumen diario', 'epa y el paralelo?', 'Dólar paralelo'],
    ['Resumen diario', 'dame el promedio', 'Promedio'],
    ['Zona horaria', '¿cuánto es la brecha?', 'Brecha'],
    ['Mi monto', 'grafico del bcv', ''],
  ])('while %s is asked for, «%s» is answered', async (button, text, answer) => {
    const bot = await startBot()
    await pressAll(bot, 'Avisos', button, 'Otro')
    const { text: said } = await bot.ask(ana, text)
    expect(said).toContain(answer)
    expect(said).not.toContain('No entiendo')
  })

  test.each([
    ['avisame si el paralelo pasa de 962', 'supera los Bs.'],
    ['mis alertas', 'alertas'],
    ['no me avises mas', 'avis'],
  ])('what changes the chat, as «%s», leaves the question', async (text, answer) => {
    const bot = await startBot()
    await pressAll(bot, 'Avisos', 'Resumen diario', 'Otro')
    expect((await bot.ask(ana, text)).text).toContain(answer)
    expect((await bot.ask(ana, '7:30')).text).not.toContain('No entiendo')
    expect((await bot.chats.read(CHAT)).digest).toBeUndefined()
  })

  test('a question for a text is cancelled by word', async () => {
    const bot = await startBot()
    for (const text of ['no vale olvidalo', 'olvídalo', 'dejalo asi', 'never mind']) {
      await pressAll(bot, 'Avisos', 'Mi monto', 'Otro')
      expect((await bot.ask(ana, text)).text).toBe('Listo, lo dejamos así.')
      bot.time.now += 60_000
    }
    expect((await bot.ask(ana, '250')).text).toBe('¿250 de qué?')
  })

  test('quiet hours are set, asked for and ended by word', async () => {
    const { ask, chats } = await startBot()
    const quiet = async () => (await chats.read(CHAT)).quiet
    expect((await ask(ana, 'no me molestes de noche')).text).toContain('Horas de silencio: de ')
    expect(await quiet()).toEqual({ from: '22:00', to: '07:00' })
    await ask(ana, 'no me escribas entre 9 de la noche y 6 de la mañana')
    expect(await quiet()).toEqual({ from: '21:00', to: '06:00' })
    expect((await ask(ana, 'quita el silencio')).text).toContain('Horas de silencio: ninguna')
    expect(await quiet()).toBeUndefined()
    await ask(ana, 'horas de silencio')
    await ask(ana, '10pm a 7am')
    expect(await quiet()).toEqual({ from: '22:00', to: '07:00' })
  })

  test('the chosen number format applies to every answer and to typed numbers', async () => {
    const bot = await startBot()
    await pressAll(bot, LANGUAGE, '1,234.56')
    const answer = await bot.ask(ana, '1,500 usd')
    expect(answer.text).toContain('$1,500 en bolívares')
    expect(answer.text).toContain('524,890.80')
    expect(answer.text).not.toContain('Leí el monto')
    expect((await bot.ask(ana, '1.500 usd')).text).toContain('Leí el monto como 1.50, no como 1500.')
    expect(captions(answer)).toContain('Copiar 524,890.80')
    expect((await bot.ask(ana, '/alertas usd > 1,000')).text).toContain('supera los Bs.\u00a01,000.00')
    expect((await bot.ask(ana, '/historial usd 7d')).text).not.toContain('349,93')
  })

  test('sends everything kept about the chat as a document', async () => {
    const bot = await startBot()
    await bot.ask(ana, '/seguir usd')
    await bot.ask(ana, '/alertas brecha > 150 una vez')
    const before = (await bot.seen(ana)).at(-1)?.message_id ?? 0
    await pressAll(bot, 'Mis datos', 'Descargar mis datos')
    const [, sent] = (await bot.seen(ana)).filter(
      ({ message_id, from }) => message_id > before && from.is_bot,
    )
    const { document } = sent as unknown as { document: { file_id: string; file_name: string } }
    expect(document.file_name).toBe(`tasa-${ANA.id}.json`)
    const chatState = await (await fetch(`${bot.root}/chat/files/${document.file_id}`)).json()
    expect(chatState).toMatchObject({
      language: 'es',
      numberFormat: '1.234,56',
      follows: [{ monitor: 'page_alpha.usd', lastTold: { price: '349.9272' } }],
      alerts: [{ kind: 'above', value: '150', once: true, monitors: ['page_alpha.usd', 'page_beta.usd'] }],
    })
  })

  test.each([
    ['borra mis datos', ['Descargar mis datos', 'Borrar mis datos', '‹ Atrás']],
    ['cambia a inglés', ['✓ Español', 'English', '✓ 1.234,56', '1,234.56', '‹ Atrás']],
  ])('opens the page that «%s» asks for', async (text, buttons) => {
    const { ask } = await startBot()
    expect(captions(await ask(ana, text))).toEqual(buttons)
  })

  test('deletes everything after a confirmation, half-done dialogs too', async () => {
    const bot = await startBot()
    await bot.ask(ana, '/seguir usd')
    await bot.ask(ana, '/dejar usd')
    await bot.ask(ana, '/tasa usd')
    const asked = await pressAll(bot, 'Mis datos', 'Borrar mis datos')
    await bot.redis.hset(`session:${ANA.id}`, `dialog ${LUIS.id}`, '[]')
    const kept = () => [...bot.redis.values.keys()].filter((key) => key.startsWith('session:')).toSorted()
    expect(kept()).toEqual(
      ['asked', `dialog ${LUIS.id}`, 'left dollar:page_alpha.usd'].map(
        (field) => `session:${ANA.id} ${field}`,
      ),
    )
    expect(bot.chats.log).toEqual([])
    expect(captions(asked)).toEqual(['Sí, borrar todo', 'No, volver'])
    const { message } = await bot.buttonData(ana, asked, 'Sí, borrar todo')
    expect(message.text).toContain('Listo: borré todo lo que guardaba de este chat.')
    expect(bot.chats.log).toEqual([`forget ${ANA.id}`])
    expect(kept()).toEqual([])
  })

  test('can be used by administrators only in a group', async () => {
    const { ask, buttonData } = await startBot()
    const refused = 'Aquí solo los administradores pueden cambiar esto. En privado sí puedes hacerlo para ti.'
    for (const command of ['/ajustes', '/stop']) {
      const answer = await ask(member, command)
      expect([answer.text, captions(answer)]).toEqual([refused, ['Escríbeme en privado']])
      expect(answer.reply_markup?.inline_keyboard[0]?.[0]).toMatchObject({
        url: expect.stringMatching(/^https:\/\/t\.me\/\w+\?start=/),
      })
    }
    const { message: shown } = await buttonData(owner, await ask(owner, '/ajustes'), 'Mis datos')
    for (const button of ['Borrar mis datos', 'Descargar mis datos'])
      expect((await buttonData(member, shown, button)).answer).toMatchObject({ text: refused })
  })
})

test('a digest of a chat that follows nothing comes with a button to follow', async () => {
  const { ask, buttonData } = await startBot()
  const set = await ask(ana, 'resumen a las 9')
  expect(captions(set)).toEqual(['Seguir'])
  expect((await buttonData(ana, set, 'Seguir')).message.text).toContain('¿Cuál quieres seguir?')
})

test('who stopped comes back by word', async () => {
  const { ask, chats } = await startBot()
  await ask(ana, '/seguir usd')
  await ask(ana, 'no me avises mas')
  expect((await chats.read(CHAT)).isGone).toBe(true)
  expect((await ask(ana, 'epale volvi')).text).toContain('ólar oficial')
  expect((await chats.read(CHAT)).isGone).toBeFalsy()
})

test('/stop ends all notifications, and its button resumes them', async () => {
  const { ask, buttonData, chats } = await startBot()
  const stopped = await ask(emma, '/stop')
  expect(stopped.text).toBe(
    'Done: no more notifications here. For 90 days I’ll keep what you had; /start brings it all back.',
  )
  const back = await buttonData(emma, stopped, 'Turn back on')
  expect(back.message.text).toBe(
    'Done: notifications are on. You don’t follow any rate yet and have no active alerts.',
  )
  expect(chats.log).toEqual([`stop ${EMMA.id}`, `revive ${EMMA.id} 349.9272 410.2 812.4 581.16`])
})
