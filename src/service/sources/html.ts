import { type CheerioAPI, load } from 'cheerio'
import type { Reading, Wanted } from './source.ts'
import { readMonitors } from './source.ts'

/**
 * Reads an HTML page by CSS selectors; `@attr` at the end of one takes an attribute instead of the text. Some pages
 * take minutes (nesting that is never closed): call it where it can be ended.
 */
export function readHtml(text: string, wanted: readonly Wanted[]): Reading {
  const page = load(text)
  return readMonitors(wanted, (place) => textAt(page, place))
}

const PLACE = /^(.*?\S)\s*(?:@([A-Za-z_][\w:.-]*))?$/s

function partsOf(place: string): { selector: string; attribute: string | undefined } {
  const [, selector = '', attribute] = PLACE.exec(place.trim()) ?? []
  return { selector, attribute }
}

/** The first match counts, as it stands first on the page. */
function textAt(page: CheerioAPI, place: string): string | undefined {
  const { selector, attribute } = partsOf(place)
  const found = page(selector).first()
  if (found.length === 0) return undefined
  return attribute === undefined ? found.text().replace(/\s+/g, ' ').trim() : found.attr(attribute)
}

/** Markup, an attribute without an element, a combinator with nothing after it: the library lets these pass. */
const TAKEN_FOR_ONE = /^[<@]|[>+~]$/

/** Whether a text is a CSS selector with or without `@attr`. */
export function isSelector(place: string): boolean {
  const { selector } = partsOf(place)
  try {
    load('<p></p>')(selector) // the only judge of selectors is the library that reads them, and it throws
    return selector !== '' && !TAKEN_FOR_ONE.test(selector)
  } catch {
    return false
  }
}
