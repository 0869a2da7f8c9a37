const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }),
)

/** The one place where text from outside becomes HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ENTITIES.get(sign) ?? '')

const SIGNS = new Map([...ENTITIES].map(([sign, entity]) => [entity, sign]))

/** What can be typed as it stands; Telegram copies it at a touch. */
export const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

/** What a reader sees of our HTML, for places where Telegram shows plain text only. */
export const plainText = (html: string): string =>
  html.replace(/<[^>]+>/g, '').replace(/&[a-z]+;/g, (entity) => SIGNS.get(entity) ?? entity)

/** HTML that begins a sentence: its first letter is a capital, be it in bold or not. */
export const sentence = (html: string): string =>
  html.replace(/^(<b>)?(\p{Ll})/u, (_, tag = '', letter: string) => tag + letter.toLocaleUpperCase('es'))

/** Control characters, line breaks, and marks that turn the direction of what follows. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]+/gu

/** The text on one line, at most `max` characters, the last of them `…` where it was longer. */
export function clip(text: string, max: number): string {
  const clean = text.replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim()
  const characters = [...clean]
  return characters.length <= max
    ? clean
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}

const QUOTED_MAX = 40

/** What somebody typed, cut to 40 characters, as HTML for an answer that repeats it. */
export const quoted = (text: string): string => escapeHtml(clip(text, QUOTED_MAX))

export const lengthOf = (text: string): number => [...text].length

type Parts = readonly (string | undefined | false)[]
const withContent = (parts: Parts): Parts =>
  parts.filter((part) => part !== undefined && part !== false && part !== '')

/** The given lines; those without content are left out. */
export const lines = (...parts: Parts): string => withContent(parts).join('\n')

/** The given parts in one line, between middle dots; those without content are left out. */
export const joined = (...parts: Parts): string => withContent(parts).join(' · ')

/** What is to be noted of a monitor or an amount that is named. */
export interface Note {
  readonly note: string
  readonly named: string
}

/** `Mañana martes 24: Dólar BCV 800,36 · Euro BCV 930,10`: a line for each note, with all that it is true of. HTML. */
export const notesBelow = (notes: readonly Note[]): string[] =>
  [...Map.groupBy(notes, ({ note }) => note)]
    .filter(([note]) => note !== '')
    .map(([note, alike]) => `${sentence(note)}: ${alike.map(({ named }) => named).join(' · ')}`)

/** What a phone shows of a monospaced line without breaking it. */
export const WIDTH = 34

/** `left` and `right` at the two borders of a line; a left side that is too long is clipped. */
export function spread(left: string, right: string, width = WIDTH): string {
  const room = width - lengthOf(right) - 1
  const clipped = clip(left, Math.max(1, room))
  return `${clipped}${' '.repeat(Math.max(1, width - lengthOf(clipped) - lengthOf(right)))}${right}`
}

/** `text` at the right border of a column. */
export const toTheRight = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - lengthOf(text))) + text

/** The widest of some texts, in characters. */
export const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(lengthOf))

/** Texts at the right border of a column as wide as the widest of them. */
export function alignedRight(texts: readonly string[]): string[] {
  const width = widest(texts)
  return texts.map((text) => toTheRight(text, width))
}

/** Lines in type of one width, so that columns stand below each other. */
export const block = (rows: readonly string[]): string => `<pre>${escapeHtml(rows.join('\n'))}</pre>`

/** A result of inline mode as it stands in the list, plain text. */
export interface Listed {
  readonly title: string
  readonly description: string
}
