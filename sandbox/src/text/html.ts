import type { MessageEntity } from 'grammy/types'
import { badRequest } from '../errors.ts'
import type { FormattedText } from '../post.ts'

/**
 * Text, an end tag whose name may be left out, a start tag in which a `>` inside quotes does not end it, or a `<` that begins none.
 * Libraries for HTML mend what Telegram refuses, so that a bot would learn of its mistake from Telegram only.
 */
const PIECE =
  /[^<]+|<\/(?<end>[^\s>]*)\s*>|<(?<start>[^\s>/][^\s>]*)(?<attributes>(?:[^>"']|"[^"]*"|'[^']*')*)>|</g
const ATTRIBUTE = /([^\s=>/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9.-]+)))?/g
const CHARACTER = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot));?/gi
const NAMED: ReadonlyMap<string, string> = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"' }))
const CODE_POINT_MAX = 0x10ffff
const HALVES =
  'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units'

const TAGS: ReadonlyMap<string, MessageEntity.CommonMessageEntity['type'] | 'pre' | 'text_link'> = new Map(
  Object.entries({
    b: 'bold',
    strong: 'bold',
    i: 'italic',
    em: 'italic',
    u: 'underline',
    ins: 'underline',
    s: 'strikethrough',
    strike: 'strikethrough',
    del: 'strikethrough',
    span: 'spoiler',
    'tg-spoiler': 'spoiler',
    blockquote: 'blockquote',
    code: 'code',
    pre: 'pre',
    a: 'text_link',
  } as const),
)

interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
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
  const tag = { name: written.toLowerCase(), attributes: parseAttributes(attributes), offset }
  if (!TAGS.has(tag.name)) throw refuse(`Unsupported start tag "${tag.name}" ${where}`)
  if (tag.name === 'span' && tag.attributes.get('class') !== 'tg-spoiler')
    throw refuse(`Tag "span" must have class "tg-spoiler" ${where}`)
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
  const href = tag.attributes.get('href') || inside
  const url = /^[a-z][a-z0-9+.-]*:/i.test(href) ? href : `http://${href}`
  return URL.canParse(url) && /[.]|^tg:/.test(url) ? [{ type, url, ...span }] : []
}

/** Why a `<` begins no tag. */
function brokenTag(rest: string, open: readonly Tag[], where: string): Error {
  if (rest.startsWith('/'))
    return refuse(open.length > 0 ? `Unclosed end tag ${where}` : `Unexpected end tag ${where}`)
  const name = (/^[^\s>]*/.exec(rest)?.[0] ?? '').toLowerCase()
  if (name.length >= rest.length) return refuse(`Unclosed start tag ${where}`)
  return refuse(
    TAGS.has(name) ? `Unclosed start tag "${name}" ${where}` : `Unsupported start tag "${name}" ${where}`,
  )
}

const parseAttributes = (source: string): ReadonlyMap<string, string> =>
  new Map(
    [...source.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decode(double ?? single ?? bare?.toLowerCase() ?? ''),
    ]),
  )

/** Decodes the four named characters and numeric ones, and leaves others as they are; halves of a pair are refused, even two. */
const decode = (text: string): string =>
  text.replace(CHARACTER, (whole: string, hex?: string, decimal?: string, name = '') => {
    if (name !== '') return NAMED.get(name) ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    if (code >= 0xd800 && code <= 0xdfff) throw refuse(HALVES)
    return code > 0 && code <= CODE_POINT_MAX ? String.fromCodePoint(code) : whole
  })
