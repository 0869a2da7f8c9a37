const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }),
)

/** The one place where text from outside becomes HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ENTITIES.get(sign) ?? '')

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

export const lengthOf = (text: string): number => [...text].length

/** The given lines; those without content are left out. */
export const lines = (...parts: readonly (string | undefined | false)[]): string =>
  parts.filter((part) => part !== undefined && part !== false && part !== '').join('\n')
