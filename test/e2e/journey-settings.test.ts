import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dayOf, isWeekend } from '../../src/domain/caracas.ts'
import { ANA, createPeople, EMMA, LUIS } from '../support/people.ts'
import { type Program, spawnProgram } from '../support/program.ts'
import { until } from '../support/until.ts'

const GROUP = -1_001_000_000_001
const SOON = { timeout: 30_000, interval: 50 }

describe('a chat that changes its settings', () => {
  let program: Program
  let people: ReturnType<typeof createPeople>
  let sandbox = ''

  beforeAll(async () => {
    program = spawnProgram()
    sandbox = await program.address('Web chat')
    people = createPeople(sandbox)
    await vi.waitUntil(async () => (await people.ask(ANA, '/start')).includes('$ BCV'), SOON)
  })
  afterAll(() => program.stop())

  const newest = async (place: typeof ANA) => {
    const message = (await people.messages(place)).findLast(
      ({ reply_markup }) => reply_markup?.inline_keyboard,
    )
    if (!message) throw new Error('nothing was said')
    return message
  }

  /** Opens the settings and presses one button after another; what the message says then. */
  async function choose(place: typeof ANA, command: string, ...captions: readonly string[]): Promise<string> {
    await people.ask(place, command)
    for (const caption of captions) {
      const { message, data } = await until(async () => {
        const { message_id, reply_markup } = await newest(place)
        const button = reply_markup?.inline_keyboard
          ?.flat()
          .find(({ text }) => text.replace('✓ ', '') === caption)
        if (!button?.callback_data) throw new Error(`no button ${caption}`)
        return { message: message_id, data: button.callback_data }
      })
      await people.press(place, message, data)
    }
    return (await newest(place)).text ?? ''
  }

  /** The results that Ana sees in a group when she types the name of the bot and a text. */
  async function inlineTitles(query: string): Promise<string[]> {
    const { results } = await people.act('inline', { user: ANA.user, chat: GROUP, query })
    return (results as { title: string }[]).map(({ title }) => title)
  }

  /** All amounts that an answer about the euro of the bank has: the price in force, and the one to come from Monday to Friday. */
  const euroAmounts = async () => (await people.ask(LUIS, '/tasa euro bcv')).match(/\d+,\d\d/g)
  let firstAmounts: Awaited<ReturnType<typeof euroAmounts>>

  it('has its number style in look-ups, in pushes, and in what it types', async () => {
    expect(await choose(EMMA, '/settings', 'Language, numbers', '1,234.56', '‹ Back')).toContain(
      'Numbers: 1,234.56',
    )
    expect(await people.ask(EMMA, '/rate')).toMatch(/\$ BCV +\d+\.\d\d/)
    expect(await people.ask(EMMA, '1,500 usd')).toMatch(/\$1,500 in bolivars[\s\S]*\d,\d{3}\.\d\d/)
    const asked = await people.say(EMMA, '/follow page_beta.usd')
    await people.heard(EMMA, asked)
    await people.act('price', { percent: 3 })
    const told = async () => (await people.messages(EMMA)).map(({ text }) => text ?? '').join('\n')
    await expect.poll(told, SOON).toMatch(/▲ Paralelo {2}\$1 = Bs\.\s[\d,]+\.\d\d/)
  })

  it('is told when the bank publishes, with its own amount by a price that is to come', async () => {
    // So the euro is notified together with the dollar once both are followed.
    await people.insist(EMMA, '/follow euro bcv', /^Done: /)
    expect(await choose(LUIS, '/ajustes', 'Avisos', 'Mi monto', '$200')).toContain('Mi monto: $200')
    firstAmounts = await euroAmounts()
    const before = await people.insist(LUIS, '/seguir bcv', /^Listo: te aviso .*BCV/)
    await people.act('publish')
    const [push = ''] = await people.heard(LUIS, before, 1, 30_000)
    // Banks do not publish at weekends: a price of then is in force at once.
    const isToCome = !isWeekend(dayOf(Date.now()))
    expect(push).toMatch(
      isToCome
        ? /^BCV (?:para|desde) .*: Bs\.\s[\d.]+,\d\d \(▲ .*\nHoy sigue /
        : /^▲ BCV {2}\$1 = Bs\.\s[\s\S]*\nAntes: /,
    )
    expect(/^Tus \$200 serán Bs\.\s[\d.]+,\d\d$/m.test(push)).toBe(isToCome)
  })

  it('is told of the dollar and the euro of the bank in one message, with its own amount of dollars', async () => {
    // The euro was published too; it is followed once its new price is known here.
    await expect.poll(euroAmounts, SOON).not.toEqual(firstAmounts)
    const before = await people.insist(LUIS, '/seguir euro bcv', /^Listo: te aviso .*Euro BCV/i)
    await people.act('publish')
    const pushes = await people.heard(LUIS, before, 1, 30_000)
    expect(pushes).toHaveLength(1)
    expect(pushes[0]).toMatch(/^\$ BCV(?: para el .*)?\n[\s\S]*\n€ Euro BCV(?: para el .*)?\n/)
    const isToCome = !isWeekend(dayOf(Date.now()))
    expect(/^ {2}tus \$200 serán Bs\.\s[\d.]+,\d\d$/m.test(pushes[0] ?? '')).toBe(isToCome)
  })

  it('sees its preferred monitor first, and alerts without a name are about it', async () => {
    const chosen = await choose(ANA, '/ajustes', 'Tasas preferidas', 'Más ›', '$ USDT', '‹ Atrás')
    expect(chosen).toContain('Tasas preferidas: $ USDT')
    expect(await people.ask(ANA, '/tasa')).toMatch(/^Tasas.*\n\$ USDT/)
    expect(await people.ask(ANA, '/alertas > 5.000')).toContain('Te aviso si USDT supera los')
    expect(await people.ask(ANA, '¿a cómo está el dólar?')).toMatch(/^USDT\n/)
    expect(await people.ask(ANA, '100 dólares')).toMatch(/^\$100 = .*\nUSDT: /)
    expect(await people.ask(ANA, '/tasa bcv')).toMatch(/^BCV\n/)
    const listed = await inlineTitles('')
    expect(listed.slice(0, 2)).toEqual(['Todas las tasas', expect.stringMatching(/^USDT: /)])
    expect(new Set(listed).size).toBe(listed.length)
    expect((await inlineTitles('me venden a 980'))[0]).toContain('Te venden a')
  })

  it('is answered in the language it chose', async () => {
    expect(await choose(ANA, '/ajustes', 'Idioma y números', 'English', '‹ Back')).toContain(
      'Language: English',
    )
    expect(await people.ask(ANA, '/tasa')).toMatch(/^Rates/)
    expect(await choose(ANA, '/settings', 'Language, numbers', 'Español', '‹ Atrás')).toContain(
      'Idioma: Español',
    )
  })

  it('exports everything that is kept, and deletes it', async () => {
    await choose(ANA, '/ajustes', 'Mis datos', 'Descargar mis datos')
    const sent = async () =>
      (await people.messages(ANA)).flatMap((one) => ('document' in one ? [one.document] : [])).at(-1)
    await expect.poll(sent, SOON).toBeDefined()
    const { file_id } = (await sent()) as { file_id: string }
    const file = await request(`${sandbox}/chat/files/${file_id}`)
    expect(await file.body.json()).toMatchObject({
      language: 'es',
      numberFormat: '1.234,56',
      preferredMonitors: ['page_gamma.usd'],
      alerts: [{ value: '5000' }],
    })
    await choose(ANA, '/ajustes', 'Mis datos', 'Borrar mis datos', 'Sí, borrar todo')
    expect(await choose(ANA, '/ajustes')).toContain('Tasas preferidas: las de siempre')
    // An alert that triggered before may still come.
    await people.insist(ANA, '/alertas', /Todavía no tienes alertas/)
  })

  it('lets only administrators of a group change them, and shows a refusal to the one who asked', async () => {
    const [member, owner] = [LUIS, ANA].map(({ user }) => ({ user, chat: GROUP })) as [typeof ANA, typeof ANA]
    const refused = 'Aquí solo los administradores pueden cambiar esto. En privado sí puedes hacerlo para ti.'
    expect(await people.ask(member, '/ajustes')).toBe(refused)
    expect((await people.messages(owner)).map(({ text }) => text)).not.toContain(refused)
    expect(await people.ask(owner, '/ajustes')).toContain('Ajustes')
  })
})
