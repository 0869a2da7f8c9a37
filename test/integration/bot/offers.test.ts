import { expect, test } from 'vitest'
import { ana, captions, member, useBot } from './harness.ts'
import { monitor, QUOTES, quote } from './memory.ts'

const { ask, press, prices, talk } = await useBot()

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
  await talk(member, ['/conviene 900', '✗ No te conviene: es 10,78\u00a0% más caro que el paralelo.'])
  await talk(ana, ['/worth sell at 900', 'Te compran a Bs.\u00a0900,00'])
})

test('USDT stands beside the others where there is a price of it, and euros are compared with the euro', async () => {
  const usdt = quote(monitor('binance.usdt'), 'USDT', '801')
  prices.set([...QUOTES, usdt].map((one) => ({ quote: one, asOf: 0 })))
  await talk(
    ana,
    ['me compran a 810', /oficial .*\n.*paralelo .*\nUSDT +801,00 +\+1,12\s%/],
    ['me venden 50 euros a 500', /€50 son Bs\.\s25\.000,00[\s\S]*es 21,89\s% más caro que la tasa oficial/],
  )
})

test('a price far from all others is no offer, and without prices there is none', async () => {
  for (const text of ['/conviene', 'me paga con 20', '/conviene 9,70', 'me venden a 98000'])
    await talk(ana, [text, /^¿Qué te ofrecen\?/])
  prices.set([])
  await talk(ana, ['me venden a 980', 'Todavía no tengo precios'])
})

test('a price of all that is offered is divided by how much that is', async () => {
  await talk(ana, [
    'me compra 100 dólares en 81 mil',
    /^Te compran a Bs\.\s810,00\n\$100 son Bs\.\s81\.000,00\n/,
  ])
})
