import fc from 'fast-check'
import { parseHtml } from 'telegram-sandbox'
import { expect, test } from 'vitest'
import { alertFault, alertList, badAlertValue } from '../../../../src/features/alerts/text.ts'
import {
  badSetting,
  followedList,
  leastSet,
  settingsMessage,
} from '../../../../src/features/settings/text.ts'
import { LANGUAGES, wordsIn } from '../../../../src/words/words.ts'
import { alertOf, NOW, official, parallel, quoteOf } from '../../../unit/features/samples.ts'

const TEXT_LENGTH_MAX = 4_096

test('hostile titles and texts give HTML that Telegram takes, and not too much of it', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 300, unit: 'binary' }),
    fc.constantFrom('<b>', '&amp;', '</code>', '\u202e'),
  )
  fc.assert(
    fc.property(fc.constantFrom(...LANGUAGES), text, text, (language, title, typed) => {
      const quote = quoteOf({ ...official, title, stale: true, monitor: { ...parallel.monitor, key: title } })
      const said = wordsIn(language)
      const subject = { titles: [quote, quote], quotes: [quote, quote], now: '1' } as const
      const alerts = Array.from({ length: 8 }, () =>
        alertOf({ subject, cooldownSeconds: 60, until: NOW, once: true }),
      )
      const many = Array.from({ length: 50 }, () => ({ ...quote, least: '0.123456' }))
      const charging = { rounding: 'bolivar', isTaxed: true } as const
      const settings = {
        hasDarkCharts: false,
        ownAmount: '100',
        zone: 'America/Argentina/Buenos_Aires',
        defaults: many.slice(0, 10),
        charging,
      }
      for (const html of [
        alertList(said, { alerts, count: 50, max: 50, now: NOW }),
        badAlertValue(said, typed, 'above'),
        badAlertValue(said, typed, 'percent'),
        alertFault(said, { fault: 'no_signal', example: quote }),
        alertFault(said, { fault: 'strange_sign', word: typed, example: quote }),
        settingsMessage(said, settings),
        followedList(said, many),
        badSetting(said, 'badZone', typed),
        leastSet(said, quote, '1'),
      ])
        expect(parseHtml(html).text.length).toBeLessThanOrEqual(TEXT_LENGTH_MAX)
    }),
    { numRuns: 30 },
  )
})
