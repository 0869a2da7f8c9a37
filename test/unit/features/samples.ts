import type { Quote } from '../../../src/domain/monitor.ts'
import type { AlertView } from '../../../src/features/alerts/text.ts'
import { wordsIn } from '../../../src/words/words.ts'

export const es = wordsIn('es')
/** With the numbers of Venezuela. */
export const en = wordsIn('en', 'es-VE')

/** Wednesday, 21 January 2026, 1:07 p. m. in Caracas, ms. */
export const NOW = Date.UTC(2026, 0, 21, 17, 7)
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/** 00:00 in Caracas on a day of January 2026. */
export const dayOfJanuary = (day: number): number => Date.UTC(2026, 0, day, 4)

/** Real prices, made up by nobody; published two minutes ago. The one before closed the day before. */
export const quoteOf = (more: Partial<Quote> = {}): Quote => ({
  close: { day: '2026-01-20', price: more.priceOld ?? '809.2' },
  monitor: { page: 'page_beta', currency: 'dollar', key: 'usd' },
  title: 'Dólar paralelo',
  image: null,
  price: '812.4',
  priceOld: '809.2',
  lastUpdate: NOW - 2 * MINUTE_MS,
  simulated: false,
  stale: false,
  ...more,
})

export const parallel = quoteOf()

export const official = quoteOf({
  monitor: { page: 'page_alpha', currency: 'dollar', key: 'usd' },
  title: 'Dólar oficial',
  price: '352.7063',
  priceOld: '349.9272',
  lastUpdate: dayOfJanuary(22),
  inForce: { price: '349.9272', lastUpdate: dayOfJanuary(21) },
})

/** Monday, 19 January 2026, 10 a. m. in Caracas, ms. */
export const MONDAY = Date.UTC(2026, 0, 19, 14)

/** The official dollar on a Monday, whose price was in force on Saturday and Sunday already. */
export const ofMonday = quoteOf({
  monitor: { page: 'page_alpha', currency: 'dollar', key: 'usd' },
  title: 'Dólar oficial',
  effectiveDay: true,
  price: '799.71',
  lastUpdate: dayOfJanuary(19),
  close: { day: '2026-01-18', price: '799.71' },
  weekCloses: [
    { day: '2026-01-15', price: '796', effectiveDay: '2026-01-15' },
    { day: '2026-01-16', price: '798.45', effectiveDay: '2026-01-16' },
    { day: '2026-01-17', price: '799.71', effectiveDay: '2026-01-19' },
    { day: '2026-01-18', price: '799.71', effectiveDay: '2026-01-19' },
  ],
})

export const frozenEuro = quoteOf({
  monitor: { page: 'page_alpha', currency: 'euro', key: 'eur' },
  title: 'Euro <oficial> & Co.',
  price: '1410.2',
  priceOld: '1415',
  lastUpdate: dayOfJanuary(19),
  stale: true,
})

/** An alert on the parallel dollar, at 812.4, to pass 900. */
export const alertOf = (more: Partial<AlertView> = {}): AlertView => ({
  id: 1,
  subject: { titles: [parallel], quotes: [parallel], now: parallel.price },
  kind: 'above',
  value: '900',
  once: false,
  paused: false,
  ...more,
})

/** The HTML as Telegram shows it: without tags, entities decoded. */
export const shown = (html: string): string =>
  html
    .replace(/<\/?(b|i|code|pre)>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
