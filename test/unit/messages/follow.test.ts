import { expect, test } from 'vitest'
import { messagesIn } from '../../../src/messages/messages.ts'
import { NOW, official, quoteOf } from './samples.ts'

const es = messagesIn('es')
const en = messagesIn('en')

test('a follow says what is followed, from which price, and what to know of it', () => {
  const quote = { ...official, simulated: true }
  expect(es.followed({ quote, others: [quoteOf()], now: NOW })).toBe(
    [
      'Listo: avisaré aquí cuando cambie <b>Dólar oficial</b>.',
      '$1 = Bs.\u00a0352,71 · <code>page_alpha.usd</code>',
      'Hoy 349,93 · mañana jueves 22: 352,71 (▲ 0,79 %)',
      '<i>Precio simulado</i>',
      'Otras tasas que se llaman «usd»:',
    ].join('\n'),
  )
  expect(en.followed({ quote: quoteOf(), now: NOW })).toBe(
    'Done: I will tell this chat when <b>Dólar paralelo</b> changes.\n$1 = Bs.\u00a0812,40 · <code>page_beta.usd</code>',
  )
})

test('a follow that begins with a least change says which', () => {
  expect(es.followed({ quote: quoteOf(), least: '0.5', now: NOW })).toContain(
    'Listo: avisaré aquí cuando <b>Dólar paralelo</b> cambie 0,5\u00a0% o más.\n',
  )
  expect(en.followed({ quote: quoteOf(), least: '0.5', now: NOW })).toContain(
    'Done: I will tell this chat when <b>Dólar paralelo</b> changes by 0,5\u00a0% or more.\n',
  )
})

test('the other answers to a follow and an unfollow name the monitor', () => {
  const name = '<code>page_beta.usd</code>'
  expect(es.alreadyFollowing(quoteOf())).toBe(`<b>Dólar paralelo</b> ya se sigue aquí. ${name}`)
  expect(en.alreadyFollowing(quoteOf())).toBe(`This chat already follows <b>Dólar paralelo</b>. ${name}`)
  expect(es.unfollowed(quoteOf())).toBe(`Listo: no avisaré más de <b>Dólar paralelo</b>. ${name}`)
  expect(en.unfollowed(quoteOf())).toBe(`Done: no more news of <b>Dólar paralelo</b>. ${name}`)
  expect(es.notFollowing(quoteOf())).toBe(`<b>Dólar paralelo</b> no se sigue aquí. ${name}`)
  expect(en.notFollowing(quoteOf())).toBe(`This chat does not follow <b>Dólar paralelo</b>. ${name}`)
  expect(es.followsFull(50)).toBe('Ya se siguen 50 tasas aquí, el máximo. Quita una con /dejar.')
  expect(en.followsFull(50)).toBe('This chat follows 50 rates, the most it can. Drop one with /unfollow.')
})
