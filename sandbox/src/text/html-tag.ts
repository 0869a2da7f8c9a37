import type { MessageEntity } from 'grammy/types'
import { linkEntity } from './detect.ts'

/** A start tag with its attributes; a `>` inside quotes does not end it. */
export const START_TAG = /<([^\s>]+)((?:[^>"']|"[^"]*"|'[^']*')*)>/y

/** An end tag; its name may be left out. */
export const END_TAG = /<\/([^\s>]*)\s*>/y

/** Name, then optionally a value in double, single or no quotes. */
export const ATTRIBUTE = /([^\s=>/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9.-]+)))?/g

const NAMED: ReadonlyMap<string, string> = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"' }))
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot));?/gi
const CODE_POINT_MAX = 0x10ffff

/** Decodes the four named entities and numeric ones; leaves all others as they are, like Telegram. */
export function decodeEntities(text: string): string {
  return text.replace(ENTITY, (whole: string, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole
    const code = codeOf(hex, decimal)
    return isCharacter(code) ? String.fromCodePoint(code) : whole
  })
}

/** Whether a numeric entity is a surrogate; Telegram refuses pairs of them too. */
export const namesHalf = (text: string): boolean =>
  [...text.matchAll(ENTITY)].some(([, hex, decimal]) => isHalf(codeOf(hex, decimal)))

const codeOf = (hex?: string, decimal?: string): number =>
  hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)

const isHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdfff

const isCharacter = (code: number): boolean => code > 0 && code <= CODE_POINT_MAX && !isHalf(code)

/** A tag that was opened at an offset of the text, in UTF-16 units. */
export interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly offset: number
}

type Span = Pick<MessageEntity, 'offset' | 'length'>
type Make = (span: Span, tag: Tag, inside: string) => MessageEntity | undefined

const as =
  (type: MessageEntity.CommonMessageEntity['type']): Make =>
  (span) => ({ type, ...span })

const TAGS: ReadonlyMap<string, Make> = new Map(
  Object.entries({
    b: as('bold'),
    strong: as('bold'),
    i: as('italic'),
    em: as('italic'),
    u: as('underline'),
    ins: as('underline'),
    s: as('strikethrough'),
    strike: as('strikethrough'),
    del: as('strikethrough'),
    'tg-spoiler': as('spoiler'),
    span: as('spoiler'),
    code: makeCode,
    pre: (span) => ({ type: 'pre', ...span }),
    a: makeLink,
    blockquote: (span, { attributes }) => ({
      type: attributes.has('expandable') ? 'expandable_blockquote' : 'blockquote',
      ...span,
    }),
    'tg-emoji': (span, { attributes }) => ({
      type: 'custom_emoji',
      custom_emoji_id: attributes.get('emoji-id') ?? '',
      ...span,
    }),
    'tg-time': makeTime,
  }),
)

/** Whether Telegram knows a tag of this name. */
export const isTag = (name: string): boolean => TAGS.has(name)

/** The entity that a closed tag makes of the text inside it; none when nothing is inside. */
export function entityOf(tag: Tag, text: string): MessageEntity | undefined {
  const length = text.length - tag.offset
  return length > 0
    ? TAGS.get(tag.name)?.({ offset: tag.offset, length }, tag, text.slice(tag.offset))
    : undefined
}

/** The attributes of a start tag, decoded, names in lower case. */
export function parseAttributes(source: string): ReadonlyMap<string, string> {
  const attributes = [...source.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => {
    const value = double ?? single ?? bare?.toLowerCase() ?? ''
    return [name.toLowerCase(), decodeEntities(value)] as const
  })
  return new Map(attributes)
}

function makeCode(span: Span, { attributes }: Tag): MessageEntity {
  const name = attributes.get('class') ?? ''
  const language = name.startsWith('language-') ? { language: name.slice('language-'.length) } : {}
  return { type: 'code', ...span, ...language }
}

function makeLink(span: Span, { attributes }: Tag, inside: string): MessageEntity | undefined {
  const url = attributes.get('href') || inside
  return linkEntity(url, { offset: span.offset, inside })
}

const TIME_FORMAT = /^(?:r|w?[dD]?[tT]?)$/

function makeTime(span: Span, { attributes }: Tag): MessageEntity | undefined {
  const unixTime = Number(attributes.get('unix'))
  const format = attributes.get('format') ?? ''
  if (!Number.isInteger(unixTime) || !TIME_FORMAT.test(format)) return undefined
  return {
    type: 'date_time',
    unix_time: unixTime,
    date_time_format: format as MessageEntity.DateTimeMessageEntity['date_time_format'],
    ...span,
  }
}
