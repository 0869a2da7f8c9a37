import { expect, test } from 'vitest'
import { captions, startBot } from './harness.ts'
import { monitor, QUOTES, quote } from './memory.ts'

const ANA = { user: 10_000_001, chat: 10_000_001 }
const GROUP = { user: 10_000_002, chat: -1_001_000_000_001 }

test('an offer in plain words is compared, and turned round by a button', async () => {
  const { ask, buttonData } = await startBot()
  const sold = await ask(ANA, 'me venden 100$ en 780')
  expect(sold.text.split('\n').slice(0, 2)).toEqual([
    'Te venden a Bs.\u00a0780,00',
    '$100 son Bs.\u00a078.000,00',
  ])
  expect(sold.text).toContain(
    '✓ Te conviene: es 3,99\u00a0% más barato que el paralelo. Pagas Bs.\u00a03.240,00 menos.',
  )
  expect(captions(sold)).toEqual(['Me compran a 780,00'])
  const bought = await buttonData(ANA, sold, 'Me compran a 780,00')
  expect(bought.message.text).toContain('✗ No te conviene: te pagan 3,99\u00a0% menos que el paralelo.')
  expect(captions(bought.message)).toEqual(['Me venden a 780,00'])
})

test('it is a command too, for everybody in a group, in both languages', async () => {
  const { ask } = await startBot()
  expect((await ask(GROUP, '/conviene 900')).text).toContain(
    '✗ No te conviene: es 10,78\u00a0% más caro que el paralelo.',
  )
  expect((await ask(ANA, '/worth sell at 900')).text).toContain('Te compran a Bs.\u00a0900,00')
  expect((await ask(ANA, '/conviene')).text).toMatch(/^¿Qué te ofrecen\?/)
})

test('USDT stands beside the others where there is a price of it, and euros are compared with the euro', async () => {
  const { ask, prices } = await startBot()
  const usdt = quote(monitor('binance.usdt'), 'USDT', '801')
  prices.set([...QUOTES, usdt].map((one) => ({ quote: one, asOf: 0 })))
  expect((await ask(ANA, 'me compran a 810')).text).toMatch(
    /oficial .*\n.*paralelo .*\nUSDT +801,00 +\+1,12\u00a0%/,
  )
  const euros = (await ask(ANA, 'me venden 50 euros a 500')).text
  expect(euros).toContain('€50 son Bs.\u00a025.000,00')
  expect(euros).toContain('es 21,89\u00a0% más caro que la tasa oficial')
})

test('a price far from all others is no offer: it asks for one', async () => {
  const { ask } = await startBot()
  for (const text of ['me paga con 20', '/conviene 9,70', 'me venden a 98000'])
    expect((await ask(ANA, text)).text).toMatch(/^¿Qué te ofrecen\?/)
})

test('without prices it says so', async () => {
  const { ask, prices } = await startBot()
  prices.set([])
  expect((await ask(ANA, 'me venden a 980')).text).toContain('Todavía no tengo precios')
})
