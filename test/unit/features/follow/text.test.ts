import { expect, test } from 'vitest'
import { followAnswer, followed } from '../../../../src/features/follow/text.ts'
import { wordsIn } from '../../../../src/words/words.ts'
import { NOW, official, quoteOf } from '../samples.ts'

const es = wordsIn('es')
const en = wordsIn('en', 'es-VE')

test('a follow says what is followed, from which price, and what to know of it', () => {
  const quote = { ...official, simulated: true }
  expect(followed(es, { quote, others: [quoteOf()], now: NOW })).toBe(
    [
      'Listo: te aviso cuando cambie <b>el dólar oficial</b>.',
      '$1 = Bs.\u00a0349,93',
      'Hoy 349,93 · mañana jueves 22: 352,71 (▲ 0,79\u00a0%)',
      '<i>Precio simulado</i>',
      '¿Buscabas otra?',
    ].join('\n'),
  )
  expect(followed(en, { quote: quoteOf(), now: NOW })).toBe(
    'Done: I’ll tell you when <b>Dólar paralelo</b> changes.\n$1 = Bs.\u00a0812,40',
  )
})

test('a follow that begins with a least change says which', () => {
  expect(followed(es, { quote: quoteOf(), least: '0.5', now: NOW })).toContain(
    'Listo: te aviso cuando <b>el dólar paralelo</b> cambie 0,5\u00a0% o más.\n',
  )
  expect(followed(en, { quote: quoteOf(), least: '0.5', now: NOW })).toContain(
    'Done: I’ll tell you when <b>Dólar paralelo</b> changes by 0,5% or more.\n',
  )
})

test('the other answers to a follow and an unfollow name the monitor', () => {
  expect(followAnswer(es, 'alreadyFollowing', quoteOf())).toBe('Ya sigues <b>el dólar paralelo</b>.')
  expect(followAnswer(en, 'alreadyFollowing', quoteOf())).toBe('You already follow <b>Dólar paralelo</b>.')
  expect(followAnswer(es, 'unfollowed', quoteOf())).toBe('Listo: ya no te aviso del <b>dólar paralelo</b>.')
  expect(followAnswer(es, 'unfollowed', quoteOf({ title: 'BCV' }))).toBe(
    'Listo: ya no te aviso del <b>BCV</b>.',
  )
  expect(followAnswer(es, 'unfollowed', quoteOf({ title: 'USDT' }))).toBe(
    'Listo: ya no te aviso de <b>USDT</b>.',
  )
  expect(followAnswer(en, 'unfollowed', quoteOf())).toBe(
    'Done: I won’t tell you about <b>Dólar paralelo</b> anymore.',
  )
  expect(followAnswer(es, 'notFollowing', quoteOf())).toBe('No sigues <b>el dólar paralelo</b>.')
  expect(followAnswer(en, 'notFollowing', quoteOf())).toBe('You don’t follow <b>Dólar paralelo</b>.')
  expect(es.followsFull(50)).toBe('Ya sigues 50 tasas, el máximo. Quita una con /dejar.')
  expect(en.followsFull(50)).toBe('You already follow 50 rates, the maximum. Make room with /unfollow.')
})
