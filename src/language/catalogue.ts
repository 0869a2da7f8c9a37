import {
  type Currency,
  type CurrencyCode,
  isNamed,
  MONEY_OF,
  moneyNamed,
  monitorName,
  monitorRef,
  type Quote,
} from '../domain/monitor.ts'
import {
  isBesideAmount,
  MONEY_NAMED,
  means,
  PHRASES,
  type Token,
  textAt,
  tokensOf,
  typedOf,
  unitOf,
  WORDS,
} from './tokens.ts'

/** What people mean by a rate of the dollar. */
const MEANINGS = ['official', 'parallel', 'average', 'exchange'] as const

export type Meaning = (typeof MEANINGS)[number]

const SAYS: readonly (readonly [Meaning, RegExp])[] = [
  ['parallel', /paralel|parallel|negro|black|(?:extra|no )oficial/],
  ['official', /bcv|oficial|official|banco central|central bank/],
  ['average', /promedio|average/],
  ['exchange', /usdt|binance|p2p/],
]

/** What a monitor is, as far as its key, aliases, title and page say; its own names count before those of its page. */
export function meaningOf(quote: Quote): Meaning | undefined {
  return meaningByName(quote) ?? meaningIn(`${quote.monitor.page} ${quote.source ?? ''}`)
}

/** The same by its own names alone. */
const meaningByName = ({ monitor, title, aliases = [] }: Quote): Meaning | undefined =>
  meaningIn([monitor.key, title, ...aliases].join(' '))

function meaningIn(text: string): Meaning | undefined {
  const words = text.toLowerCase().replaceAll('_', ' ')
  return SAYS.find(([, pattern]) => pattern.test(words))?.[0]
}

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
const plainName = (text: string): string =>
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

/** The names of all known monitors, as people say them. */
export interface Catalogue {
  /** The monitors that a text names: the one meant first, then others that may be meant; none if it names none. */
  find(text: string): readonly Quote[]
  /** Joins the words that name a monitor into a token of kind `name`. A currency stays with its amount. */
  markNames(tokens: readonly Token[]): Token[]
}

const PHRASE_WORDS_MAX = 5

/** Beside articles, words that may stand between the parts of one name: `euro a tasa bcv`. */
const BETWEEN = new Set([...WORDS.glue, ...WORDS.withinName])

function afterBetween(tokens: readonly Token[], at: number): number {
  let next = at
  while (means(tokens[next], BETWEEN)) next++
  return next
}

/** A part of a name: a phrase for monitors, or a currency that chooses among those of a page. */
type Part = { readonly length: number } & ({ readonly phrase: Phrase } | { readonly code: CurrencyCode })

interface Named {
  readonly quotes: readonly Quote[]
  readonly isMoney: boolean
}

/** What was heard of a name so far. */
interface Heard {
  readonly named?: Named
  readonly code?: CurrencyCode | undefined
}

interface Mention extends Named {
  /** Number of tokens. */
  readonly length: number
}

/** Makes the catalogue of monitors, which are given in page order. */
export function createCatalogue(quotes: readonly Quote[]): Catalogue {
  const phrases = phrasesOf(quotes)
  const firstWords = new Set([...phrases.keys()].map((phrase) => phrase.split(' ')[0]))
  const moneys = new Map(quotes.map((quote) => [quote, moneyNamed(quote)]))

  function find(text: string): readonly Quote[] {
    const typed = text.trim().toLowerCase()
    const alias = phrases.get(typed)
    if (alias?.isAlias) return withEuro(alias.quotes)
    const keyed = quotes.filter(({ monitor }) => isNamed(monitor, typed))
    if (keyed.length > 0) return keyed
    const tokens = tokensWithoutGlue(typed)
    const code = onlyCurrencyOf(tokens)
    if (code) return quotes.filter(({ monitor }) => isNamed(monitor, code))
    const mention = mentionAt(tokens, 0)
    return mention?.length === tokens.length ? mention.quotes : []
  }

  /** Who names a dollar may mean the euro of its page. */
  function withEuro(named: readonly Quote[]): readonly Quote[] {
    const [meant] = named
    if (!meant || moneys.get(meant) !== 'dollar') return named
    const euros = samePage(meant).filter((quote) => moneys.get(quote) === 'euro' && !named.includes(quote))
    return [...named, ...euros]
  }

  const samePage = ({ monitor }: Quote): Quote[] =>
    quotes.filter((quote) => quote.monitor.page === monitor.page)

  /** The longest name that begins at a token; in a list `usd` is a name by itself. */
  function mentionAt(tokens: readonly Token[], at: number, isList = false): Mention | undefined {
    let heard: Heard = {}
    let length = 0
    for (let next = at; ; next = afterBetween(tokens, next)) {
      const part = isList && tokens[next]?.text === 'usd' ? undefined : partAt(tokens, next)
      const joined = part && join(heard, part)
      if (!part || !joined) break
      heard = joined
      next += part.length
      if (heard.named) length = next - at
    }
    return heard.named && { ...heard.named, length }
  }

  /** Adds a part to what was heard of a name; undefined where it belongs to another one. */
  function join({ named, code }: Heard, part: Part): Heard | undefined {
    if ('phrase' in part) {
      const more = withPhrase(named, part.phrase, code)
      return more && { named: more, code }
    }
    if (!named) return code ? undefined : { code: part.code }
    const chosen = withCode(named, part.code)
    return chosen && { named: chosen, code: part.code }
  }

  /** Adds a currency to what was named: `paralelo` and `euro`. */
  function withCode(before: Named, code: CurrencyCode): Named | undefined {
    const chosen = chooseMoney(before.quotes, code)
    return chosen && { quotes: chosen, isMoney: true }
  }

  /** Adds a phrase to what was named: `binance` and `compra`, or `euro` and `bcv`. */
  function withPhrase(before: Named | undefined, phrase: Phrase, code?: CurrencyCode): Named | undefined {
    if (before) {
      const narrowed = narrow(before.quotes, phrase.quotes)
      return narrowed && { quotes: narrowed, isMoney: before.isMoney || phrase.isMoney }
    }
    if (code === undefined) return { quotes: withEuro(phrase.quotes), isMoney: phrase.isMoney }
    const chosen = chooseMoney(phrase.quotes, code)
    return chosen && { quotes: chosen, isMoney: true }
  }

  /** What both names mean; where one of them is that of a page, the monitor of the other one on it. */
  function narrow(named: readonly Quote[], more: readonly Quote[]): readonly Quote[] | undefined {
    const both = more.filter((quote) => named.includes(quote))
    if (both.length > 0) return both
    const [one, other] = [named[0], more[0]]
    if (!one || !other || one.monitor.page !== other.monitor.page) return undefined
    if (isPlace(one)) return isPlace(other) ? undefined : [other]
    return isPlace(other) ? [one] : undefined
  }

  /** Whether a monitor answers to the name of its page. */
  const isPlace = (quote: Quote): boolean =>
    [quote.monitor.page, ...(quote.source?.split(' ') ?? [])].some((word) =>
      phrases.get(word.toLowerCase())?.quotes.includes(quote),
    )

  /** The monitor of a currency among those named, else on the page of the first. */
  function chooseMoney(named: readonly Quote[], code: CurrencyCode): readonly Quote[] | undefined {
    const isIt = (quote: Quote): boolean => moneys.get(quote) === MONEY_OF[code]
    const [first] = named
    const among = named.filter(isIt)
    const found = among.length > 0 || !first ? among : samePage(first).filter(isIt).slice(0, 1)
    return found.length > 0 ? found : undefined
  }

  /** The longest phrase at a token, else a currency; a currency after `a` or `en` is what is converted to. */
  function partAt(tokens: readonly Token[], at: number): Part | undefined {
    const [before, first] = [tokens[at - 1], tokens[at]]
    if (!first || means(first, WORDS.at) || isUnitOfAmount(tokens, at)) return undefined
    const phrase = phraseAt(tokens, at)
    const code = currencyOf(first)
    if (!code || (phrase && phrase.length > 1)) return phrase
    return means(before, WORDS.at) ? undefined : { length: 1, code }
  }

  function phraseAt(tokens: readonly Token[], at: number): Part | undefined {
    if (!firstWords.has(textAt(tokens, at))) return undefined
    const words: string[] = []
    let found: Part | undefined
    for (let next = at; next < tokens.length && words.length < PHRASE_WORDS_MAX; next++) {
      const token = tokens[next]
      if (token?.kind !== 'word') break
      if (next > at && means(token, WORDS.glue)) continue
      words.push(token.text)
      const phrase = phrases.get(words.join(' '))
      if (phrase) found = { length: next - at + 1, phrase }
    }
    return found
  }

  function markNames(tokens: readonly Token[]): Token[] {
    const unit = tokens.find((_, at) => isUnitOfAmount(tokens, at))
    const code = unit && currencyOf(unit)
    const marked: Token[] = []
    for (let at = 0; at < tokens.length; ) {
      const mention = mentionAt(tokens, at, true)
      const length = mention?.length ?? 1
      const read = tokens.slice(at, at + length)
      marked.push(...(mention ? [{ kind: 'name', text: '', ...nameOf(mention, read, code) } as const] : read))
      at += length
    }
    return marked
  }

  /** The words of a name; beside an amount of euros a page means its euro. */
  function nameOf({ quotes: named, isMoney }: Named, read: readonly Token[], code: CurrencyCode | undefined) {
    const spoken = read.length > 1 ? read.filter((token) => !means(token, WORDS.glue)) : read
    const words = spoken.map(typedOf)
    const isMoneySaid = isMoney || read.some((token) => currencyOf(token) !== undefined)
    const [chosen] = (code && !isMoneySaid && chooseMoney(named, code)) || []
    const isOther = chosen !== undefined && chosen !== named[0]
    return { raw: isOther ? monitorRef(chosen.monitor).toLowerCase() : words.join(' '), isMoney }
  }

  return { find, markNames }
}

/** The currency that a text names, and no place where it is traded: `el dólar`, `usd`. */
export function currencyNamed(text: string): Currency | undefined {
  const code = onlyCurrencyOf(tokensWithoutGlue(text.trim().toLowerCase()))
  return code && MONEY_OF[code]
}

const tokensWithoutGlue = (text: string): readonly Token[] =>
  (tokensOf(text) ?? []).filter((token) => !means(token, WORDS.glue))

const onlyCurrencyOf = ([first, ...others]: readonly Token[]): CurrencyCode | undefined =>
  first && others.length === 0 ? currencyOf(first) : undefined

function currencyOf(token: Token): CurrencyCode | undefined {
  const unit = unitOf(token)
  return unit?.kind === 'currency' ? unit.code : undefined
}

/** Whether a currency belongs to the number beside it: `100 usd`, `un dólar`, `$100`. */
const isUnitOfAmount = (tokens: readonly Token[], at: number): boolean =>
  tokens[at] !== undefined &&
  currencyOf(tokens[at]) !== undefined &&
  (isBesideAmount(tokens, at) || means(tokens[at - 1], WORDS.one))
