import { SIGN_OF } from '../rates/currency.ts'
import { monitorName, type Quote } from '../rates/monitor.ts'
import { clip, escapeHtml } from './text.ts'

/** A monitor as far as its name goes. */
export type Titled = Pick<Quote, 'monitor' | 'title'>

const TITLE_MAX = 60
const NAME_MAX = 70
const SOURCE_MAX = 40
const BUTTON_MAX = 30

const titleOf = ({ title, monitor }: Titled, max: number): string => clip(title, max) || monitor.key

/** A monitor's title as plain text. */
export const plainTitle = (quote: Titled): string => titleOf(quote, TITLE_MAX)

/** A monitor's title as HTML, in bold. */
export const boldTitle = (quote: Titled): string => `<b>${escapeHtml(titleOf(quote, TITLE_MAX))}</b>`

/** `page.key`, as it can be typed, as HTML. */
export const nameOf = ({ monitor }: Titled): string =>
  `<code>${escapeHtml(clip(monitorName(monitor), NAME_MAX))}</code>`

/** What people call a page; else its name, as words. */
export function sourceOf({ source, monitor }: Quote): string {
  const words = clip(source ?? '', SOURCE_MAX) || clip(monitor.page.replaceAll('_', ' '), SOURCE_MAX)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What tells these monitors apart in a list: the title, or the name where two share a title. */
export function labelsOf(quotes: readonly Titled[]): string[] {
  const titles = quotes.map((quote) => titleOf(quote, TITLE_MAX))
  return quotes.map(({ monitor }, index) => {
    const title = titles[index] ?? ''
    const label = titles.indexOf(title) === titles.lastIndexOf(title) ? title : monitorName(monitor)
    return `${SIGN_OF[monitor.currency]} ${label}`
  })
}

/** The same as plain text for buttons. */
export const buttonLabels = (quotes: readonly Titled[]): string[] =>
  labelsOf(quotes).map((label) => clip(label, BUTTON_MAX))
