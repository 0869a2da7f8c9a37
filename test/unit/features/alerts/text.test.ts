import { expect, test } from 'vitest'
import type { AlertView } from '../../../../src/features/alerts/text.ts'
import { alertCard, createdAlert, whenQuestion } from '../../../../src/features/alerts/text.ts'
import { triggeredAlert } from '../../../../src/features/alerts/triggered-text.ts'
import { alertOf, es, frozenEuro, NOW, official, parallel, shown } from '../samples.ts'

const carded = (alert: AlertView): string => shown(alertCard(es, alert, NOW))
const TOLD = { kind: 'above', at: NOW, now: NOW } as const
const gap = { titles: [official, parallel], quotes: [official, parallel], now: '26.123456' } as const

test.each([
  [
    alertOf(),
    '🔔 El dólar paralelo supera los Bs.\u00a0900,00\nEstá en Bs.\u00a0812,40: faltan Bs.\u00a087,60 (10,78\u00a0%).',
  ],
  [
    alertOf({ kind: 'below', value: '800' }),
    'baja de los Bs.\u00a0800,00\nEstá en Bs.\u00a0812,40: faltan Bs.\u00a012,40 (1,53\u00a0%).',
  ],
  [
    alertOf({ value: '0.0365' }),
    'supera los Bs.\u00a00,0365\nYa está por encima: Bs.\u00a0812,40. Te aviso la próxima vez que cruce.',
  ],
  [alertOf({ kind: 'below' }), 'baja de los Bs.\u00a0900,00\nYa está por debajo: Bs.\u00a0812,40.'],
  [
    alertOf({ kind: 'percent', value: '2.5', from: '800' }),
    'sube o baja 2,5\u00a0%\n▲ en Bs.\u00a0820,00 (+0,94\u00a0%)\n▼ en Bs.\u00a0780,00 (−3,99\u00a0%)',
  ],
  [
    alertOf({ subject: gap, value: '30' }),
    'La brecha entre el dólar oficial y el dólar paralelo supera el 30\u00a0%\nEstá en 26,12\u00a0%: faltan 3,88 puntos.',
  ],
  [alertOf({ paused: true, once: true }), '⏸ En pausa\nUna sola vez'],
  [alertOf({ cooldownSeconds: 21_600 }), 'Una vez cada 6 horas, como mucho'],
  [alertOf({ cooldownSeconds: 86_400 }), 'Una vez cada día, como mucho'],
  [alertOf({ cooldownSeconds: 5_400 }), 'Una vez cada 90 minutos, como mucho'],
  [alertOf({ until: Date.UTC(2026, 1, 1, 4) }), 'Hasta el 31 de enero de 2026'],
  [alertOf({ subject: { titles: [parallel], quotes: [], now: undefined } }), 'Sin precio por ahora.'],
])('the card of an alert says what it is and how far: %#', (alert, text) => {
  expect(carded(alert)).toContain(text)
})

test('an alert that was just made says that its price stands still', () => {
  const subject = { titles: [frozenEuro], quotes: [frozenEuro], now: '1410.2' } as const
  const html = createdAlert(es, { alert: alertOf({ subject, value: '1500' }), now: NOW })
  expect(shown(html)).toContain('⚠ sin actualizar desde el 19 de enero')
})

test('an alert on a price whose day has not come says so: when it is made, in the list and when it is told', () => {
  const subject = { titles: [official], quotes: [official], now: official.price } as const
  const alert = alertOf({ subject, value: '350' })
  expect(shown(createdAlert(es, { alert, now: NOW }))).toContain(
    'Para mañana jueves 22 ya está por encima: Bs.\u00a0352,71. Te aviso la próxima vez que cruce.\nHoy 349,93 · mañana jueves 22: 352,71 (▲ 0,79\u00a0%)\nCada vez',
  )
  expect(carded(alert)).toContain('\nHoy 349,93 · mañana jueves 22: 352,71 (▲ 0,79\u00a0%)')
  const told = { ...TOLD, value: '350', from: '349.9272', newest: undefined }
  expect(shown(triggeredAlert(es, { ...told, quotes: [official], to: official.price }))).toBe(
    [
      '🔔 El dólar oficial superó los Bs.\u00a0350 para mañana jueves 22',
      'Será 352,71',
      'Hoy sigue 349,93',
    ].join('\n'),
  )
  const ofToday = { ...told, quotes: [official] as const, to: '349.9272', newest: official.price }
  expect(shown(triggeredAlert(es, ofToday))).toMatch(
    /^🔔 El dólar oficial superó los Bs.\u00a0350\nLlegó a 349,93, .*\nSerá 352,71\nHoy sigue 349,93$/,
  )
})

test('a question about an alert says the price in force as that of now', () => {
  const subject = { titles: [official], quotes: [official], now: official.price, asOf: NOW } as const
  expect(shown(whenQuestion(es, subject))).toContain(
    'Ahora: Bs.\u00a0349,93\nHoy 349,93 · mañana jueves 22: 352,71 (▲ 0,79\u00a0%)\n',
  )
})

test('an alert on a gap says which of its two prices is for a day to come', () => {
  const alert = alertOf({ subject: gap, value: '30' })
  const line = '\nDólar oficial: hoy 349,93 · mañana jueves 22: 352,71 (▲ 0,79\u00a0%)'
  expect(shown(createdAlert(es, { alert, now: NOW }))).toContain(line)
  expect(carded(alert)).toContain(line)
  const told = { ...TOLD, value: '30', from: '29', to: '31', newest: '31' }
  expect(shown(triggeredAlert(es, { ...told, quotes: [official, parallel] }))).toMatch(
    /superó el 30\u00a0% para mañana jueves 22\nSerá 31,00\u00a0%\nHoy sigue 132,16\u00a0%$/,
  )
})

test('what is below zero has a minus, and no hyphen', () => {
  const alert = alertOf({ subject: { ...gap, now: '-3.5' }, kind: 'below', value: '-5' })
  expect(carded(alert)).toContain('baja del −5\u00a0%\nEstá en −3,50\u00a0%: faltan 1,50 puntos.')
  const view = { ...TOLD, kind: 'below', value: '-5', from: '-3.5', to: '-5.25', newest: '-6' } as const
  expect(shown(triggeredAlert(es, { ...view, quotes: [parallel, parallel] }))).toContain(
    'bajó del −5\u00a0%\nLlegó a −5,25\u00a0%, antes −3,50\u00a0%\nAhora: −6,00\u00a0%',
  )
})
