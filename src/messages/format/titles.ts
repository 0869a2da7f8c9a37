import { monitorName, type Quote } from '../../rates/monitor.ts'
import { moneyOf } from './figures.ts'
import { clip, escapeHtml } from './text.ts'

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

/** `page.key`, as it can be typed, as HTML. */
export const nameOf = ({ monitor }: Titled): string =>
  `<code>${escapeHtml(clip(monitorName(monitor), NAME_MAX))}</code>`

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
