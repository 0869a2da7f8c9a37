import { expect, test } from 'vitest'
import { followAnswer, followed } from '../../../../src/features/follow/text.ts'
import { en, es, NOW, official, quoteOf } from '../samples.ts'

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

test.each([
  [es, 'alreadyFollowing', 'Dólar paralelo', 'Ya sigues <b>el dólar paralelo</b>.'],
  [en, 'alreadyFollowing', 'Dólar paralelo', 'You already follow <b>Dólar paralelo</b>.'],
  [es, 'unfollowed', 'Dólar paralelo', 'Listo: ya no te aviso del <b>dólar paralelo</b>.'],
  [es, 'unfollowed', 'BCV', 'Listo: ya no te aviso del <b>BCV</b>.'],
  [es, 'unfollowed', 'USDT', 'Listo: ya no te aviso de <b>USDT</b>.'],
  [en, 'unfollowed', 'Dólar paralelo', 'Done: I won’t tell you about <b>Dólar paralelo</b> anymore.'],
  [es, 'notFollowing', 'Dólar paralelo', 'No sigues <b>el dólar paralelo</b>.'],
] as const)('another answer to a follow names the monitor: %#', (words, answer, title, said) => {
  expect(followAnswer(words, answer, quoteOf({ title }))).toBe(said)
})
