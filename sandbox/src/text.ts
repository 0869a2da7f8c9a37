import type { MessageEntity } from 'grammy/types'
import { badRequest } from './errors.ts'
import type { Content, FormattedText } from './world/room.ts'

const TEXT_LENGTH_MAX = 4_096
const CAPTION_LENGTH_MAX = 1_024
const SOURCE_BYTES_MAX = 32 * 1_024

/** In order of precedence: a match inside an earlier one is ignored. */
const PATTERNS: readonly (readonly [MessageEntity.CommonMessageEntity['type'], RegExp])[] = [
  ['url', /\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}']/gi],
  ['bot_command', /(?<![\w/<>@])\/[A-Za-z0-9_]{1,64}(?:@[A-Za-z][A-Za-z0-9_]{2,31})?(?![\w/])/g],
  ['mention', /(?<![\w@/])@[A-Za-z][A-Za-z0-9_]{2,31}\b/g],
]

const OPAQUE: readonly string[] = ['code', 'pre', 'text_link']

/** Formats the text of a message: 1 to 4096 UTF-16 units once parsed. Throws a 400 for any other. */
export function textOf(source = '', parseMode?: string, tooLong = 'MESSAGE_TOO_LONG'): Content {
  if (source === '') throw badRequest('message text is empty')
  const { text, entities } = formatText(source, parseMode)
  if (text === '') throw badRequest('text must be non-empty')
  if (text.length > TEXT_LENGTH_MAX) throw badRequest(tooLong)
  return { text, ...(entities.length > 0 && { entities }) }
}

/** Formats a caption: at most 1024 UTF-16 units once parsed; empty means none. Throws a 400 for a longer one. */
export function captionOf(source = '', parseMode?: string, tooLong = 'MEDIA_CAPTION_TOO_LONG'): Content {
  const { text, entities } = formatText(source, parseMode)
  if (text.length > CAPTION_LENGTH_MAX) throw badRequest(tooLong)
  if (text === '') return {}
  return { caption: text, ...(entities.length > 0 && { caption_entities: entities }) }
}

/** Formats text as Telegram stores it: reads its HTML, trims it, and detects links, commands, mentions and tags. */
export function formatText(source: string, parseMode = ''): FormattedText {
  if (Buffer.byteLength(source) > SOURCE_BYTES_MAX) throw badRequest('text is too long')
  if (!['', 'html'].includes(parseMode.toLowerCase()))
    throw badRequest("can't parse entities: the sandbox knows no parse_mode but HTML")
  const { text, entities } = trim(parseMode === '' ? { text: source, entities: [] } : parseHtml(source))
  const all = [...entities, ...detectEntities(text, entities)]
  return { text, entities: all.sort((a, b) => a.offset - b.offset || b.length - a.length) }
}

function trim({ text, entities }: FormattedText): FormattedText {
  const start = text.length - text.trimStart().length
  const inner = text.trim()
  const inside = entities.flatMap((entity) => {
    const from = Math.max(0, entity.offset - start)
    const length = Math.min(inner.length, entity.offset + entity.length - start) - from
    return length > 0 ? [{ ...entity, offset: from, length }] : []
  })
  return { text: inner, entities: inside }
}

const overlaps = (a: MessageEntity, b: MessageEntity): boolean =>
  a.offset < b.offset + b.length && b.offset < a.offset + a.length

function detectEntities(text: string, entities: readonly MessageEntity[]): MessageEntity[] {
  const taken = entities.filter(({ type }) => OPAQUE.includes(type))
  const found: MessageEntity[] = []
  for (const [type, pattern] of PATTERNS)
    for (const match of text.matchAll(pattern)) {
      const entity: MessageEntity = { type, offset: match.index, length: match[0].length }
      if (![...taken, ...found].some((other) => overlaps(entity, other))) found.push(entity)
    }
  return found
}

/**
 * Text, an end tag whose name may be left out, a start tag in which a `>` inside quotes does not end it, or a `<` that begins none.
 * Libraries for HTML mend what Telegram refuses, so that a bot would learn of its mistake from Telegram only.
 */
const PIECE =
  /[^<]+|<\/(?<end>[^\s>]*)\s*>|<(?<start>[^\s>/][^\s>]*)(?<attributes>(?:[^>"']|"[^"]*"|'[^']*')*)>|</g
const HREF = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9.-]+))/i
const CHARACTER = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot));?/gi
const NAMED: ReadonlyMap<string, string> = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"' }))
const CODE_POINT_MAX = 0x10ffff
const HALVES =
  'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units'

const TAGS = new Map<string, MessageEntity.CommonMessageEntity['type'] | 'pre' | 'text_link'>([
  ['b', 'bold'],
  ['strong', 'bold'],
  ['i', 'italic'],
  ['em', 'italic'],
  ['code', 'code'],
  ['pre', 'pre'],
  ['a', 'text_link'],
])

interface Tag {
  readonly name: string
  readonly href: string
  readonly offset: number
}

const refuse = (reason: string): Error => badRequest(`can't parse entities: ${reason}`)

/** Parses Telegram's HTML into text and entities (offsets in UTF-16 units); refuses it with Telegram's own errors. */
export function parseHtml(source: string): FormattedText {
  const open: Tag[] = []
  const entities: MessageEntity[] = []
  let text = ''
  for (const { 0: piece, index, groups = {} } of source.matchAll(PIECE)) {
    const where = `at byte offset ${Buffer.byteLength(source.slice(0, index))}`
    if (groups.start !== undefined) open.push(openTag(groups.start, groups.attributes, where, text.length))
    else if (groups.end !== undefined) entities.push(...closeTag(open.pop(), groups.end, where, text))
    else if (piece === '<') throw brokenTag(source.slice(index + 1), open, where)
    else text += decode(piece)
  }
  const unclosed = open.at(-1)
  if (unclosed) throw refuse(`Can't find end tag corresponding to start tag "${unclosed.name}"`)
  return { text, entities }
}

function openTag(written: string, attributes = '', where: string, offset: number): Tag {
  const tag = { name: written.toLowerCase(), href: hrefOf(attributes), offset }
  if (!TAGS.has(tag.name)) throw refuse(`Unsupported start tag "${tag.name}" ${where}`)
  return tag
}

/** The entity that a tag makes of the text inside it; none when nothing is inside, or it links nowhere. */
function closeTag(tag: Tag | undefined, name: string, where: string, text: string): MessageEntity[] {
  if (!tag) throw refuse(`Unexpected end tag ${where}`)
  if (name !== '' && name !== tag.name)
    throw refuse(`Unmatched end tag ${where}, expected "</${tag.name}>", found "</${name}>"`)
  const inside = text.slice(tag.offset)
  const type = TAGS.get(tag.name)
  if (inside === '' || type === undefined) return []
  const span = { offset: tag.offset, length: inside.length }
  if (type !== 'text_link') return [{ type, ...span }]
  const href = tag.href || inside
  const url = /^[a-z][a-z0-9+.-]*:/i.test(href) ? href : `http://${href}`
  return URL.canParse(url) && /[.]|^tg:/.test(url) ? [{ type, url, ...span }] : []
}

/** Why a `<` begins no tag. */
function brokenTag(rest: string, open: readonly Tag[], where: string): Error {
  if (rest.startsWith('/')) return refuse(`${open.length > 0 ? 'Unclosed' : 'Unexpected'} end tag ${where}`)
  const [name = ''] = rest.toLowerCase().split(/[\s>]/, 1)
  if (name === rest.toLowerCase()) return refuse(`Unclosed start tag ${where}`)
  return refuse(`${TAGS.has(name) ? 'Unclosed' : 'Unsupported'} start tag "${name}" ${where}`)
}

/** The address of a link; empty without one. */
function hrefOf(attributes: string): string {
  const [, double, single, bare = ''] = HREF.exec(attributes) ?? []
  return decode(double ?? single ?? bare)
}

/** Decodes the four named characters and numeric ones, and leaves others as they are; halves of a pair are refused, even two. */
const decode = (text: string): string =>
  text.replace(CHARACTER, (whole: string, hex?: string, decimal?: string, name = '') => {
    if (name !== '') return NAMED.get(name) ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    if (code >= 0xd800 && code <= 0xdfff) throw refuse(HALVES)
    return code > 0 && code <= CODE_POINT_MAX ? String.fromCodePoint(code) : whole
  })
