import { moneyNamed } from '../../domain/money-named.ts'
import { monitorName, type Quote } from '../../domain/monitor.ts'
import { MONEY_NAMED, PHRASES, WORDS } from '../lexicon.ts'
import { unitOf } from '../names.ts'
import { tokensOf } from '../tokens.ts'
import { MEANINGS, type Meaning, meaningByName, meaningOf } from './meaning.ts'

/** Monitors that a phrase names, the one meant first. */
export interface Phrase {
  readonly quotes: readonly Quote[]
  /** It is a currency, and no place where one is traded. */
  readonly isMoney: boolean
  /** Its server gave the monitor this name. */
  readonly isAlias: boolean
}

/** Words for a currency, and no place where one is traded. */
const MONEY_WORDS = new Set(['usdt', 'tether', ...MONEY_NAMED.keys()])

/** A name without accents, articles and signs, for comparing. */
export const plainName = (text: string): string =>
  (tokensOf(text.slice(0, 200).replaceAll('_', ' ')) ?? [])
    .filter(({ kind, text: word }) => kind !== 'sign' && !WORDS.glue.has(word))
    .map(({ text: word }) => word)
    .join(' ')

/** The same without words for dollars and euros: `paralelo` of `Dólar paralelo`. */
const withoutCurrency = (name: string): string =>
  name
    .split(' ')
    .filter((text) => unitOf({ kind: 'word', text, raw: text })?.kind !== 'currency')
    .join(' ')

/** Every phrase that names a monitor. Earlier rules win: aliases, keys, titles, pages, then the words that people use. */
export function phrasesOf(quotes: readonly Quote[]): ReadonlyMap<string, Phrase> {
  const phrases = new Map<string, Phrase>()
  const add = (name: string, named: readonly Quote[], isAlias = false): void => {
    if (name === '' || named.length === 0 || phrases.has(name)) return
    phrases.set(name, { quotes: named, isMoney: MONEY_WORDS.has(name), isAlias })
  }
  const addAll = (named: readonly (readonly [string, Quote])[]): void => {
    for (const [name, same] of Map.groupBy(named, ([text]) => text))
      add(name, dollarsFirst(same.map(([, quote]) => quote)))
  }
  const aliases = quotes.flatMap((quote) =>
    (quote.aliases ?? []).map((alias) => [plainName(alias), quote] as const),
  )
  for (const [name, quote] of aliases) add(name, [quote], true)
  addAll(quotes.map((quote) => [monitorName(quote.monitor).toLowerCase(), quote]))
  addAll(quotes.map((quote) => [quote.monitor.key.toLowerCase(), quote]))
  addAll(quotes.map((quote) => [plainName(quote.title), quote]))
  addAll(quotes.map((quote) => [withoutCurrency(plainName(quote.title)), quote]))
  for (const page of Map.groupBy(quotes, ({ monitor }) => monitor.page).values()) addPage(page, add)
  for (const [name, code] of MONEY_NAMED)
    add(
      name,
      quotes.filter((quote) => moneyNamed(quote) === code),
    )
  for (const meaning of MEANINGS) for (const name of PHRASES[meaning]) add(name, meantBy(meaning, quotes))
  return phrases
}

/** A page's title names its dollar, if it has one, or the one with an alias out of the title. */
function addPage(page: readonly Quote[], add: (name: string, named: readonly Quote[]) => void): void {
  const name = plainName(page[0]?.source ?? '')
  const dollars = page.filter(isDollar)
  const own = dollars.filter(({ aliases = [] }) => aliases.some((alias) => name.split(' ').includes(alias)))
  const [meant, ...others] = own.length > 0 ? own : dollars.length > 0 ? dollars : page
  if (meant && others.length === 0) add(name, [meant])
}

const isDollar = (quote: Quote): boolean => moneyNamed(quote) === 'dollar'
const dollarsFirst = (quotes: readonly Quote[]): Quote[] =>
  quotes.toSorted((a, b) => Number(isDollar(b)) - Number(isDollar(a)))

/** The dollar that people mean: by its own names before those of its page, in page order. */
function meantBy(meaning: Meaning, quotes: readonly Quote[]): readonly Quote[] {
  const meant = quotes.filter((quote) => isDollar(quote) && meaningOf(quote) === meaning)
  const [best] = [...meant.filter((quote) => meaningByName(quote) === meaning), ...meant]
  return best ? [best] : []
}
