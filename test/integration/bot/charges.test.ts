import { expect, test } from 'vitest'
import { ana, CHAT, captions, emma, member, type Shown, useBot } from './harness.ts'

const { ask, chats, heard, ignored, lines, press, prices, talk, talkAs } = await useBot()

const copied = (message: Shown) =>
  message.reply_markup?.inline_keyboard
    .flat()
    .flatMap((button) => ('copy_text' in button ? (button.copy_text as { text: string }).text : []))

test('a bill is charged, then paid in part by notes, each press adding one', async () => {
  const bill = await ask(ana, '/cobrar 12x25+8')
  expect(bill.text).toMatch(
    /^\$308,00 = Bs\.\s107\.777,58\n12 × 25 \+ 8\nDólar oficial: \$1 = Bs\.\s349,9272/,
  )
  expect(captions(bill)).toEqual(['Copiar 107.777,58', 'Con IGTF', 'Pagó una parte', 'Compartir'])
  expect(copied(bill)).toEqual(['107777,58'])

  const hundred = await press(ana, bill, 'Pagó una parte', '+ $50', '+ $50')
  expect(hundred.text).toContain('Falta: Bs.\u00a072.784,86 o $208,00')
  const done = await press(ana, hundred, '✓ Listo')
  expect(done.text).toContain('12 × 25 + 8')
  expect(captions(done)).toEqual([
    'Copiar 72.784,86',
    'Con IGTF',
    'Pagó una parte',
    'Quitar el pago',
    'Compartir',
  ])

  const taxed = await press(ana, done, 'Con IGTF')
  expect(taxed.text).toContain('con IGTF')
  expect(captions(taxed)).toContain('Sin IGTF')
  expect((await press(ana, taxed, 'Quitar el pago')).text).toContain('Si paga en divisas: $317,24 con IGTF')
})

test('the chat decides how bills are rounded, and whether they have the tax', async () => {
  const page = await press(ana, await ask(ana, '/ajustes'), 'Cobros')
  expect(page.text).toContain('Ahora: al céntimo, sin IGTF.')
  expect(captions(page)).toEqual(['Al bolívar', 'Con IGTF', 'Mi tasa', 'Pago móvil', '‹ Atrás'])
  const taxed = await press(ana, page, 'Al bolívar', 'Con IGTF')
  expect(captions(taxed)).toEqual(['Al céntimo', 'Sin IGTF', 'Mi tasa', 'Pago móvil', '‹ Atrás'])
  expect(await chats.read(CHAT)).toMatchObject({ rounding: 'bolivar', isTaxed: true })
  await talk(['/cobrar 20 paga 15 usd', /Bs\.\s6\.999,00[\s\S]*IGTF 3 %/])
})

test('everybody in a group may charge, in English too', async () => {
  await talkAs(member, ['/cobrar 20 paga 5.000 bs', 'Falta: Bs.\u00a01.998,54 o $5,71'])
  await talk(['/charge 20 eur', /^€20,00 = Bs\.\s8\.204,00/])
  // The caption has the reader's numbers; what it copies has the banks' numbers.
  const [copy] = (await ask(emma, '/charge 20')).reply_markup?.inline_keyboard.flat() ?? []
  expect(copy).toEqual({ text: 'Copy 6,998.54', copy_text: { text: '6998,54' } })
})

test('dollars are charged at the euro where a shop does so, and what is paid counts at it too', async () => {
  const bill = await ask(ana, '/cobrar 20$ a euro')
  expect(bill.text).toMatch(/^\$20,00 = Bs\.\s8\.204,00\n.*€1 = Bs\.\s410,20/)
  expect(bill.text).not.toContain('oficial: $1')
  const part = await press(ana, bill, 'Pagó una parte', '+ $10')
  expect(part.text).toContain('Falta: Bs.\u00a04.102,00 o $10,00')
  await talk(['y 4102 bs', /Pago completo/])
})

test('what cannot be read is answered by an example, and nothing by the question', async () => {
  const question = await ask(ana, '/cobrar')
  expect(question.text).toMatch(/^¿Cuánto cobras\?.*\n20\n12x25\+8\n/)
  expect((await press(ana, question, '$20')).text).toMatch(/^\$20,00 = Bs\.\s6\.998,54\n/)
  await talk(['/cobrar 12x', 'No puedo calcular «12 x».'], ['/cobrar 20 manzanas', 'No entiendo «manzanas».'])
})

test('the message after /cobrar is charged, and the amount after that message is not', async () => {
  for (const [amount, bill] of [
    ['20', /^\$20,00 = Bs\.\s6\.998,54\n/],
    ['20€', /^€20,00 = Bs\.\s8\.204,00\n/],
    ['12x25+8', /^\$308,00 = /],
    ['20 paga 15 usd y 2000 bs', /Vuelto|Falta/],
  ] as const)
    await talk(['/cobrar', /^¿Cuánto/], [amount, bill], ['50', '50 en bolívares'])
})

test('what is paid is said in messages of its own, in a private chat, until nothing is left', async () => {
  await talk(
    ['/cobrar 20', ''],
    ['paga 15 usd', 'Falta: Bs.\u00a01.749,63 o $5,00'],
    ['y paga 1.000 bs', 'Falta: Bs.\u00a0749,63 o $2,14'],
    ['y 5 más', 'Vuelto: Bs.\u00a01.000,00 o $2,86'],
    ['paga 50', 'Vuelto: Bs.\u00a010.497,82 o $30,00'],
    ['/charge 30', /^\$30,00 = /],
    ['he pays 20 usd', 'o $10,00'],
  )
  await press(ana, await ask(ana, '/cobrar'), '$50')
  await talk(['pagó 60', 'o $10,00'])
  const bill = await ask(ana, 'cóbrame 12x25+8')
  await talk(['paga 300', '12 × 25 + 8'])
  await press(ana, bill, 'Con IGTF')
  await talk(['paga 100', 'IGTF 3 %'])
  await talkAs(
    member,
    ['@tasa_sandbox_bot cobrar 20', ''],
    ['@tasa_sandbox_bot paga 15 usd', /^\$15 en bolívares\n.*oficial +5\.248,91/],
  )
})

test('a bill in one foreign money is paid in the other, through bolivares', async () => {
  const paid = await ask(ana, '/cobrar 20 euros paga 15 usd')
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
  const again = await press(ana, paid, 'Quitar el pago')
  expect(again.text).toMatch(/^€20,00 = Bs\.\s8\.204,00\nEuro oficial: [^$]*$/)
  await talk(['paga 20 usd', /Falta: .* o \$3,45/], ['y 5 euros', 'Veo demasiadas divisas.'])
})

test('who replies to the question of a group is charged there, and other replies are left alone', async () => {
  const { message_id } = await ask(member, '/cobrar')
  await talkAs({ ...member, reply_to: message_id }, ['20 paga 15 usd', /^\$20,00 = [\s\S]*o \$5,00/])
  expect(await ignored(member, '20')).toBe(true)
})

test('after /cobrar what is no bill is answered as ever, and the question of a group takes nothing from a private chat', async () => {
  await talkAs({ ...ana, chat: member.chat }, ['/cobrar', ''])
  await talk(['50', '50 en bolívares'], ['/cobrar', ''], ['gracias', 'A la orden'], ['50', /^\$50,00 = /])
})

test('without an official price the bill is refused in plain words', async () => {
  prices.set(prices.all().slice(0, 1))
  await talk(['/cobrar 20 eur', 'No tengo una tasa oficial para cobrar en esa moneda.'])
  prices.set([])
  await talk(['/cobrar 20', 'Todavía no tengo precios'])
})

test('a bill is charged at the rate that it names, also by its buttons and in what follows', async () => {
  const bill = await ask(ana, 'cóbrame 20 dólares al paralelo y paga 10 usd')
  expect(bill.text).toMatch(/Falta: Bs\.\s8\.124,00 o \$10,00[\s\S]*\nDólar paralelo: \$1 = Bs\.\s812,4/)
  const taxed = await press(ana, bill, 'Con IGTF')
  expect(taxed.text).toContain('Dólar paralelo: $1')
  await talk(['y paga 5 usd más', 'Dólar paralelo: $1'], ['cobra 20 al oficial', 'Dólar oficial: $1'])
  await talk(['cobrar 20', 'Dólar oficial: $1'], ['cobrar 20 eur al paralelo', 'la cuenta va a la oficial'])
  await talk(['/cobrar 20 al paralelo', 'Dólar paralelo: $1'])
  await talkAs(emma, ['charge 20 at the parallel rate', 'Dólar paralelo: $1'])
})

test('a payment without its money says in which it was read, where that is not the bill’s', async () => {
  const said = 'Leí el pago en bolívares: Bs.\u00a0100,00. Si era en otra moneda, escríbela con el monto.'
  for (const [bill, payment, answer] of [
    ['cobrar 4', 'me pagó 100', said],
    ['cobrar 4', 'me pagó 100 bs', /^(?!.*Leí el pago)/s],
    ['cobrar 4', 'me pagó 5', /^(?!.*Leí el pago)/s],
    ['cobrar 16.000 bs', 'me pagó 10', 'Leí el pago en divisas: $10,00.'],
  ] as const)
    await talk([bill, ''], [payment, answer])
})

test('a rate of the chat is set once, and counts sums and bills', async () => {
  const unset = await ask(ana, 'cobrar 20 a mi tasa')
  expect(unset.text).toBe('Todavía no tienes una tasa tuya. Ponla aquí:')
  const page = await press(ana, unset, 'Mi tasa', 'Escribir')
  expect((await heard(ana, page.message_id)).text).toContain('por ejemplo: 900')
  expect((await ask(ana, 'mucho')).text).toContain('No entiendo «mucho»')
  expect((await ask(ana, '900 bs')).text).toContain('Mi tasa: Bs.\u00a0900,00')
  expect(await chats.read(CHAT)).toMatchObject({ ownRate: '900' })
  expect((await ask(ana, '20$ a mi tasa')).text).toMatch(/^\$20 = Bs\.\s18\.000,00\n\$1 = Bs\.\s900,00/)
  expect((await ask(ana, 'mi tasa es 912,50')).text).toContain('912,50')
  expect((await ask(ana, '20$ a mi tasa')).text).toMatch(/^\$20 = Bs\.\s18\.250,00\n/)
  expect((await ask(ana, 'mi tasa es 900')).text).toContain('900,00')
  const bill = await ask(ana, 'cobrar 20 a mi tasa')
  expect(bill.text).toBe('$20,00 = Bs.\u00a018.000,00\nTasa acordada: $1 = Bs.\u00a0900,00')
  expect((await press(ana, bill, 'Con IGTF')).text).toContain('Tasa acordada: $1 = Bs.\u00a0900,00')
  expect((await ask(ana, 'paga 15 usd')).text).toContain('Falta: Bs.\u00a04.896,00 o $5,60 con IGTF')
  expect((await ask(ana, 'cobrar 20 a 950')).text).toContain('$20,00 = Bs.\u00a019.000,00')
})

test('a shared bill says where it is paid, and no log does', async () => {
  const page = await press(ana, await ask(ana, '/ajustes'), 'Cobros', 'Pago móvil', 'Escribir')
  expect((await heard(ana, page.message_id)).text).toContain('banco, teléfono y cédula')
  expect((await ask(ana, '0102')).text).toContain('Me falta algo en «0102»')
  const kept = await ask(ana, 'Banesco 0414-7654321 V-18.765.432')
  expect(kept.text).toContain('Pago móvil: Banesco (0134) · 0414-7654321 · V-18765432')
  const bill = await ask(ana, 'cobrar 20')
  await press(ana, bill, 'Compartir')
  expect((await heard(ana, bill.message_id)).text).toMatch(
    /^\$20,00 = Bs\.\s6\.998,54\n[\s\S]*\nPago móvil:\nBanesco \(0134\)\n0414-7654321\nV-18765432\n.* · @tasa_sandbox_bot$/,
  )
  const rate = await ask(ana, 'bcv')
  await press(ana, rate, 'Compartir')
  expect((await heard(ana, rate.message_id)).text).not.toContain('Pago móvil')
  expect(lines.join()).not.toMatch(/7654321|18765432/)
  await press(ana, await ask(ana, '/ajustes'), 'Cobros', 'Pago móvil', 'Borrar estos datos')
  expect((await chats.read(CHAT)).payTo).toBeUndefined()
})
