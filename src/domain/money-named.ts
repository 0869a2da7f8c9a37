import type { Currency, Quote } from './monitor.ts'

const EUROS = /^(?:eur|euros?|€)$/
const DOLLARS = /^(?:usd[tc]?|d[oó]lar(?:es)?|dollars?|\$)$/
/** What some servers list among the dollars: the currencies of the neighbours and of the central bank's own list. */
const CODES = new Set(
  (
    'cny try rub cop brl ars clp pen mxn bob uyu pyg gbp chf jpy cad aud dop crc cup krw inr sek nok dkk nzd hkd sgd ttd ' +
    'ang awg gyd aed'
  ).split(' '),
)
const CODE_NAMED: ReadonlyMap<string, string> = new Map([
  ['yuan', 'CNY'],
  ['lira', 'TRY'],
  ['rublo', 'RUB'],
  ['ruble', 'RUB'],
])
const AMBIGUOUS = /^(?:pesos?|francos?|libras?|coronas?|yen|won|rupias?|d[ií]nar|reales|soles)$/
/** Of three letters like a currency's code, and none: sources of prices in dollars. */
const SOURCES = new Set(['bcv', 'p2p', 'dtd', 'dtv'])

type Money = Currency | string | undefined

type Named = Pick<Quote, 'monitor' | 'title'>

/**
 * The money that a monitor prices: dollars, euros, or the code of another. Servers list others among the dollars, so its key
 * and its title count before its place; undefined where they name one that we do not know.
 */
export function moneyNamed({ monitor: { currency, key }, title }: Named): Money {
  const inKey = wordsOf(key)
  const inTitle = wordsOf(title)
  for (const words of [inKey, inTitle]) {
    if (words.some((word) => EUROS.test(word))) return 'euro'
    if (words.some((word) => DOLLARS.test(word))) return 'dollar'
    const code = words.find((word) => CODES.has(word)) ?? words.find((word) => CODE_NAMED.has(word))
    if (code !== undefined) return CODE_NAMED.get(code) ?? code.toUpperCase()
  }
  if (inTitle.some((word) => AMBIGUOUS.test(word)) || isUnknownCode(key)) return undefined
  return currency
}

/** The same as a side of a conversion: where it is neither dollars nor euros, the currency of its place. */
export function currencyMeant(quote: Named): Currency {
  const money = moneyNamed(quote)
  return money === 'dollar' || money === 'euro' ? money : quote.monitor.currency
}

/** Whether a monitor is the euro beside a dollar of its page, which who names the page may mean. */
export const isEuroBeside = (dollar: Named, other: Named): boolean =>
  other.monitor.page === dollar.monitor.page && moneyNamed(other) === 'euro' && moneyNamed(dollar) !== 'euro'

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\d]+|[$€]/gu) ?? []

const isUnknownCode = (key: string): boolean => /^[a-z]{3}$/.test(key) && !SOURCES.has(key)
