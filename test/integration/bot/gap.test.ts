import { expect, test } from 'vitest'
import { wordsIn } from '../../../src/words/words.ts'
import { ana, captions, emma, useBot } from './harness.ts'
import { monitor, NOON, QUOTES, quote } from './memory.ts'

const { ask, buttonData, client, prices, talk } = await useBot()

test('/brecha compares the first two pages, with the range of 30 days asked for once', async () => {
  client.set(monitor('page_alpha.usd'), { '2026-01-12': '300', '2026-01-19': '345' })
  client.set(monitor('page_beta.usd'), { '2026-01-11': '720', '2026-01-15': '800' })
  const gap = await ask(ana, '/brecha')
  expect(gap.text).toBe(
    [
      'Brecha: 132,16\u00a0%',
      'El dólar paralelo está 132,16\u00a0% más caro que el dólar oficial',
      '$ Dólar oficial             349,93',
      '$ Dólar paralelo            812,40',
      'Diferencia en Bs.           462,47',
      '',
      'Últimos 30 días',
      'Mínima el 20/01           131,88\u00a0%',
      'Máxima el 18/01           166,67\u00a0%',
    ].join('\n'),
  )
  const news = [...QUOTES.slice(0, 2), quote(monitor('page_beta.usd'), 'Dólar paralelo', '820')]
  prices.set(news.map((one) => ({ quote: one, asOf: NOON })))
  const { message } = await buttonData(ana, gap, '↻ Actualizar')
  expect(message.text).toContain('Brecha: 134,33\u00a0%')
  const again = await buttonData(ana, message, '↻ Actualizar')
  expect(again.answer).toMatchObject({ answered: true, text: wordsIn('es').nothingNew })
  expect(client.state.asked).toBe(2)
})

test('/gap compares two named monitors, or one with the official one', async () => {
  await talk(emma, ['/gap page_beta.promedio vs page_beta.usd', 'Gap: 39.79%'])
  await talk(
    ana,
    ['/brecha promedio', '$ Dólar oficial'],
    ['/brecha usd', 'La brecha compara dos tasas distintas. Por ejemplo: /brecha bcv paralelo'],
    ['/brecha usd promedio page_beta.usd', /^La brecha compara dos/],
  )
  expect(captions(await ask(ana, '/brecha parlelo'))).toEqual(['$ Dólar paralelo'])
})

test('the gap is shown without its range while the API does not answer, and a missing pair is said', async () => {
  client.state.isDown = true
  await talk(ana, ['/brecha', /^Brecha: 132,16\s%[\s\S]*El historial no responde ahora/])
  prices.set(prices.all().slice(0, 1))
  await talk(ana, ['/brecha', /^Para una brecha hacen falta dos tasas/])
})
