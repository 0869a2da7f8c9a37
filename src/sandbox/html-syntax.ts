/** A start tag with its attributes; a `>` inside quotes does not end it. */
export const START_TAG = /<([^\s>]+)((?:[^>"']|"[^"]*"|'[^']*')*)>/y

/** An end tag; its name may be left out. */
export const END_TAG = /<\/([^\s>]*)\s*>/y

/** Name, then optionally a value in double, single or no quotes. */
export const ATTRIBUTE = /([^\s=>/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9.-]+)))?/g

const NAMED: ReadonlyMap<string, string> = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"' }))
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot));?/gi
const CODE_POINT_MAX = 0x10ffff

/** The four named entities and numeric ones; anything else stays as it stands, as with Telegram. */
export function decodeEntities(text: string): string {
  return text.replace(ENTITY, (whole: string, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole
    const code = codeOf(hex, decimal)
    return isCharacter(code) ? String.fromCodePoint(code) : whole
  })
}

/** Whether a numeric entity names half a character; two halves make no whole one either. */
export const namesHalf = (text: string): boolean =>
  [...text.matchAll(ENTITY)].some(([, hex, decimal]) => isHalf(codeOf(hex, decimal)))

const codeOf = (hex?: string, decimal?: string): number =>
  hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)

const isHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdfff

const isCharacter = (code: number): boolean => code > 0 && code <= CODE_POINT_MAX && !isHalf(code)
