import type { MessageEntity } from 'grammy/types'
import { badRequest } from '../errors.ts'
import type { FormattedText } from '../post.ts'
import {
  decodeEntities,
  END_TAG,
  entityOf,
  isTag,
  namesHalf,
  parseAttributes,
  START_TAG,
  type Tag,
} from './html-tag.ts'

const HALVES =
  'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units'

const refuse = (reason: string): Error => badRequest(`can't parse entities: ${reason}`)

interface Reading {
  readonly source: string
  readonly open: Tag[]
  readonly entities: MessageEntity[]
  text: string
  hasHalves: boolean
}

/** Parses Telegram's HTML into text and entities (offsets in UTF-16 units); refuses it with Telegram's own errors. */
export function parseHtml(source: string): FormattedText {
  const reading: Reading = { source, open: [], entities: [], text: '', hasHalves: false }
  let at = 0
  while (at < source.length) {
    const next = source.indexOf('<', at)
    const end = next < 0 ? source.length : next
    const plain = source.slice(at, end)
    reading.text += decodeEntities(plain)
    if (namesHalf(plain)) reading.hasHalves = true
    if (next < 0) break
    at = source[next + 1] === '/' ? closeTag(reading, next) : openTag(reading, next)
  }
  const unclosed = reading.open.at(-1)
  if (unclosed) throw refuse(`Can't find end tag corresponding to start tag "${unclosed.name}"`)
  if (reading.hasHalves) throw refuse(HALVES)
  return { text: reading.text, entities: joinPreCode(reading.entities) }
}

const byteOffset = (source: string, index: number): number => Buffer.byteLength(source.slice(0, index))

function openTag(reading: Reading, at: number): number {
  const { source, open, text } = reading
  const where = byteOffset(source, at)
  START_TAG.lastIndex = at
  const match = START_TAG.exec(source)
  const name = (source.slice(at + 1).match(/^[^\s>]*/)?.[0] ?? '').toLowerCase()
  if (at + 1 + name.length >= source.length) throw refuse(`Unclosed start tag at byte offset ${where}`)
  if (!isTag(name)) throw refuse(`Unsupported start tag "${name}" at byte offset ${where}`)
  if (!match) throw refuse(`Unclosed start tag "${name}" at byte offset ${where}`)
  const attributes = parseAttributes(match[2] ?? '')
  if (name === 'span' && attributes.get('class') !== 'tg-spoiler')
    throw refuse(`Tag "span" must have class "tg-spoiler" at byte offset ${where}`)
  open.push({ name, attributes, offset: text.length })
  return START_TAG.lastIndex
}

function closeTag(reading: Reading, at: number): number {
  const { source, open, entities, text } = reading
  const where = byteOffset(source, at)
  const tag = open.pop()
  if (!tag) throw refuse(`Unexpected end tag at byte offset ${where}`)
  END_TAG.lastIndex = at
  const match = END_TAG.exec(source)
  if (!match) throw refuse(`Unclosed end tag at byte offset ${where}`)
  const name = match[1] ?? ''
  if (name !== '' && name !== tag.name)
    throw refuse(`Unmatched end tag at byte offset ${where}, expected "</${tag.name}>", found "</${name}>"`)
  const entity = entityOf(tag, text)
  if (entity) entities.push(entity)
  return END_TAG.lastIndex
}

const same = (a: MessageEntity, b: MessageEntity): boolean => a.offset === b.offset && a.length === b.length

/** `<pre><code class="language-x">` is one block in that language. */
function joinPreCode(entities: readonly MessageEntity[]): MessageEntity[] {
  const blocks = entities.filter((entity) => entity.type === 'pre')
  return entities
    .filter((entity) => !(entity.type === 'code' && blocks.some((block) => same(block, entity))))
    .map((entity) => {
      const inner = entities.find(
        (other) => other.type === 'code' && 'language' in other && same(other, entity),
      )
      return entity.type === 'pre' && inner ? { ...inner, ...entity } : withoutLanguage(entity)
    })
}

function withoutLanguage(entity: MessageEntity): MessageEntity {
  return entity.type === 'code' ? { type: 'code', offset: entity.offset, length: entity.length } : entity
}
