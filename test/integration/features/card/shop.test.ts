import { ANA, EMMA, GROUP_ID } from 'telegram-sandbox'
import { expect, test } from 'vitest'
import { ana, CHAT, captions, emma, useBot } from '../../bot/harness.ts'

const { ask, buttonData, chats, talk } = await useBot()

const captionOf = (message: object): string => (message as { caption?: string }).caption ?? ''

test('a shop and its products behind the command are kept, said and shown, and can be taken back', async () => {
  const picture = await ask(ana, '/imagen Bodega La Esquina; harina pan 1,20; café 4,5')
  expect(captionOf(picture)).toBe('Guardado en tu imagen: Bodega La Esquina y 2 productos.')
  expect(captions(picture)).toEqual(['◻ Cuadrada', '☾ Oscura', 'Compartir', '🏪 Mi tienda', '↩ Deshacer'])
  expect(await chats.read(CHAT)).toMatchObject({
    shop: 'Bodega La Esquina',
    products: [
      { name: 'harina pan', price: '1.2' },
      { name: 'café', price: '4.5' },
    ],
  })
  const other = await ask(ana, 'hazme una imagen con los precios: arroz 1.5$ y azucar 2$')
  expect(captionOf(other)).toBe('Guardado en tu imagen: 2 productos. Reemplaza lo que tenías.')
  expect((await chats.read(CHAT)).products?.map(({ name }) => name)).toEqual(['arroz', 'azucar'])
  await buttonData(ana, other, '↩ Deshacer')
  const { shop, products } = await chats.read(CHAT)
  expect([shop, products?.map(({ name }) => name)]).toEqual(['Bodega La Esquina', ['harina pan', 'café']])
  const { answer } = await buttonData(ana, other, '↩ Deshacer')
  expect(JSON.stringify(answer)).toContain('ya no sirve')
})

test('one more product is added in words, or after + where the list is asked for', async () => {
  const names = async () => (await chats.read(CHAT)).products?.map(({ name, price }) => `${name} ${price}`)
  await ask(ana, '/imagen harina 1,20')
  expect(captionOf(await ask(ana, 'agrega café 4,5'))).toBe('Guardado en tu imagen: 1 producto más.')
  expect(await names()).toEqual(['harina 1.2', 'café 4.5'])
  const page = await ask(ana, '/imagen tienda')
  await buttonData(ana, page, 'Productos')

  const stocked = await ask(ana, '+ arroz 1,5\n+ Harina 1,30')
  expect(stocked.text).toContain('Productos: 3 de 12')
  expect(await names()).toEqual(['Harina 1.3', 'café 4.5', 'arroz 1.5'])
  await buttonData(ana, stocked, 'Productos')
  await ask(ana, 'agrega queso blanco 6')
  expect(await names()).toEqual(['Harina 1.3', 'café 4.5', 'arroz 1.5', 'queso blanco 6'])
  expect(captionOf(await ask(emma, '/image dark Corner Shop; rice 2'))).toBe(
    'Kept on your picture: Corner Shop and 1 product.',
  )
})

test('what cannot be read keeps nothing and says which line; a list longer than other arguments is read whole', async () => {
  const products = (count: number): string =>
    Array.from(
      { length: count },
      (_, at) => `un producto de nombre largo ${String.fromCharCode(97 + at)} 1`,
    ).join('; ')
  await talk(
    ['/imagen Bodega; harina 1,20; café', 'Me falta el precio en «café».'],
    [`/imagen ${'Bodega '.repeat(6)}; harina 1,20`, 'Ese nombre no cabe'],
    [`/imagen ${products(13)}`, 'Son demasiados.'],
  )
  expect(await chats.read(CHAT)).not.toHaveProperty('products')
  await ask(ana, `/imagen ${products(12)}`)
  expect((await chats.read(CHAT)).products).toHaveLength(12)
  await talk(['agrega harina 1,20', 'Son demasiados.'])
})

test('words about the picture or a rate are no name, and a name alone is kept', async () => {
  for (const text of ['/imagen', '/imagen oscura', '/imagen para whatsapp', '/imagen dólar paralelo'])
    expect(captionOf(await ask(ana, text))).toBe('')
  expect(await chats.read(CHAT)).not.toHaveProperty('shop')
  expect(captionOf(await ask(ana, '/imagen Bodega La Esquina'))).toBe(
    'Guardado en tu imagen: Bodega La Esquina.',
  )
})

test('in a group only administrators change what stands on the picture', async () => {
  const guest = { user: EMMA.id, chat: GROUP_ID }
  const answer = await ask(guest, '/image Corner Shop; rice 2')
  expect(answer.text).toContain('Only administrators')
  expect(await chats.read(String(GROUP_ID))).not.toHaveProperty('shop')
  expect(captionOf(await ask({ user: ANA.id, chat: GROUP_ID }, '/imagen Bodega; arroz 2'))).toContain(
    'Bodega',
  )
})
