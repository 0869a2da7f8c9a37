import { GROUP_ID, LUIS } from 'telegram-sandbox'
import { expect, test } from 'vitest'
import { emma, type Place, startBot } from './harness.ts'
import { monitor, NOON, QUOTES, quote } from './memory.ts'

interface Result {
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly content: { readonly text: string }
  readonly reply_markup?: { readonly inline_keyboard: readonly (readonly unknown[])[] }
}
interface Answer {
  readonly query_id: string
  readonly results: readonly Result[]
  readonly button?: { readonly text: string }
}

const luis = { user: LUIS.id, chat: GROUP_ID }

async function startInline() {
  const started = await startBot()
  const inline = async (place: Place, query: string): Promise<Answer> =>
    (await started.act('inline', { ...place, query })) as unknown as Answer
  return { ...started, inline }
}

test('@bot alone lists all rates in one message and each by itself', async () => {
  const { inline } = await startInline()
  const { results } = await inline(luis, '')
  expect(results.map(({ title }) => title)).toEqual([
    'Todas las tasas',
    'Dólar oficial: Bs.\u00a0349,93',
    'Euro oficial: Bs.\u00a0410,20',
    'Dólar paralelo: Bs.\u00a0812,40',
    'Promedio: Bs.\u00a0581,16',
  ])
  expect(results[1]).toMatchObject({ description: 'hace 2 min' })
})

test('each result shows price, age and whether it is simulated', async () => {
  const { inline, prices } = await startInline()
  prices.set([{ quote: { ...(QUOTES[2] ?? quote(monitor('a.b'), '', '1')), simulated: true }, asOf: NOON }])
  const { results } = await inline(emma, 'paralelo')
  expect(results.map(({ description }) => description)).toEqual(['2 min ago · simulated'])
  expect(results[0]?.content.text).toContain('$1 = Bs.\u00a0812.40')
  expect(results[0]?.content.text).toContain('2 min ago')
  expect(results[0]?.content.text).toContain('Simulated price')
  const converted = (await inline(emma, '100 usd')).results[0]
  expect(converted?.content.text).toContain('$100 = Bs.\u00a081,240.00')
  expect(converted?.content.text).toContain('Simulated price')
})

test.each([
  [
    'brecha',
    luis,
    'Brecha: 132,16\u00a0%',
    'El dólar paralelo está 132\u00a0% más caro que el dólar oficial',
  ],
  ['gap', emma, 'Gap: 132.16%', 'Dólar paralelo is 132% above Dólar oficial'],
  [
    'brecha promedio',
    luis,
    'Brecha: 66,08\u00a0%',
    'El promedio está 66\u00a0% más caro que el dólar oficial',
  ],
])(
  '@bot %s is one result with the sentence of the gap, posted in full',
  async (query, place, title, said) => {
    const { inline } = await startInline()
    const { results } = await inline(place, query)
    expect(results).toMatchObject([{ title, description: said }])
    expect(results[0]?.content.text).toContain(said)
  },
)

test('an amount is converted by each monitor, and posted with a button that copies it', async () => {
  const { inline, act } = await startInline()
  const { results, query_id } = await inline(luis, '5.000 bs')
  expect(results.map(({ title, description }) => `${title} / ${description}`)).toEqual([
    'Bs.\u00a05.000 = $14,29 / Dólar oficial · $1 = Bs.\u00a0349,93',
    'Bs.\u00a05.000 = $6,15 / Dólar paralelo · $1 = Bs.\u00a0812,40',
  ])
  const { message } = await act('choose', { ...luis, query_id, result_id: results[1]?.id ?? '' })
  expect(message).toMatchObject({
    text: 'Bs.\u00a05.000 = $6,15\nDólar paralelo: $1 = Bs.\u00a0812,40\nhace 2 min',
    reply_markup: { inline_keyboard: [[{ text: 'Copiar 6,15', copy_text: { text: '6,15' } }]] },
  })
})

test('amounts of two moneys are added up at the rates that have both', async () => {
  const { inline } = await startInline()
  const { results } = await inline(luis, '20$ y 5€')
  expect(results.map(({ title, description }) => [title, description])).toEqual([
    ['$20 + €5 = Bs.\u00a09.049,54', 'Dólar oficial + Euro oficial'],
  ])
  expect(results[0]?.content.text).toContain('€5 = Bs.\u00a02.051,00')
})

test('language and preferred monitors are those of the private chat', async () => {
  const { inline, chats } = await startInline()
  await chats.settings.setLanguage(String(LUIS.id), 'en')
  expect((await inline(luis, '')).results[0]?.title).toBe('All rates')
})

test('a query that cannot be read has no results, but a hint', async () => {
  const { inline } = await startInline()
  const { results, button } = await inline(luis, 'qwertyuiop')
  expect(results).toEqual([])
  expect(button?.text).toBe('Escribe 100 usd, 5000 bs o una tasa')
})

test('a past day is converted too, and a posted result is not answered', async () => {
  const { inline, client, act, seen } = await startInline()
  client.set(monitor('page_beta.usd'), { '2026-01-16': '790' })
  const { results, query_id } = await inline(emma, '100 usd 18-01-2026')
  expect(results.map(({ title }) => title)).toEqual(['$100 = Bs.\u00a079,000.00'])
  await act('choose', { ...emma, query_id, result_id: results[0]?.id ?? '' })
  await inline(emma, '')
  expect((await seen(emma)).filter(({ from }) => from.is_bot)).toEqual([])
})

test('the sign of a currency finds its rate', async () => {
  const { inline } = await startInline()
  expect((await inline(luis, '€')).results.map(({ title }) => title)).toEqual([
    'Euro oficial: Bs.\u00a0410,20',
  ])
  expect((await inline(luis, '$')).results.map(({ title }) => title)).toEqual([
    'Dólar oficial: Bs.\u00a0349,93',
    'Dólar paralelo: Bs.\u00a0812,40',
  ])
})

test('a bill is posted with its amount to copy, and an offer with what it is worth', async () => {
  const { inline } = await startInline()
  const bill = (await inline(luis, 'cobrar 20 paga 15 usd')).results
  expect(bill).toMatchObject([
    {
      title: '$20,00 = Bs.\u00a06.998,54',
      reply_markup: { inline_keyboard: [[{ text: 'Copiar 1.749,63', copy_text: { text: '1749,63' } }]] },
    },
  ])
  const [offer] = (await inline(luis, 'me venden a 780')).results
  expect(offer?.title).toBe('Te venden a Bs.\u00a0780,00')
  expect(offer?.description).toBe('✓ Te conviene: es 3,99\u00a0% más barato que el paralelo.')
})
