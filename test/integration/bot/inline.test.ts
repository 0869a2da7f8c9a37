import { expect, test } from 'vitest'
import { emma, type InlineAnswer, member, useBot } from './harness.ts'
import { monitor, NOON, QUOTES } from './memory.ts'

const { act, chats, client, inline, prices, seen } = await useBot()

/** The titles of the results, each with its description behind a slash. */
const listed = ({ results }: InlineAnswer): string[] =>
  results.map(({ title, description }) => `${title} / ${description}`.replaceAll('\u00a0', ' '))

test('@bot alone lists all rates in one message and each by itself', async () => {
  expect(listed(await inline(member, '')).map((one) => one.split(' / ')[0])).toEqual([
    'Todas las tasas',
    'Dólar oficial: Bs. 349,93',
    'Euro oficial: Bs. 410,20',
    'Dólar paralelo: Bs. 812,40',
    'Promedio: Bs. 581,16',
  ])
  expect(listed(await inline(member, '€'))).toEqual(['Euro oficial: Bs. 410,20 / hace 2 min'])
  expect(listed(await inline(member, '$'))).toEqual([
    'Dólar oficial: Bs. 349,93 / hace 2 min',
    'Dólar paralelo: Bs. 812,40 / hace 2 min',
  ])
  await chats.settings.setLanguage(String(member.user), 'en')
  expect((await inline(member, '')).results[0]?.title).toBe('All rates')
})

test('each result shows price, age and whether it is simulated', async () => {
  prices.set(QUOTES.slice(2, 3).map((one) => ({ quote: { ...one, simulated: true }, asOf: NOON })))
  const { results } = await inline(emma, 'paralelo')
  expect(results.map(({ description }) => description)).toEqual(['2 min ago · simulated'])
  expect(results[0]?.content.text).toMatch(/\$1 = Bs\.\s812\.40[\s\S]*2 min ago[\s\S]*Simulated price/)
  const [converted] = (await inline(emma, '100 usd')).results
  expect(converted?.content.text).toMatch(/\$100 = Bs\.\s81,240\.00[\s\S]*Simulated price/)
})

test.each([
  ['brecha', member, 'Brecha: 132,16 % / El dólar paralelo está 132,16 % más caro que el dólar oficial'],
  ['gap', emma, 'Gap: 132.16% / Dólar paralelo is 132.16% above Dólar oficial'],
  ['brecha promedio', member, 'Brecha: 66,08 % / El promedio está 66,08 % más caro que el dólar oficial'],
])('@bot %s is one result with the sentence of the gap, posted in full', async (query, place, said) => {
  const answer = await inline(place, query)
  expect(listed(answer)).toEqual([said])
  expect(answer.results[0]?.content.text).toContain(answer.results[0]?.description)
})

test('an amount is converted by each monitor, and posted with a button that copies it', async () => {
  const answer = await inline(member, '5.000 bs')
  expect(listed(answer)).toEqual([
    'Bs. 5.000 = $14,29 / Dólar oficial · $1 = Bs. 349,93',
    'Bs. 5.000 = $6,15 / Dólar paralelo · $1 = Bs. 812,40',
  ])
  const { query_id, results } = answer
  const { message } = await act('choose', { ...member, query_id, result_id: results[1]?.id ?? '' })
  expect(message).toMatchObject({
    text: 'Bs.\u00a05.000 = $6,15\nDólar paralelo: $1 = Bs.\u00a0812,40\nhace 2 min',
    reply_markup: { inline_keyboard: [[{ text: 'Copiar 6,15', copy_text: { text: '6,15' } }]] },
  })
})

test('amounts of two moneys are added up at the rates that have both', async () => {
  const answer = await inline(member, '20$ y 5€')
  expect(listed(answer)).toEqual(['$20 + €5 = Bs. 9.049,54 / Dólar oficial + Euro oficial'])
  expect(answer.results[0]?.content.text).toContain('€5 = Bs.\u00a02.051,00')
})

test('a query that cannot be read has no results, but a hint', async () => {
  const { results, button } = await inline(member, 'qwertyuiop')
  expect([results, button?.text]).toEqual([[], 'Escribe 100 usd, 5000 bs o una tasa'])
})

test('a past day is converted too, and a posted result is not answered', async () => {
  client.set(monitor('page_beta.usd'), { '2026-01-16': '790' })
  const { results, query_id } = await inline(emma, '100 usd 18-01-2026')
  expect(results.map(({ title }) => title)).toEqual(['$100 = Bs.\u00a079,000.00'])
  await act('choose', { ...emma, query_id, result_id: results[0]?.id ?? '' })
  await inline(emma, '')
  expect((await seen(emma)).filter(({ from }) => from?.is_bot)).toEqual([])
})

test('a bill is posted with its amount to copy, and an offer with what it is worth', async () => {
  expect((await inline(member, 'cobrar 20 paga 15 usd')).results).toMatchObject([
    {
      title: '$20,00 = Bs.\u00a06.998,54',
      reply_markup: { inline_keyboard: [[{ text: 'Copiar 1.749,63', copy_text: { text: '1749,63' } }]] },
    },
  ])
  expect(listed(await inline(member, 'me venden a 780'))).toEqual([
    'Te venden a Bs. 780,00 / ✓ Te conviene: es 3,99 % más barato que el paralelo.',
  ])
})
