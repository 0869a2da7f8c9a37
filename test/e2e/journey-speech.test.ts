import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ANA, createPeople, EMMA, LUIS } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'

const GROUP = { user: LUIS.user, chat: -1_001_000_000_001 }
const BOT = '@tasa_sandbox_bot'

/** Ten sentences of a stranger, with what their answers begin with. */
const SENTENCES: readonly (readonly [text: string, answer: RegExp])[] = [
  ['buenas', /^Tasas /],
  ['a cómo amaneció el dólar?', /\$1 = Bs\.\s\d/],
  ['¿y el paralelo, mi pana?', /Paralelo[\s\S]*\$1 = Bs\.\s\d/],
  ['cuánto es 50 dolares a tasa bcv', /^\$50 = Bs\.\s[\d.]+,\d\d\nBCV/],
  ['3.500 bs en dolares', /^Bs\.\s3\.500 en dólares|^Bs\.\s3\.500 = /],
  ['5 palos en dolares al paralelo', /^Bs\.\s5\.000\.000 = \$/],
  ['qué tanto más caro está el paralelo', /^Brecha: /],
  ['avísame si el paralelo pasa de 3.000', /^🔔 /],
  ['muchas gracias mi rey', /^¡A la orden!/],
  ['me puedes prestar plata', /^No te entendí/],
]

describe('somebody who writes as people speak', () => {
  let program: Program
  let people: ReturnType<typeof createPeople>

  beforeAll(async () => {
    program = spawnProgram()
    people = createPeople(await program.address('Web chat'))
    await vi.waitUntil(async () => (await people.ask(ANA, '/start')).includes('Paralelo'), {
      timeout: 30_000,
    })
  })
  afterAll(() => program.stop())

  it.each(SENTENCES)('is answered in private: %s', async (text, answer) => {
    expect(await people.ask(ANA, text)).toMatch(answer)
  })

  it('sees what the alert and the fallback look like', async () => {
    expect(await people.ask(ANA, 'mis alertas')).toMatch(/El paralelo supera los Bs\.\s3\.000,00/)
    const asked = await people.say(ANA, 'qué pereza')
    await people.heard(ANA, asked)
    const hint = (await people.messages(ANA)).find(({ message_id }) => message_id > asked)
    const captions = hint?.reply_markup?.inline_keyboard?.flat().map(({ text }) => text)
    expect(captions).toEqual(['Tasas', 'Convertir', 'Gráfico', 'Avisarme'])
  })

  it('is answered in English too', async () => {
    expect(await people.ask(EMMA, 'how much is 20 euros at the official rate')).toMatch(/^€20 = Bs\.\s/)
  })

  it('is answered in a group where the bot is mentioned or replied to, and nowhere else', async () => {
    const talk = await people.say(GROUP, 'a cuánto está el dólar?')
    const mention = await people.say(GROUP, `${BOT} a cuánto está el paralelo`)
    const [mentioned = ''] = await people.heard(GROUP, mention)
    expect(mentioned).toMatch(/Paralelo[\s\S]*\$1 = Bs\.\s/)
    const answers = (await people.messages(GROUP)).filter(
      ({ message_id, from }) => message_id > talk && from?.is_bot,
    )
    expect(answers).toHaveLength(1)
    const { message } = await people.act('send', {
      ...GROUP,
      text: '¿y 100 dólares?',
      reply_to: answers[0]?.message_id,
    })
    const [replied = ''] = await people.heard(GROUP, (message as { message_id: number }).message_id)
    expect(replied).toContain('$100 en bolívares')
    await people.act('send', { ...GROUP, text: 'jajaja qué locura', reply_to: answers[0]?.message_id })
    const last = await people.say(GROUP, '/tasa bcv')
    expect(await people.heard(GROUP, last)).toHaveLength(1)
  })

  it('finds a rate by its name in inline mode', async () => {
    const { results } = (await people.act('inline', { ...GROUP, query: 'bcv' })) as {
      results: readonly { title: string }[]
    }
    expect(results.map(({ title }) => title)[0]).toMatch(/^BCV: Bs\.\s\d/)
  })
})
