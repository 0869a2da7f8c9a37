import { createRequire } from 'node:module'
import type { CheerioAPI } from 'cheerio'
import { priceIn, type Reading, readMonitors, type Wanted } from '../source.ts'

const require = createRequire(import.meta.url)

/** Loads the library, which takes a fifth of the time of a start: later than this module, as few threads read HTML. */
const loadHtmlLibrary = (): typeof import('cheerio') => require('cheerio')

/**
 * Reads an HTML page by CSS selectors; `@attr` at the end of one reads an attribute instead of the text. Tags that are
 * never closed can take minutes: call it in a thread that can be ended.
 */
export function readHtml(text: string, wanted: readonly Wanted[]): Reading {
  const page = loadHtmlLibrary().load(text)
  const lookUp = (place: string): string | undefined => textAt(page, place)
  return readMonitors(wanted, { lookUp, priceAt: (place) => priceIn(lookUp(place), place) })
}

const PLACE = /^(.*?\S)\s*(?:@([A-Za-z_][\w:.-]*))?$/s

function partsOf(place: string): { selector: string; attribute: string | undefined } {
  const [, selector = '', attribute] = PLACE.exec(place.trim()) ?? []
  return { selector, attribute }
}

/** Reads the first match on the page. */
function textAt(page: CheerioAPI, place: string): string | undefined {
  const { selector, attribute } = partsOf(place)
  const found = page(selector).first()
  if (found.length === 0) return undefined
  return attribute === undefined ? found.text().replace(/\s+/g, ' ').trim() : found.attr(attribute)
}

/** The library accepts markup, an attribute without an element, and a combinator at the end as selectors. */
const WRONGLY_ACCEPTED = /^[<@]|[>+~]$/

/** Whether a text is a CSS selector with or without `@attr`. */
export function isSelector(place: string): boolean {
  const { selector } = partsOf(place)
  try {
    loadHtmlLibrary().load('<p></p>')(selector) // the library has no other check than to throw
    return selector !== '' && !WRONGLY_ACCEPTED.test(selector)
  } catch {
    return false
  }
}
