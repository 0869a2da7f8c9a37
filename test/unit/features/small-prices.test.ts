import { expect, test } from 'vitest'
import { alertCard, alertFault, createdAlert } from '../../../src/features/alerts/text.ts'
import { triggeredAlert } from '../../../src/features/alerts/triggered-text.ts'
import { changesMessage, changesOfAll } from '../../../src/features/changes/text.ts'
import type { ConvertedRow } from '../../../src/features/convert/text.ts'
import { conversionMessage } from '../../../src/features/convert/text.ts'
import { digestMessage, movesMessage } from '../../../src/features/follow/moves-text.ts'
import { followed } from '../../../src/features/follow/text.ts'
import { gapMessage } from '../../../src/features/gap/text.ts'
import { historyCaption } from '../../../src/features/history/text.ts'
import { conversionResult, rateResult } from '../../../src/features/inline/text.ts'
import { overview, pinnedOverview } from '../../../src/features/rate/text.ts'
import { rateCard, shareText } from '../../../src/words/price.ts'
import { LANGUAGES, wordsIn } from '../../../src/words/words.ts'
import { MINUTE_MS, NOW, quoteOf, shown } from './samples.ts'

const DAY = '2026-01-21'
/** The Colombian peso: three prices of one day that read the same in two decimals. */
const peso = quoteOf({
  monitor: { page: 'page_beta', currency: 'dollar', key: 'cop' },
  title: 'Peso',
  price: '0.2125',
  priceOld: '0.2123',
})
const update = (price: string, minutesAgo: number) => ({ price, lastUpdate: NOW - minutesAgo * MINUTE_MS })
const summary = {
  open: { day: DAY, value: '0.2121' },
  close: { day: DAY, value: '0.2125' },
  high: { day: DAY, value: '0.2125' },
  low: { day: DAY, value: '0.2121' },
}
const subject = { titles: [peso], quotes: [peso], now: '0.2125' } as const
const alert = { id: 1, subject, kind: 'above', value: '0.22', once: false, paused: false } as const
const row: ConvertedRow = {
  quotes: [peso],
  prices: ['0.2125'],
  from: 'COP ',
  to: 'Bs.\u00a0',
  result: '0.2125',
  asOf: NOW,
}

test.each(LANGUAGES)('a price below 1 has four significant digits in every message: %s', (language) => {
  const words = wordsIn(language, 'es-VE')
  const at = { asOf: NOW, now: NOW }
  const move = { quote: peso, from: '0.2121', fromAt: NOW - MINUTE_MS }
  const conversion = { amount: '1', rows: [row], now: NOW } as const
  const updates = [update('0.2121', 30), update('0.2123', 20), update('0.2125', 10)]
  const day = { quote: peso, updates, before: '0.2120' }
  const texts = {
    rate: rateCard(words, { quote: peso, ...at }),
    overview: overview(words, { observedQuotes: [{ quote: peso, asOf: NOW }], now: NOW }),
    live: pinnedOverview(words, { observedQuotes: [{ quote: peso, asOf: NOW }], now: NOW }),
    move: movesMessage(words, { moves: [move], now: NOW }),
    moves: movesMessage(words, { moves: [move, move], now: NOW }),
    digest: digestMessage(words, { moves: [move], now: NOW }),
    triggered: triggeredAlert(words, {
      ...({ quotes: [peso], kind: 'above', value: '0.2122' } as const),
      ...{ from: '0.2121', to: '0.2125', at: NOW, newest: undefined, now: NOW },
    }),
    created: createdAlert(words, { alert, now: NOW }),
    alerts: alertCard(words, alert, NOW),
    conversion: conversionMessage(words, conversion),
    history: historyCaption(words, {
      span: { from: DAY, to: DAY },
      series: [{ quote: peso, summary }],
      now: NOW,
    }),
    changes: changesMessage(words, { ...day, day: DAY, now: NOW }),
    changesOfAll: changesOfAll(words, { day: DAY, monitors: [day], now: NOW }),
    gap: gapMessage(words, { quotes: [peso, quoteOf()], range: undefined, ...at }),
    followed: followed(words, { quote: peso, now: NOW }),
    shareText: shareText(words, peso, NOW),
    inline: rateResult(words, peso, NOW).title,
    inlineConversion: conversionResult(words, conversion).title,
  }
  const withoutDigits = Object.entries(texts).filter(([, text]) => !shown(text).includes('0,2125'))
  expect(withoutDigits).toEqual([])
})

test('the changes of a price below 1 are told apart', () => {
  const updates = [update('0.2121', 30), update('0.2123', 20), update('0.2125', 10)]
  const text = changesMessage(wordsIn('es'), { quote: peso, updates, before: '0.2120', day: DAY, now: NOW })
  expect(shown(text)).toMatch(/0,2121 {2}0,0001 ▲\n.*0,2123 {2}0,0002 ▲\n.*0,2125 {2}0,0002 ▲/)
})

test('an example of an alert on a price below 1 has a price above it', () => {
  const text = alertFault(wordsIn('es'), { fault: 'no_signal', example: peso })
  expect(shown(text)).toContain('cop > 0,2338')
})
