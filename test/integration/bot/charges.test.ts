import { expect, test } from 'vitest'
import { captions, type Shown, startBot } from './harness.ts'

const ANA = { user: 10_000_001, chat: 10_000_001 }
const EMMA = { user: 10_000_003, chat: 10_000_003 }
const GROUP = { user: 10_000_002, chat: -1_001_000_000_001 }

const copied = (message: Shown) =>
  message.reply_markup?.inline_keyboard
    .flat()
    .flatMap((button) => ('copy_text' in button ? (button.copy_text as { text: string }).text : []))

test('a bill is charged, then paid in part by notes, each press adding one', async () => {
  const { ask, buttonData } = await startBot()
  const bill = await ask(ANA, '/cobrar 12x25+8')
  expect(bill.text).toMatch(
    /^\$308,00 = Bs\.\s107\.777,58\n12 × 25 \+ 8\nDólar oficial: \$1 = Bs\.\s349,9272/,
  )
  expect(captions(bill)).toEqual(['Copiar 107.777,58', 'Con IGTF', 'Pagó una parte'])
  expect(copied(bill)).toEqual(['107777,58'])

  const asked = await buttonData(ANA, bill, 'Pagó una parte')
  const fifty = await buttonData(ANA, asked.message, '+ $50')
  const hundred = await buttonData(ANA, fifty.message, '+ $50')
  expect(hundred.message.text).toContain('Falta: Bs.\u00a072.784,86 o $208,00')
  const done = await buttonData(ANA, hundred.message, '✓ Listo')
  expect(done.message.text).toContain('12 × 25 + 8')
  expect(captions(done.message)).toEqual(['Copiar 72.784,86', 'Con IGTF', 'Pagó una parte', 'Quitar el pago'])

  const taxed = await buttonData(ANA, done.message, 'Con IGTF')
  expect(taxed.message.text).toContain('con IGTF')
  expect(captions(taxed.message)).toContain('Sin IGTF')
  const again = await buttonData(ANA, taxed.message, 'Quitar el pago')
  expect(again.message.text).toContain('Si paga en divisas: $317,24 con IGTF')
})

test('the chat decides how bills are rounded, and whether they have the tax', async () => {
  const { ask, buttonData, chats } = await startBot()
  const settings = await ask(ANA, '/ajustes')
  expect(settings.text).toContain('Cobros: al céntimo, sin IGTF')
  const page = await buttonData(ANA, settings, 'Cobros')
  expect(captions(page.message)).toEqual(['✓ Al céntimo', 'Al bolívar', '✓ Sin IGTF', 'Con IGTF', '‹ Atrás'])
  const whole = await buttonData(ANA, page.message, 'Al bolívar')
  const taxed = await buttonData(ANA, whole.message, 'Con IGTF')
  expect(captions(taxed.message)).toEqual(['Al céntimo', '✓ Al bolívar', 'Sin IGTF', '✓ Con IGTF', '‹ Atrás'])
  expect(await chats.read(String(ANA.chat))).toMatchObject({ rounding: 'bolivar', isTaxed: true })
  const { text } = await ask(ANA, '/cobrar 20 paga 15 usd')
  expect(text).toContain('Bs.\u00a06.999,00')
  expect(text).toContain('IGTF 3 %')
})

test('everybody in a group may charge, in English too', async () => {
  const { ask } = await startBot()
  expect((await ask(GROUP, '/cobrar 20 paga 5.000 bs')).text).toContain('Falta: Bs.\u00a01.998,54 o $5,71')
  expect((await ask(ANA, '/charge 20 eur')).text).toMatch(/^€20,00 = Bs\.\s8\.204,00/)
  // The caption has the reader's numbers; what it copies has the banks' numbers.
  const [copy] = (await ask(EMMA, '/charge 20')).reply_markup?.inline_keyboard.flat() ?? []
  expect(copy).toEqual({ text: 'Copy 6,998.54', copy_text: { text: '6998,54' } })
})

test('what cannot be read is answered by an example, and nothing by the question', async () => {
  const { ask, buttonData } = await startBot()
  const question = await ask(ANA, '/cobrar')
  expect(question.text).toMatch(/^¿Cuánto cobras\?.*\n20\n12x25\+8\n/)
  expect((await buttonData(ANA, question, '$20')).message.text).toMatch(/^\$20,00 = Bs\.\s6\.998,54\n/)
  expect((await ask(ANA, '/cobrar 12x')).text).toContain('No puedo calcular «12 x».')
  expect((await ask(ANA, '/cobrar 20 manzanas')).text).toContain('No entiendo «manzanas».')
})

const TYPED_BILLS = [
  ['20', /^\$20,00 = Bs\.\s6\.998,54\n/],
  ['20 usd', /^\$20,00 = Bs\.\s6\.998,54\n/],
  ['20€', /^€20,00 = Bs\.\s8\.204,00\n/],
  ['12x25+8', /^\$308,00 = /],
  ['20 paga 15 usd y 2000 bs', /Vuelto|Falta/],
] as const

test('the message after /cobrar is charged, and the amount after that message is not', async () => {
  const { ask } = await startBot()
  for (const [amount, bill] of TYPED_BILLS) {
    await ask(ANA, '/cobrar')
    expect((await ask(ANA, amount)).text).toMatch(bill)
    expect((await ask(ANA, '50')).text).toBe('¿50 de qué?')
  }
})

test('what is paid is said in messages of its own, in a private chat, until nothing is left', async () => {
  const { ask } = await startBot()
  await ask(ANA, '/cobrar 20')
  expect((await ask(ANA, 'paga 15 usd')).text).toContain('Falta: Bs.\u00a01.749,63 o $5,00')
  expect((await ask(ANA, 'y paga 1.000 bs')).text).toContain('Falta: Bs.\u00a0749,63 o $2,14')
  expect((await ask(ANA, 'y 5 más')).text).toContain('Vuelto: Bs.\u00a01.000,00 o $2,86')
  expect((await ask(ANA, 'paga 50')).text).toContain('Vuelto: Bs.\u00a010.497,82 o $30,00')
  expect((await ask(ANA, '/charge 30')).text).toMatch(/^\$30,00 = /)
  expect((await ask(ANA, 'he pays 20 usd')).text).toContain('o $10,00')
})

test('a bill of a button or in words is gone on from too, and one of a group is not', async () => {
  const { ask, buttonData } = await startBot()
  await buttonData(ANA, await ask(ANA, '/cobrar'), '$50')
  expect((await ask(ANA, 'pagó 60')).text).toContain('o $10,00')
  const bill = await ask(ANA, 'cóbrame 12x25+8')
  expect((await ask(ANA, 'paga 300')).text).toContain('12 × 25 + 8')
  await buttonData(ANA, bill, 'Con IGTF')
  expect((await ask(ANA, 'paga 100')).text).toContain('IGTF 3 %')
  await ask(GROUP, '@tasa_sandbox_bot cobrar 20')
  expect((await ask(GROUP, '@tasa_sandbox_bot paga 15 usd')).text).toMatch(
    /^\$15 en bolívares\n.*oficial +5\.248,91/,
  )
})

test('a bill in one foreign money is paid in the other, through bolivares', async () => {
  const { ask, buttonData } = await startBot()
  const paid = await ask(ANA, '/cobrar 20 euros paga 15 usd')
  expect(paid.text.replaceAll('\u00a0', ' ')).toBe(
    [
      '€20,00 = Bs. 8.204,00',
      '                      $        Bs.',
      'Total             23,45   8.204,00',
      'Pagó $           −15,00  −5.248,91',
      'Falta              8,45   2.955,09',
      'Falta: Bs. 2.955,09 o $8,45',
      'Euro oficial: €1 = Bs. 410,20',
      'Dólar oficial: $1 = Bs. 349,9272',
      'Publicado a las 11:58 a. m.',
      'Fuente: Page alpha',
    ].join('\n'),
  )
  const again = await buttonData(ANA, paid, 'Quitar el pago')
  expect(again.message.text).toMatch(/^€20,00 = Bs\.\s8\.204,00\nEuro oficial: [^$]*$/)
  expect((await ask(ANA, 'paga 20 usd')).text).toMatch(/Falta: .* o \$3,45/)
  expect((await ask(ANA, 'y 5 euros')).text).toContain('Veo demasiadas divisas.')
})

test('who replies to the question of a group is charged there, and other replies are left alone', async () => {
  const { ask, act, heard, ignored } = await startBot()
  const question = await ask(GROUP, '/cobrar')
  const { message } = await act('send', { ...GROUP, text: '20 paga 15 usd', reply_to: question.message_id })
  const bill = await heard(GROUP, message.message_id)
  expect(bill.text).toMatch(/^\$20,00 = [\s\S]*o \$5,00/)
  expect(await ignored(GROUP, '20')).toBe(true)
})

test('after /cobrar what is no bill is answered as ever, and the question of a group takes nothing from a private chat', async () => {
  const { ask } = await startBot()
  await ask(GROUP, '/cobrar')
  expect((await ask(ANA, '50')).text).toBe('¿50 de qué?')
  await ask(ANA, '/cobrar')
  expect((await ask(ANA, 'gracias')).text).toContain('A la orden')
  expect((await ask(ANA, '50')).text).toMatch(/^\$50,00 = /)
})

test('without an official price the bill is refused in plain words', async () => {
  const { ask, prices } = await startBot()
  prices.set(prices.all().slice(0, 1))
  expect((await ask(ANA, '/cobrar 20 eur')).text).toBe('No tengo una tasa oficial para cobrar en esa moneda.')
  prices.set([])
  expect((await ask(ANA, '/cobrar 20')).text).toContain('Todavía no tengo precios')
})

test('a bill at another rate is charged at the official one, which is said', async () => {
  const { ask } = await startBot()
  const bill = await ask(ANA, 'cóbrame 20 dólares al paralelo y paga 10 usd')
  expect(bill.text).toMatch(/Falta: Bs\.\s3\.499,27 o \$10,00/)
  expect(bill.text).toMatch(/\nLas cuentas van siempre a la tasa oficial\.$/)
  expect((await ask(ANA, 'cobra 20 al oficial')).text).not.toContain('siempre')
  expect((await ask(EMMA, 'charge 20 at the parallel rate')).text).toContain('always at the official rate.')
})

test('a payment without its money says in which it was read, where that is not the bill’s', async () => {
  const { ask } = await startBot()
  await ask(ANA, 'cobrar 4')
  expect((await ask(ANA, 'me pagó 100')).text).toContain(
    'Leí el pago en bolívares: Bs.\u00a0100,00. Si era en otra moneda, escríbela con el monto.',
  )
  await ask(ANA, 'cobrar 4')
  expect((await ask(ANA, 'me pagó 100 bs')).text).not.toContain('Leí el pago')
  await ask(ANA, 'cobrar 4')
  expect((await ask(ANA, 'me pagó 5')).text).not.toContain('Leí el pago')
  await ask(ANA, 'cobrar 16.000 bs')
  expect((await ask(ANA, 'me pagó 10')).text).toContain('Leí el pago en divisas: $10,00.')
})
