import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AlertView } from '../../../src/messages/alert.ts'
import { LANGUAGES } from '../../../src/messages/language.ts'
import { messagesIn } from '../../../src/messages/messages.ts'
import { parseHtml } from '../../../src/sandbox/html.ts'
import { frozenEuro, NOW, official, quoteOf, shown } from './samples.ts'

const TEXT_LENGTH_MAX = 4_096
const messages = messagesIn('es')
const parallel = quoteOf()

const alertOf = (more: Partial<AlertView> = {}): AlertView => ({
  id: 1,
  subject: { titles: [parallel], quotes: [parallel], now: '812.4' },
  kind: 'above',
  value: '900',
  once: false,
  paused: false,
  ...more,
})
const listed = (alert: AlertView): string =>
  shown(messages.alerts.list({ alerts: [alert], count: 1, max: 50 }))
const gap = { titles: [official, parallel], quotes: [official, parallel], now: '26.123456' } as const

test.each([
  [
    alertOf(),
    'Dólar paralelo pasa de Bs.\u00a0900,00\nEstá en Bs.\u00a0812,40: faltan Bs.\u00a087,60 (10,78 %).',
  ],
  [
    alertOf({ kind: 'below', value: '800' }),
    'baja de Bs.\u00a0800,00\nEstá en Bs.\u00a0812,40: faltan Bs.\u00a012,40 (1,53 %).',
  ],
  [
    alertOf({ value: '0.0365' }),
    'pasa de Bs.\u00a00,0365\nYa está por encima: Bs.\u00a0812,40. Avisaré la próxima vez que cruce.',
  ],
  [alertOf({ kind: 'below' }), 'baja de Bs.\u00a0900,00\nYa está por debajo: Bs.\u00a0812,40.'],
  [
    alertOf({ kind: 'percent', value: '2.5', from: '800' }),
    'sube o baja 2,5\u00a0%\n▲ en Bs.\u00a0820,00 (+0,94 %)\n▼ en Bs.\u00a0780,00 (−3,99 %)',
  ],
  [
    alertOf({ subject: gap, value: '30' }),
    'La brecha entre Dólar oficial y Dólar paralelo pasa de 30\u00a0%\nEstá en 26,12 %: faltan 3,88 puntos.',
  ],
  [alertOf({ paused: true, once: true }), '⏸ En pausa\nUna sola vez'],
  [alertOf({ cooldownSeconds: 21_600 }), 'Una vez cada 6 horas, como mucho'],
  [alertOf({ cooldownSeconds: 86_400 }), 'Una vez cada día, como mucho'],
  [alertOf({ cooldownSeconds: 5_400 }), 'Una vez cada 90 minutos, como mucho'],
  [alertOf({ until: Date.UTC(2026, 1, 1, 4) }), 'Hasta el 31 de enero de 2026'],
  [alertOf({ subject: { titles: [parallel], quotes: [], now: undefined } }), 'Sin precio por ahora.'],
])('an alert in the list says what it is and how far: %#', (alert, text) => {
  expect(listed(alert)).toContain(text)
})

test('an alert that was just made says that its price stands still', () => {
  const subject = { titles: [frozenEuro], quotes: [frozenEuro], now: '1410.2' } as const
  const html = messages.alerts.created({ alert: alertOf({ subject, value: '1500' }), now: NOW })
  expect(shown(html)).toContain('⚠ sin actualizar desde el 19 de enero')
})

test('hostile titles and texts give HTML that Telegram takes, and not too much of it', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 300, unit: 'binary' }),
    fc.constantFrom('<b>', '&amp;', '</code>', '\u202e'),
  )
  fc.assert(
    fc.property(fc.constantFrom(...LANGUAGES), text, text, (language, title, typed) => {
      const quote = quoteOf({ title, monitor: { ...parallel.monitor, key: title } })
      const said = messagesIn(language)
      const subject = { titles: [quote, quote], quotes: [quote, quote], now: '1' } as const
      const alerts = Array.from({ length: 8 }, () =>
        alertOf({ subject, cooldownSeconds: 60, until: NOW, once: true }),
      )
      const many = Array.from({ length: 50 }, () => ({ ...quote, least: '0.123456' }))
      const settings = { zone: 'America/Argentina/Buenos_Aires', defaults: many.slice(0, 10) }
      for (const html of [
        said.alerts.list({ alerts, count: 50, max: 50 }),
        said.alerts.badValue(typed),
        said.alerts.fault('no_signal', quote),
        said.settings.show(settings),
        said.settings.followedList(many),
        said.settings.badZone(typed),
        said.settings.leastSet(quote, '1'),
      ])
        expect(parseHtml(html).text.length).toBeLessThanOrEqual(TEXT_LENGTH_MAX)
    }),
  )
})
