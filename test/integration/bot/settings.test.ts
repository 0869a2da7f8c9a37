import { EMMA, LUIS } from 'telegram-sandbox'
import { describe, expect, test } from 'vitest'
import { ana, CHAT, captions, emma, type Shown, useBot } from './harness.ts'
import { monitor } from './memory.ts'

const LANGUAGE = 'Idioma y números'

const { ask, chats, heard, moves, press, redis, talk, time } = await useBot()

/** Opens the settings and presses one button after another. */
async function open(...buttons: readonly (string | RegExp)[]): Promise<Shown> {
  time.now += 60_000 // the command limit allows so much again
  return press(ana, await ask(ana, '/ajustes'), ...buttons)
}

describe('/settings', () => {
  test('shows what is chosen', async () => {
    expect((await open()).text).toBe(
      [
        'Ajustes',
        'Idioma: Español',
        'Números: 1.234,56',
        'Horas de silencio: ninguna',
        'Resumen: no',
        'Zona horaria: Caracas',
        'Monto del aviso del BCV: $100',
        'Tasas preferidas: las de siempre',
        'Gráficos: claros',
        'Cobros: al céntimo, sin IGTF',
      ].join('\n'),
    )
  })

  test.each([
    ['zone', ['Avisos', 'Zona horaria'], 'Bogotá', 'Zona horaria: Bogotá', 'America/Bogota', 'Caracas'],
    [
      'quiet',
      ['Avisos', 'Silencio'],
      /^10:00 p\. m\. – 7/,
      'Horas de silencio: de 10:00 p. m. a 7:00 a. m.',
      { from: '22:00', to: '07:00' },
      'Sin silencio',
    ],
    [
      'digest',
      ['Avisos', 'Resumen'],
      '8:00 a. m.',
      'Resumen: cada día a las 8:00 a. m.',
      { schedule: { times: ['08:00'], weekdays: [] } },
      'Sin resumen',
    ],
    ['numbers', [LANGUAGE], '1,234.56', 'cómo escribo los números', 'en-US', '1.234,56'],
    [
      'ownAmount',
      ['Avisos', 'Monto del aviso del BCV'],
      '$200',
      'Monto del aviso del BCV: $200',
      '200',
      '$100',
    ],
  ] as const)('keeps and removes the choice of %s', async (field, page, choice, text, kept, none) => {
    expect((await open(...page, choice)).text).toContain(text)
    expect(await chats.read(CHAT)).toMatchObject({ [field]: kept })
    await open(...page, none)
    expect((await chats.read(CHAT))[field]).toBeUndefined()
  })

  test('keeps the language, and preferred rates in the order of the presses', async () => {
    const page = await open('Tasas preferidas', 'Más ›', '$ Promedio', 'Más ›', '$ Dólar oficial', '‹ Atrás')
    expect(page.text).toContain('Tasas preferidas: $ Promedio, $ Dólar oficial')
    const defaults = [monitor('page_beta.promedio'), monitor('page_alpha.usd')]
    expect(await chats.read(CHAT)).toMatchObject({ defaults })
    await open('Tasas preferidas', '2. $ Dólar oficial')
    expect(await chats.read(CHAT)).toMatchObject({ defaults: defaults.slice(0, 1) })
    expect((await open(LANGUAGE, 'English', '‹ Back')).text).toContain('Language: English')
    expect(await chats.read(CHAT)).toMatchObject({ language: 'en' })
  })

  test('reads what is typed where a setting asks for it, and says what it cannot read', async () => {
    for (const [page, text, answer] of [
      ['Zona horaria', 'nueva york', 'Zona horaria: Miami, Nueva York'],
      ['Zona horaria', 'Marte', 'No encuentro la hora de «Marte».'],
      ['Silencio', '11pm a 5:30', 'Horas de silencio: de 11:00 p. m. a 5:30 a. m.'],
      ['Silencio', 'nunca', 'No entiendo «nunca». Escribe dos horas'],
      ['Resumen', '13:15', 'Resumen: cada día a la 1:15 p. m.'],
      ['Resumen', '?', 'Escribe una hora'],
      ['Monto del aviso del BCV', '$1.250,50', 'Monto del aviso del BCV: $1.250,50'],
      ['Monto del aviso del BCV', 'dos mil dólares', 'Monto del aviso del BCV: $2.000'],
      ['Monto del aviso del BCV', '100 bs', 'Bs.\u00a0100 en dólares'],
    ] as const) {
      await open('Avisos', page, 'Otro')
      await talk([text, answer])
    }
  })

  test('what is typed while the buttons of a setting are shown is no choice', async () => {
    for (const [button, text] of [
      ['Silencio', '22'],
      ['Resumen', '20'],
      ['Monto del aviso del BCV', '20'],
      ['Zona horaria', 'Madrid'],
    ] as const) {
      await open('Avisos', button)
      await ask(ana, text)
    }
    const { quiet, digest, ownAmount, zone } = await chats.read(CHAT)
    expect([quiet, digest, ownAmount, zone]).toEqual(Array(4).fill(undefined))
  })

  test('a question for a text leads back to the one before, or ends, and nothing typed later answers it', async () => {
    const listed = await open('Avisos', 'Resumen')
    await press(ana, listed, 'Otro')
    const question = await heard(ana, listed.message_id)
    expect(captions(question)).toEqual(['‹ Atrás', 'Cancelar'])
    const before = await press(ana, question, '‹ Atrás')
    expect(captions(before)).toEqual(captions(listed))
    await press(ana, before, 'Otro')
    const again = await heard(ana, question.message_id)
    expect((await press(ana, again, 'Cancelar')).text).toBe('Listo, lo dejamos así.')
    await ask(ana, '7:30')
    expect((await chats.read(CHAT)).digest).toBeUndefined()
  })

  test('requests are answered while a text is asked for, change nothing and leave the question open', async () => {
    await open('Avisos', 'Silencio', 'Otro')
    await talk(
      ['20 usd', '$20 en bolívares'],
      ['a cuanto el dolar negro', 'Dólar paralelo'],
      ['epa y el paralelo?', 'Dólar paralelo'],
      ['¿cuánto es la brecha?', 'Brecha'],
      ['dame el promedio', 'Promedio'],
      ['9 perros', 'No entiendo «9 perros».'],
    )
    expect((await chats.read(CHAT)).quiet).toBeUndefined()
    await talk(['8 de la noche a 6 de la mañana', 'de 8:00 p. m. a 6:00 a. m.'])
  })

  test.each([
    ['avisame si el paralelo pasa de 962', 'supera los Bs.'],
    ['mis alertas', 'Todavía no tienes avisos. ¿Cuándo te aviso?'],
    ['no me avises mas', 'avis'],
  ])('what changes the chat, as «%s», leaves the question', async (text, answer) => {
    await open('Avisos', 'Resumen', 'Otro')
    await talk([text, answer])
    expect((await ask(ana, '7:30')).text).not.toContain('No entiendo')
    expect((await chats.read(CHAT)).digest).toBeUndefined()
  })

  test('a question for a text is cancelled by word', async () => {
    for (const text of ['no vale olvidalo', 'olvídalo', 'dejalo asi', 'never mind']) {
      await open('Avisos', 'Monto del aviso del BCV', 'Otro')
      await talk([text, 'Listo, lo dejamos así.'])
    }
    await talk(['250', '250 en bolívares'])
  })

  test('quiet hours are set, asked for and ended by word', async () => {
    for (const [text, answer, quiet] of [
      ['no me molestes de noche', 'Horas de silencio: de ', { from: '22:00', to: '07:00' }],
      [
        'no me escribas entre 9 de la noche y 6 de la mañana',
        'de 9:00 p. m.',
        { from: '21:00', to: '06:00' },
      ],
      ['quita el silencio', 'Horas de silencio: ninguna', undefined],
      ['horas de silencio', '', undefined],
      ['10pm a 7am', 'Horas de silencio: de ', { from: '22:00', to: '07:00' }],
    ] as const) {
      await talk([text, answer])
      expect((await chats.read(CHAT)).quiet).toEqual(quiet)
    }
  })

  test('the chosen number format applies to every answer and to typed numbers', async () => {
    await open(LANGUAGE, '1,234.56')
    const answer = await ask(ana, '1,500 usd')
    expect(answer.text).toMatch(/^\$1,500 en bolívares\n.* 524,890\.80\n/)
    expect(answer.text).not.toContain('Leí el monto')
    expect(answer.reply_markup?.inline_keyboard[0]?.[0]).toMatchObject({ copy_text: { text: '524890.80' } })
    await talk(
      ['1.500 usd', 'Leí el monto como 1.50, no como 1500.'],
      ['/alertas usd > 1,000', 'supera los Bs.\u00a01,000.00'],
      ['/cambios usd', /^(?!.*349,93)/s],
    )
  })

  test.each([
    ['borra mis datos', ['Descargar mis datos', 'Borrar mis datos', '‹ Atrás']],
    ['cambia a inglés', ['✓ Español', 'English', '✓ 1.234,56', '1,234.56', '‹ Atrás']],
  ])('opens the page that «%s» asks for', async (text, buttons) => {
    expect(captions(await ask(ana, text))).toEqual(buttons)
  })

  test('deletes everything after a confirmation, half-done dialogs too', async () => {
    for (const text of ['/seguir usd', '/dejar usd', '/tasa usd']) await ask(ana, text)
    const asked = await open('Mis datos', 'Borrar mis datos')
    await redis.hset(`session:${CHAT}`, `dialog ${LUIS.id}`, '[]')
    const kept = () => [...redis.values.keys()].filter((key) => key.startsWith('session:')).toSorted()
    const fields = ['asked', `dialog ${LUIS.id}`, 'left dollar:page_alpha.usd']
    expect(kept()).toEqual(fields.map((field) => `session:${CHAT} ${field}`))
    expect(captions(asked)).toEqual(['Sí, borrar todo', 'No, volver'])
    const { text } = await press(ana, asked, 'Sí, borrar todo')
    expect(text).toContain('Listo: borré todo lo que guardaba de este chat.')
    expect(moves()).toEqual([`forget ${CHAT}`])
    expect(kept()).toEqual([])
  })
})

test('a digest of a chat that follows nothing comes with a button to follow', async () => {
  const set = await ask(ana, 'resumen a las 9')
  expect(captions(set)).toEqual(['Seguir'])
  expect((await press(ana, set, 'Seguir')).text).toContain('¿Cuál quieres seguir?')
})

test('who stopped comes back by word', async () => {
  await ask(ana, '/seguir usd')
  await ask(ana, 'no me avises mas')
  expect((await chats.read(CHAT)).isGone).toBe(true)
  await talk(['epale volvi', 'ólar oficial'])
  expect((await chats.read(CHAT)).isGone).toBeFalsy()
})

test('/stop ends all notifications, and its button resumes them', async () => {
  const stopped = await ask(emma, '/stop')
  expect(stopped.text).toBe(
    'Done: no more notifications here. For 90 days I’ll keep what you had; /start brings it all back.',
  )
  expect((await press(emma, stopped, 'Turn back on')).text).toBe(
    'Done: notifications are on. You don’t follow any rate yet and have no active alerts.',
  )
  expect(moves()).toEqual([`stop ${EMMA.id}`, `revive ${EMMA.id} 349.9272 410.2 812.4 581.16`])
})

test('the morning message ends alone, and weekdays are left out of the digest', async () => {
  await ask(ana, 'resumen a las 8am y a las 6pm')
  expect((await ask(ana, 'los domingos no')).text).toContain('de lunes a sábado a las 8:00 a. m.')
  const left = await ask(ana, 'ya no me mandes el mensaje de la mañana')
  expect(left.text).toContain('de lunes a sábado a las 6:00 p. m.')
  // There is no morning message any more: nothing else is ended.
  expect((await ask(ana, 'stop the morning message')).text).toContain('Resumen: de lunes a sábado a las 6:00')
  expect((await ask(ana, 'quita el resumen')).text).toBe('Listo: ya no te mando el resumen.')
})
