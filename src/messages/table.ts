import { clip, escapeHtml, lengthOf } from './text.ts'

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

/** Lines in type of one width, so that columns stand below each other. */
export const block = (rows: readonly string[]): string => `<pre>${escapeHtml(rows.join('\n'))}</pre>`
