import { expect, test } from 'vitest'
import { captions, type Shown, startBot } from './harness.ts'

const ANA = { user: 10_000_001, chat: 10_000_001 }
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
  expect(copied(bill)).toEqual(['107.777,58'])

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
})

test('what cannot be read is answered by an example, and nothing by the question', async () => {
  const { ask, buttonData } = await startBot()
  const question = await ask(ANA, '/cobrar')
  expect(question.text).toMatch(/^¿Cuánto cobras\?.*\n20\n12x25\+8\n/)
  expect((await buttonData(ANA, question, '$20')).message.text).toMatch(/^\$20,00 = Bs\.\s6\.998,54\n/)
  expect((await ask(ANA, '/cobrar 12x')).text).toContain('No puedo calcular «12 x».')
  expect((await ask(ANA, '/cobrar 20 manzanas')).text).toContain('No entiendo «manzanas».')
})

test.each([
  ['20', /^\$20,00 = Bs\.\s6\.998,54\n/],
  ['20 usd', /^\$20,00 = Bs\.\s6\.998,54\n/],
  ['20€', /^€20,00 = Bs\.\s8\.204,00\n/],
  ['12x25+8', /^\$308,00 = /],
  ['20 paga 15 usd y 2000 bs', /Vuelto|Falta/],
])('%s in the message after /cobrar is charged, and the amount after it is not', async (amount, bill) => {
  const { ask } = await startBot()
  await ask(ANA, '/cobrar')
  expect((await ask(ANA, amount)).text).toMatch(bill)
  expect((await ask(ANA, '50')).text).toBe('¿50 de qué?')
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
