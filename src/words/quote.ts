import type { Change, Direction } from '../domain/change.ts'
import type { Decimal } from '../domain/decimal.ts'
import { moneyNamed } from '../domain/money-named.ts'
import { monitorName, type Quote, SIGN_OF } from '../domain/monitor.ts'
import { clip, escapeHtml } from './text.ts'
import type { Words } from './words.ts'

/** A monitor as far as its name goes. */
export type Titled = Pick<Quote, 'monitor' | 'title' | 'source' | 'namesake'>

const TITLE_MAX = 60
const NAME_MAX = 70
const SOURCE_MAX = 40
const SHORT_TITLE_MAX = 16
const BUTTON_MAX = 30

const titleOf = ({ title, monitor }: Titled, max: number): string => clip(title, max) || monitor.key

/** A monitor's title as plain text; with its page where another page has one of the same title. */
export function plainTitle(quote: Titled): string {
  const { namesake, monitor } = quote
  const title = titleOf(quote, TITLE_MAX)
  if (namesake === undefined) return title
  return `${title} · ${namesake === 'here' ? clip(monitorName(monitor), NAME_MAX) : sourceOf(quote)}`
}

/** The same as HTML, in bold. */
export const boldTitle = (quote: Titled): string => `<b>${escapeHtml(plainTitle(quote))}</b>`

/** The same within a sentence: `<b>el dólar oficial</b>`. */
export const inSentence = (words: Words, quote: Titled): string =>
  `<b>${escapeHtml(words.inSentence(plainTitle(quote)))}</b>`

/** What people call a page; else its name, as words. */
export function sourceOf({ source, monitor }: Titled): string {
  const words = clip(source ?? '', SOURCE_MAX) || clip(monitor.page.replaceAll('_', ' '), SOURCE_MAX)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The same monitors for a list under the name of their page, which need not be said again. */
export const underPage = (quotes: readonly Titled[]): Titled[] =>
  quotes.map(({ namesake: _, ...quote }) => quote)

/** What tells these monitors apart from each other and from all others: the title, else with its source, else the name. */
export function labelsOf(quotes: readonly Titled[]): string[] {
  const titles = quotes.map((quote) => titleOf(quote, TITLE_MAX))
  const sourced = quotes.map((quote) => `${titleOf(quote, SHORT_TITLE_MAX)} · ${sourceOf(quote)}`)
  return quotes.map((quote, index) => {
    const fit = { none: [titles, sourced], elsewhere: [sourced], here: [] }[quote.namesake ?? 'none']
    const label = fit.map((labels) => onlyOne(labels, index)).find((text) => text !== undefined)
    return `${moneyOf(quote).trim()} ${label ?? monitorName(quote.monitor)}`.trimStart()
  })
}

/** The label of one among all, where no other has the same. */
function onlyOne(labels: readonly string[], index: number): string | undefined {
  const label = labels[index] ?? ''
  return labels.indexOf(label) === labels.lastIndexOf(label) ? label : undefined
}

/** The same as plain text for buttons. */
export const buttonLabels = (quotes: readonly Titled[]): string[] =>
  labelsOf(quotes).map((label) => clip(label, BUTTON_MAX))

/** What an amount is counted in: what stands before it, `Bs. `, `$`, `€`, or a code where it has no sign. */
export type Money = string

/** The money that a monitor prices; nothing where that cannot be told. */
export function moneyOf(quote: Pick<Quote, 'monitor' | 'title'>): Money {
  const named = moneyNamed(quote)
  if (named === undefined) return ''
  return named === 'dollar' || named === 'euro' ? SIGN_OF[named] : `${named} `
}

export const ARROW: Readonly<Record<Direction, string>> = { up: '▲', down: '▼', same: '' }
const PLUS_MINUS: Readonly<Record<Direction, string>> = { up: '+', down: '−', same: '' }

/** `$1 = Bs. 1.234,56`. */
export const equation = ({ numbers }: Words, quote: Quote, price: Decimal): string =>
  `${moneyOf(quote)}1 = ${numbers.bolivares(price)}`

/** What rounds to nothing, and is not, stays visible. */
const unsigned = ({ numbers }: Words, rounded: Decimal, direction: Direction): string =>
  rounded === '0' && direction !== 'same' ? `<${numbers.decimal('0.01')}` : numbers.price(rounded)

/** `3,20`, beside an arrow or a word that says the direction; plain text. */
export const unsignedAmount = (words: Words, { amount, direction }: Change): string =>
  unsigned(words, amount, direction)

/** `0,40 %`, beside an arrow or a word that says the direction; plain text. */
export const unsignedPercent = (words: Words, { percent, direction }: Change): string =>
  words.percent(unsigned(words, percent, direction))

/** `▲ 0,40 %` as plain text; `0,00 %` where nothing changed. */
export const arrowPercent = (words: Words, change: Change): string =>
  `${ARROW[change.direction]} ${unsignedPercent(words, change)}`.trimStart()

/** `▲ 3,20 (0,40 %)` as plain text; nothing where nothing changed. */
export const arrowChange = (words: Words, change: Change): string =>
  change.direction === 'same'
    ? ''
    : `${ARROW[change.direction]} ${unsignedAmount(words, change)} (${unsignedPercent(words, change)})`

/** `▲0,40`, in percent, where a column is narrow; the arrow alone for less than is shown, nothing where nothing changed. */
export function narrowPercent({ numbers }: Words, { percent, direction }: Change): string {
  if (direction === 'same') return ''
  const figure = numbers.decimal(percent)
  return /[1-9]/.test(figure) ? `${ARROW[direction]}${figure}` : ARROW[direction]
}

/** `+3,20 (0,40 %)` as HTML; nothing where nothing changed. */
export function changeOf(words: Words, change: Change): string {
  const { amount, direction } = change
  if (direction === 'same') return ''
  const sign = amount === '0' ? '' : PLUS_MINUS[direction]
  return escapeHtml(`${sign}${unsignedAmount(words, change)} (${unsignedPercent(words, change)})`)
}

/** `$100`, `€1.500,50`: a sum of foreign money, with its cents where it has some. */
export const sumOf = ({ numbers }: Words, sign: string, sum: Decimal): string =>
  sign + numbers.decimal(sum, sum.includes('.') ? 2 : 0)

const PLACES_MAX = 6

/** Digits behind the comma as they were given, at least `least` of them. */
export function figure(numbers: Words['numbers'], value: Decimal, least: number): string {
  const given = value.split('.')[1]?.length ?? 0
  return numbers.decimal(value, Math.min(PLACES_MAX, Math.max(least, given)))
}

/** `2 %`, `2,5 %`: as it was typed. */
export const percentFigure = ({ numbers, percent }: Words, value: Decimal): string =>
  percent(figure(numbers, value, 0))
